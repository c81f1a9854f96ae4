// Proves docs/contract/client-crypto.md, Files: uploading, Files: downloading, Files: formats, Files: blocks.

import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { draws } from '../../../tests/support/draws.ts'
import { memoryFileStore, refusal } from '../../../tests/support/files/memory-file-store.ts'
import type { MemoryFileStore } from '../../../tests/support/files/memory-file-store.ts'
import { memoryJournal } from '../../../tests/support/files/memory-journal.ts'
import { publishedDownload, publishedUpload, storeParts } from '../../../tests/support/files/published-file-client.ts'
import { attachmentSubKeyFor, formatFileKey } from '../../crypto/files/attachment-key.ts'
import { writeArtefacts } from '../../crypto/files/file-artefacts.ts'
import { newAttachmentKey, newDataEncryptionKey } from '../../crypto/keys.ts'
import { sodium } from '../../crypto/sodium.ts'
import { blockThreads } from './block-threads.ts'
import { sourceFromBytes, sourceFromPath, sourceFromStream } from './file-source.ts'
import { fileUploadJournal } from './file-upload-journal.ts'
import { openFile, readFileBytes } from './open-file.ts'
import { pauseGate } from './pause-gate.ts'
import type { Upload, UploadedFile } from './upload-file.ts'
import { uploadFile } from './upload-file.ts'
import { bytesOf, digest } from '../../../tests/support/files/file-bytes.ts'
import { describeRows, itRows } from '../../../tests/support/tiers.ts'

const BLOCK = 1_048_576
const FILE = { filename: 'passport.pdf', content_type: 'application/pdf' }
const threads = blockThreads({ threads: 2 })
const keys = { dataEncryptionKey: newDataEncryptionKey() }
let store: MemoryFileStore
beforeEach(() => {
  store = memoryFileStore()
})
afterAll(() => threads.close())

describeRows('a file in the format %s', [['pdv1'], ['published']] as const, (family) => {
  it.each(
    [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 7 * BLOCK + 123].filter((size) => family === 'pdv1' || size > 0),
  )('of %i bytes comes back as it was', async (size) => {
    const content = bytesOf(size)

    const uploaded = await upload(content, { family })

    const file = await openFile({ store, threads }, uploaded.attachmentId, uploaded.keyText)
    expect(file.size).toBe(size)
    expect(file.names).toEqual(FILE)
    expect(digest(await readFileBytes(file))).toBe(digest(content))
    expect(Buffer.concat(store.blobs.map(({ committed }) => committed ?? Buffer.of())).includes('0123456789')).toBe(
      false,
    )
    file.close()
  })

  it('is read in any part', async () => {
    const content = bytesOf(3 * BLOCK + 5000)
    const { attachmentId, keyText } = await upload(content, { family })
    const file = await openFile({ store, threads }, attachmentId, keyText)
    expect(file.canSeek).toBe(true)
    const position = fc.oneof(
      fc.integer({ min: 0, max: content.length }),
      fc.constantFrom(0, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK, content.length),
    )

    await fc.assert(
      fc.asyncProperty(position, position, async (one, other) => {
        const range = { start: Math.min(one, other), end: Math.max(one, other) }
        expect(digest(await readFileBytes(file, { range }))).toBe(digest(content.subarray(range.start, range.end)))
      }),
      { numRuns: draws(12, 300) },
    )
    await expect(file.read(() => undefined, { range: { start: 0, end: content.length + 1 } })).rejects.toThrow(
      RangeError,
    )
  })

  it('fetches for a part no more than its blocks', async () => {
    const { attachmentId, keyText } = await upload(bytesOf(4 * BLOCK), { family })
    const file = await openFile({ store, threads }, attachmentId, keyText)
    let reads = 0
    store.before = (call) => void (reads += call === 'readInto' ? 1 : 0)

    await readFileBytes(file, { range: { start: 2 * BLOCK + 10, end: 2 * BLOCK + 20 } })

    expect(reads).toBe(1)
  })

  it.each<[string, (stored: Buffer, blockBytes: number) => Buffer]>([
    ['a bit flipped', (stored) => Buffer.from(stored).fill((stored[BLOCK + 99] ?? 0) ^ 4, BLOCK + 99, BLOCK + 100)],
    ['cut by a byte', (stored) => stored.subarray(0, -1)],
    ['without its last block', (stored, block) => stored.subarray(0, 2 * block)],
    ['with two blocks swapped', (stored, block) => swapped(stored, block)],
    [
      'with one block twice',
      (stored, block) =>
        Buffer.concat([stored.subarray(0, block), stored.subarray(0, block), stored.subarray(2 * block)]),
    ],
    ['of nothing', () => Buffer.of()],
  ])('is refused %s', async (_, change) => {
    const { attachmentId, keyText } = await upload(bytesOf(2 * BLOCK + 100), { family })
    const [main] = store.blobs
    if (main?.committed === undefined) throw new Error('it was stored')
    main.committed = change(main.committed, family === 'pdv1' ? BLOCK + 16 : BLOCK)
    const file = await openFile({ store, threads }, attachmentId, keyText)

    await expect(readFileBytes(file)).rejects.toMatchObject({ code: 'cannot_open', message: /^block \d of 3/ })
  })

  it('is refused under another key, and with a key of the other format', async () => {
    const { attachmentId } = await upload(bytesOf(10), { family })
    const opened = await openFile({ store, threads }, attachmentId, formatFileKey({ family, key: newAttachmentKey() }))
    const other = formatFileKey({ family: family === 'pdv1' ? 'published' : 'pdv1', key: newAttachmentKey() })

    await expect(readFileBytes(opened)).rejects.toMatchObject({ code: 'cannot_open' })
    await expect(openFile({ store, threads }, attachmentId, other)).rejects.toMatchObject({ code: 'wrong_key' })
  })
})

