// Proves docs/contract/client-crypto.md, Files: folders.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockIdOf } from '../files/file-store.ts'
import { fileIdsIn, folderFileStore, namesOfFile, removeFile } from './folder-files.ts'
import type { FolderPlace } from './folder-place.ts'

/** A folder in memory, whose names are kept in the order in which they came. */
function memoryPlace() {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>()
  const removed: string[] = []
  const facts = { id: 'd1', name: 'd1', slots_count: 0, token: null, storage: null }
  const place: FolderPlace = {
    id: 'd1',
    facts: () => Promise.resolve({ ...facts, resource_name: null, resource_type: null, resource_urls: null }),
    renew: () => Promise.resolve(),
    list: () => Promise.resolve([...kept].map(([name, { length }]) => ({ name, bytesize: length }))),
    read: (name) => Promise.resolve(kept.get(name) ?? new Uint8Array()),
    write: (name, bytes) => Promise.resolve(void kept.set(name, Uint8Array.from(bytes))),
    remove(name) {
      removed.push(name)
      kept.delete(name)
      return Promise.resolve()
    },
  }
  return { place, kept, removed }
}

const FILE = { filename: 'a', content_type: 'b' }

describe('folderFileStore', () => {
  it('answers any part of what was put in blocks, whatever the order in which they came', async () => {
    const blocks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(blocks, fc.nat(), fc.nat(), fc.boolean(), async (drawn, from, length, isBackwards) => {
        const { place } = memoryPlace()
        const store = folderFileStore(place, 'f1')
        const { url } = await store.requestUpload({ ...FILE, byte_size: 1 }, 'content')
        const order = drawn.map((block, index) => ({ block, index }))
        if (isBackwards) order.reverse()
        for (const { block, index } of order) await store.putBlock(url, blockIdOf(index), block)
        const whole = Buffer.concat(drawn)
        const start = from % whole.length
        const into = new Uint8Array((length % whole.length) + 1)

        const { main } = await store.getAttachment('f1')
        const read = await store.readInto(main.url, start, into)

        expect(main.bytesize).toBe(whole.length)
        expect(Buffer.from(into.subarray(0, read))).toEqual(whole.subarray(start, start + into.length))
      }),
    )
  })

  it('drops the blocks of an earlier attempt that was longer, and none of another file', async () => {
    const { place, kept } = memoryPlace()
    const store = folderFileStore(place, 'f1')
    for (const index of [0, 1, 2]) await store.putBlock('f1', blockIdOf(index), Buffer.from('old'))
    await folderFileStore(place, 'f10').putBlock('f10', blockIdOf(2), Buffer.from('other'))

    await store.commitBlocks('f1', [blockIdOf(0)], 'text/plain')

    expect([...kept.keys()]).toEqual(['f1.0', 'f10.2'])
  })

  it('takes no file that is larger than any may be', async () => {
    const store = folderFileStore(memoryPlace().place, 'f1')
    const tooLarge = { ...FILE, byte_size: 2 ** 31 + 2 ** 20 + 1 }

    await expect(store.requestUpload(tooLarge, 'content')).rejects.toMatchObject({ code: 'payload_too_large' })
  })
})

describe('a file', () => {
  const names = ['key', 'f2.key', 'f1.0', 'f1.artefacts.0', 'f1.key', 'f10.key', 'f3.0'].map((name) => ({
    name,
    bytesize: 1,
  }))

  it('is there once its key is', () => {
    expect(fileIdsIn(names)).toEqual(['f1', 'f10', 'f2'])
  })

  it('loses its key first when it is deleted', async () => {
    expect(namesOfFile(names, 'f1')).toEqual(['f1.key', 'f1.0', 'f1.artefacts.0'])
    const { place, removed } = memoryPlace()
    for (const { name } of names) await place.write(name, new Uint8Array())

    await removeFile(place, 'f1')

    expect(removed).toEqual(['f1.key', 'f1.0', 'f1.artefacts.0'])
  })
})