describe('our format', () => {
  it('is refused with a block more or less, even when the artefacts say so', async () => {
    const { attachmentId, keyText } = await upload(bytesOf(3 * BLOCK), {})
    const [main, artefacts] = store.blobs
    if (main?.committed === undefined || artefacts?.committed === undefined) throw new Error('both were stored')
    const told = JSON.parse(artefacts.committed.toString()) as { size: number; range: string[] }
    artefacts.committed = Buffer.from(JSON.stringify({ ...told, size: 2 * BLOCK, range: told.range.slice(0, 2) }))
    Object.assign(main, { byte_size: 2 * (BLOCK + 16) })

    const file = await openFile({ store, threads }, attachmentId, keyText)

    await expect(readFileBytes(file)).rejects.toMatchObject({ code: 'cannot_open' })
  })

  it('is refused when the size stored is not the size described', async () => {
    const { attachmentId, keyText } = await upload(bytesOf(100), {})
    Object.assign(store.blobs[0] ?? {}, { byte_size: 5 })

    await expect(openFile({ store, threads }, attachmentId, keyText)).rejects.toMatchObject({
      code: 'artefacts_invalid',
    })
  })

  it('tells the service no name where it is to be hidden', async () => {
    const uploaded = await upload(bytesOf(5), { hidesNames: true })

    expect(store.blobs.map(({ filename, content_type }) => [filename, content_type])).toEqual([
      ['attachment.bin', 'application/octet-stream'],
      ['attachment.bin.encryption_artifacts', 'application/json'],
    ])
    const file = await openFile({ store, threads }, uploaded.attachmentId, uploaded.keyText)
    expect(file.names).toEqual(FILE)
  })

  it('makes two uploads of the same bytes that have nothing in common', async () => {
    await upload(bytesOf(BLOCK + 1), {})
    await upload(bytesOf(BLOCK + 1), {})

    expect(store.blobs[0]?.committed?.equals(store.blobs[2]?.committed ?? Buffer.of())).toBe(false)
  })
})

describe('a stream of several blocks, as other clients of our format may write', () => {
  const content = bytesOf(2 * BLOCK + 500)

  it('is read, also in part, from its front', async () => {
    const { attachmentId, keyText } = await storeStream(content)
    const file = await openFile({ store, threads }, attachmentId, keyText)
    const range = { start: BLOCK + 7, end: 2 * BLOCK + 9 }

    expect(file.canSeek).toBe(false)
    expect(digest(await readFileBytes(file))).toBe(digest(content))
    expect(digest(await readFileBytes(file, { range }))).toBe(digest(content.subarray(range.start, range.end)))
  })

  it('is refused with two blocks swapped', async () => {
    const { attachmentId, keyText } = await storeStream(content)
    const [main] = store.blobs
    if (main?.committed === undefined) throw new Error('it was stored')
    main.committed = swapped(main.committed, BLOCK + 17)
    const file = await openFile({ store, threads }, attachmentId, keyText)

    await expect(readFileBytes(file)).rejects.toMatchObject({ code: 'cannot_open', message: /^block 1 of 3/ })
  })

  async function storeStream(of: Uint8Array): Promise<UploadedFile> {
    const key = newAttachmentKey()
    const { state, header } = sodium.crypto_secretstream_xchacha20poly1305_init_push(attachmentSubKeyFor(key, 'blocks'))
    const layout = { format: 'pdv1.ss', size: of.length, blockBytes: BLOCK } as const
    const blocks = Array.from({ length: 3 }, (_, index) => {
      const bound = Buffer.concat([Buffer.from('pdv1.ss'), Uint8Array.of(0, 0, 0, 0, 0, 0, 0, index)])
      const block = of.subarray(index * BLOCK, (index + 1) * BLOCK)
      return sodium.crypto_secretstream_xchacha20poly1305_push(state, block, bound, index === 2 ? 3 : 0)
    })
    const attachmentId = await storeParts(store, FILE, [blocks, [writeArtefacts({ layout, header })]])
    return { attachmentId, keyText: formatFileKey({ family: 'pdv1', key }) }
  }
})

describe('published clients', () => {
  it('read what we wrote for them', async () => {
    const content = bytesOf(2 * BLOCK + 77)
    const { attachmentId, keyText } = await upload(content, { family: 'published' })

    expect(digest(await publishedDownload(store, attachmentId, keyText))).toBe(digest(content))
  })

  it('write what we read', async () => {
    const content = bytesOf(2 * BLOCK + 77)
    const { attachmentId, keyText } = await publishedUpload(store, FILE, content)

    const file = await openFile({ store, threads }, attachmentId, keyText)

    expect(file.names).toEqual(FILE)
    expect(digest(await readFileBytes(file))).toBe(digest(content))
  })
})

describe('uploadFile', () => {
  const content = bytesOf(6 * BLOCK + 10)

  it('names blocks, declares sizes and links both blobs as the protocol has it', async () => {
    const sent: string[] = []
    store.before = (call) => void sent.push(call)

    await upload(bytesOf(BLOCK + 1), {})

    expect([...(store.blobs[0]?.blocks.keys() ?? [])].sort()).toEqual(['YmxvY2sgICAgMA==', 'YmxvY2sgICAgMQ=='])
    expect(store.blobs.map(({ filename, byte_size }) => [filename, byte_size])).toEqual([
      ['passport.pdf', BLOCK + 1 + 2 * 16],
      ['passport.pdf.encryption_artifacts', store.blobs[1]?.committed?.length],
    ])
    expect(sent.filter((call) => call !== 'putBlock')).toEqual([
      ...['requestUpload', 'commitBlocks', 'requestUpload', 'commitBlocks', 'createAttachment'],
    ])
  })

  it('says how far it is, and never has more blocks under way than it has memory for', async () => {
    const progress: [number, number][] = []
    let [running, most] = [0, 0]
    store.before = async (call) => {
      if (call !== 'putBlock') return
      running += 1
      most = Math.max(most, running)
      await new Promise(setImmediate)
      running -= 1
    }

    await upload(bytesOf(20 * BLOCK), { onProgress: (...told) => progress.push(told) })

    expect(progress).toHaveLength(20)
    expect(progress.at(-1)).toEqual([20 * BLOCK, 20 * BLOCK])
    expect(most).toBeLessThanOrEqual(threads.threads + 3)
  })

  it('waits while it is paused', async () => {
    const gate = pauseGate()
    const done = upload(content, {
      gate,
      onProgress: (bytes) => {
        if (bytes === BLOCK) gate.pause()
      },
    })
    await untilQuiet()
    const whilePaused = store.blobs[0]?.blocks.size ?? 0

    gate.resume()
    await done

    expect(whilePaused).toBeLessThan(7)
    expect(store.attachments).toHaveLength(1)
  })

  it('ends when it is cancelled, paused or not, and forgets what it noted', async () => {
    const journal = memoryJournal()
    const gate = pauseGate()
    const controller = new AbortController()
    gate.pause()
    const done = upload(content, { gate, journal, signal: controller.signal })

    controller.abort(new Error('cancelled by a person'))

    await expect(done).rejects.toThrow('cancelled by a person')
    expect(journal.lines).toEqual([])
    expect(store.attachments).toEqual([])
  })

  itRows('goes on after a crash, in the format %s', [['pdv1'], ['published']] as const, async (family) => {
    const journal = memoryJournal()
    await crashAfter(3, { family, journal })
    const storedBefore = [...(store.blobs[0]?.blocks ?? [])].map(([id, bytes]) => [id, digest(bytes)] as const)
    let puts = 0
    store.before = (call, url) => {
      if (call === 'putBlock' && url?.includes('blob-key-1?') === true) puts += 1
    }

    const { attachmentId, keyText } = await upload(content, { family, journal: memoryJournal(journal.lines) })

    const file = await openFile({ store, threads }, attachmentId, keyText)
    expect(digest(await readFileBytes(file))).toBe(digest(content))
    expect(puts).toBeLessThan(7)
    if (family === 'pdv1') {
      for (const [id, before] of storedBefore)
        expect(digest(store.blobs[0]?.blocks.get(id) ?? Buffer.of())).toBe(before)
    }
  })

  it('goes on when the journal ends in half a line', async () => {
    const journal = memoryJournal()
    await crashAfter(2, { journal })

    const again = memoryJournal([...journal.lines, '{"made":[6,"ab'])
    const { attachmentId, keyText } = await upload(content, { journal: again })

    const file = await openFile({ store, threads }, attachmentId, keyText)
    expect(digest(await readFileBytes(file))).toBe(digest(content))
  })

  it('starts anew with another key when the content of a block that was made is another one', async () => {
    const journal = memoryJournal()
    await crashAfter(3, { journal })
    const changed = Buffer.from(content).fill(1, 100, 101)

    const { attachmentId, keyText } = await upload(changed, { journal: memoryJournal(journal.lines) })

    const file = await openFile({ store, threads }, attachmentId, keyText)
    expect(digest(await readFileBytes(file))).toBe(digest(changed))
    expect(store.blobs.map(({ filename }) => filename)).toEqual([
      ...['passport.pdf', 'passport.pdf', 'passport.pdf.encryption_artifacts'],
    ])
  })

  it('starts anew when the size is another one, or the journal is of another user', async () => {
    const journal = memoryJournal()
    await crashAfter(3, { journal })

    await upload(content.subarray(1), { journal: memoryJournal(journal.lines) })
    await upload(content, {
      journal: memoryJournal(journal.lines),
      keys: { dataEncryptionKey: newDataEncryptionKey() },
    })

    expect(store.blobs.filter(({ filename }) => filename === 'passport.pdf')).toHaveLength(3)
  })

  it('never puts two contents under one nonce, whenever it ends and whatever changes', async () => {
    const blockOf = fc.record({
      crashAfter: fc.integer({ min: 0, max: 4 }),
      changedBlock: fc.integer({ min: 0, max: 4 }),
    })
    // The last upload finds so many blocks stored that it is whole before its program ends.
    const backToWhatItWas = [0, 3, 3].map((blocks) => ({ crashAfter: blocks, changedBlock: 4 }))
    await fc.assert(
      fc.asyncProperty(fc.array(blockOf, { maxLength: 4 }), async (steps) => {
        store = memoryFileStore()
        const seen = new Map<string, string>()
        let current = Buffer.from(content.subarray(0, 4 * BLOCK + 1))
        let lines: readonly string[] = []
        for (const step of steps) {
          const journal = memoryJournal(lines)
          await endsAfter(step.crashAfter, { journal }, current) // or it is whole before, where enough was stored already
          lines = journal.lines
          current = Buffer.from(current)
          current[step.changedBlock * BLOCK] = (current[step.changedBlock * BLOCK] ?? 0) ^ 1
          noteAll(seen)
        }
        await upload(current, { journal: memoryJournal(lines) })
        noteAll(seen)
      }),
      { numRuns: draws(8, 200), examples: [[backToWhatItWas]] },
    )
  })

  it('asks for another place when the first one has expired, with the same key', async () => {
    let puts = 0
    store.before = (call, url) => {
      if (call === 'putBlock' && url?.includes('blob-key-1?') === true && ++puts > 3) throw refusal(410)
    }

    const { attachmentId, keyText } = await upload(content, {})

    const file = await openFile({ store, threads }, attachmentId, keyText)
    expect(digest(await readFileBytes(file))).toBe(digest(content))
    for (const [id, bytes] of store.blobs[0]?.blocks ?? []) expect(store.blobs[1]?.blocks.get(id)).toEqual(bytes)
  })

  it('says what the store refuses, and can be tried again', async () => {
    const journal = memoryJournal()
    store.before = (call) => {
      if (call === 'putBlock') throw refusal(507)
    }
    await expect(upload(content, { journal })).rejects.toMatchObject({ status: 507 })
    store.before = () => undefined

    await upload(content, { journal: memoryJournal(journal.lines) })

    expect(store.attachments).toHaveLength(1)
  })

  it.each([
    ['shorter', -1],
    ['longer', 1],
  ])('refuses a source that is %s than it said', async (_, difference) => {
    const pieces = piecesOf(bytesOf(BLOCK + 10 + difference))

    const done = upload(content, { source: sourceFromStream(pieces, BLOCK + 10) })

    await expect(done).rejects.toMatchObject({ code: 'source_changed' })
    expect(store.attachments).toEqual([])
  })

  it('notes nothing of the file that could be read without the key of its user', async () => {
    const journal = memoryJournal()
    await crashAfter(3, { journal })

    expect(journal.lines.join('\n')).not.toMatch(/passport|pdf|blob-key|http/)
    expect(journal.lines.join('\n')).not.toContain(
      createHash('sha256').update(content.subarray(0, BLOCK)).digest('base64url'),
    )
  })

  it('reads a file of the computer and notes in another', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vaultbench-files-'))
    try {
      writeFileSync(join(folder, 'source'), content)
      const source = await sourceFromPath(join(folder, 'source'))
      const path = join(folder, 'journal')
      await crashAfter(3, { source, journal: fileUploadJournal(path) })
      expect((await fileUploadJournal(path).read()).length).toBeGreaterThan(3)

      const { attachmentId, keyText } = await upload(content, { source, journal: fileUploadJournal(path) })

      const file = await openFile({ store, threads }, attachmentId, keyText)
      expect(digest(await readFileBytes(file))).toBe(digest(content))
      expect(store.blobs.filter(({ filename }) => filename === 'passport.pdf')).toHaveLength(1)
      expect(await fileUploadJournal(path).read()).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  /** The store answers no more after so many blocks, as when the program ended. */
  async function crashAfter(blocks: number, options: Partial<Upload>): Promise<void> {
    expect(await endsAfter(blocks, options, content)).toBe(true)
  }

  /** @returns whether the program ended before the upload did */
  async function endsAfter(blocks: number, options: Partial<Upload>, of: Uint8Array): Promise<boolean> {
    const ended = new Error('the program ended')
    let puts = 0
    store.afterPut = () => {
      if (++puts > blocks) throw ended
    }
    try {
      await upload(of, options)
      return false
    } catch (error) {
      expect(error).toBe(ended)
      return true
    } finally {
      store.afterPut = () => undefined
    }
  }

  /** Two sealed blocks that begin alike were sealed with the same key stream. */
  function noteAll(seen: Map<string, string>): void {
    for (const blob of store.blobs.filter(({ filename }) => filename === FILE.filename)) {
      for (const [id, bytes] of [...blob.blocks].filter(([, { length }]) => length > BLOCK)) {
        const place = `${id} ${bytes.subarray(1000, 1032).toString('hex')}`
        const whole = digest(bytes)
        if (seen.get(place) !== undefined) expect(seen.get(place)).toBe(whole)
        seen.set(place, whole)
      }
    }
  }
})

async function upload(content: Uint8Array, options: Partial<Upload>): Promise<UploadedFile> {
  const source = sourceFromBytes(content)
  return uploadFile(
    { store, threads },
    { source, file: FILE, family: 'pdv1', keys, journal: memoryJournal(), ...options },
  )
}

/** No two blocks of it are alike, and it can be recognized. */
async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 100_003) {
    await Promise.resolve()
    yield bytes.subarray(at, at + 100_003)
  }
}

function swapped(stored: Buffer, block: number): Buffer {
  return Buffer.concat([stored.subarray(block, 2 * block), stored.subarray(0, block), stored.subarray(2 * block)])
}

/** Until nothing more is stored. */
async function untilQuiet(): Promise<void> {
  let before = -1
  let quiet = 0
  while (quiet < 200) {
    await new Promise(setImmediate)
    const now = store.blobs[0]?.blocks.size ?? 0
    quiet = now === before && now > 0 ? quiet + 1 : 0
    before = now
  }
}
