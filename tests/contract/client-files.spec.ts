// Proves docs/contract/client-crypto.md, Files: keys, Files: formats, Files: uploading, Files: downloading;
// docs/contract/vault.md, Files, Files: block store.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareOperations } from '../../shared/contract/shares.ts'
import type { FileStore } from '../../src-main/client/files/file-store.ts'
import { blockThreads } from '../../src-main/client/files/block-threads.ts'
import { sourceFromBytes } from '../../src-main/client/files/file-source.ts'
import type { OpenedFile } from '../../src-main/client/files/open-file.ts'
import { createHeldFiles } from '../../src-main/client/files/held-files.ts'
import { createSlotFiles } from '../../src-main/client/files/slot-files.ts'
import { openFile, readFileBytes } from '../../src-main/client/files/open-file.ts'
import type { Upload, UploadedFile } from '../../src-main/client/files/upload-file.ts'
import { uploadFile } from '../../src-main/client/files/upload-file.ts'
import { revealSlot } from '../../src-main/client/items/open-items.ts'
import { linkedFile, linkFile, startFilePeople } from '../support/files/file-people.ts'
import type { FilePerson } from '../support/files/file-people.ts'
import { memoryJournal } from '../support/files/memory-journal.ts'
import { publishedDownload, publishedUpload, storeParts } from '../support/files/published-file-client.ts'
import { connectClients, openCopy, shareOne } from '../support/people/client-people.ts'
import { forgedShare } from '../support/people/forged-share.ts'
import { describeOverTransports, startService } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { bytesOf, digest } from '../support/files/file-bytes.ts'

const BLOCK = 1_048_576
const SIZES = [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3.5 * BLOCK]
const HOUR_MS = 60 * 60 * 1000
const FILE = { filename: 'passport.pdf', content_type: 'application/pdf' }
const threads = blockThreads({ threads: 2 })
afterAll(() => threads.close())

describeOverTransports('files of clients', (start) => {
  let running: TestService
  let ada: FilePerson
  let bob: FilePerson
  let eve: FilePerson

  beforeAll(async () => {
    running = await start()
    const register = startFilePeople(running)
    ;[ada, bob, eve] = [await register('Ada'), await register('Bob'), await register('Eve')]
    await connectClients([ada.client, 'Ada'], [bob.client, 'Bob'])
  })

  describe.each(['pdv1', 'published'] as const)('in the format %s', (family) => {
    it.each(SIZES.filter((size) => family === 'pdv1' || size > 0))(
      'of %i bytes › come back to their owner as they were, whole and in part',
      async (size) => {
        const content = bytesOf(size)
        const itemId = await linkFile(ada, await upload(ada, content, { family }))

        const file = await open(ada, await linkedFile(ada, itemId))

        expect([file.size, file.names]).toEqual([size, FILE])
        expect(digest(await readFileBytes(file))).toBe(digest(content))
        const range = { start: Math.floor(size / 3), end: Math.ceil(size / 2) }
        expect(digest(await readFileBytes(file, { range }))).toBe(digest(content.subarray(range.start, range.end)))
        file.close()
      },
    )

    it('go with their slot to who it is shared with, and to nobody else; no window sees the key', async () => {
      const content = bytesOf(BLOCK + 5)
      const uploaded = await upload(ada, content, { family })
      const itemId = await linkFile(ada, uploaded)
      const shareId = await shareOne(ada.client, bob.client, itemId)

      const copy = await openCopy(bob.client, itemId)
      const file = await open(bob, await linkedFile(bob, copy.item.id))

      expect(copy.slots.map(({ state, value }) => [state, value])).toEqual([['hidden', null]])
      const [slot] = copy.slots
      await expect(revealSlot(bob.client, copy.item.id, slot?.id ?? '')).rejects.toMatchObject({ code: 'forbidden' })
      expect(digest(await readFileBytes(file))).toBe(digest(content))
      await expect(open(eve, uploaded)).rejects.toMatchObject({ status: 404 })

      await ada.client.account.call(shareOperations.sharesIdDelete, { params: { id: shareId } })

      await expect(open(bob, uploaded)).rejects.toMatchObject({ status: 404 })
      await expect(readFileBytes(file)).rejects.toMatchObject({ status: 404 })
      expect(digest(await readFileBytes(await open(ada, uploaded)))).toBe(digest(content))
    })

    it('whose upload was interrupted › go on where it ended', async () => {
      const content = bytesOf(3.5 * BLOCK)
      const journal = memoryJournal()
      const { store, calls } = endingAfter(ada.store, 'putBlock', 2)
      await expect(upload({ ...ada, store }, content, { family, journal })).rejects.toThrow('the program ended')
      expect(calls()).toBe(2)

      const again = endingAfter(ada.store, 'putBlock', Infinity)
      const resumed = memoryJournal(journal.lines)
      const uploaded = await upload({ ...ada, store: again.store }, content, { family, journal: resumed })

      expect(again.calls()).toBe(2 + 1) // of the file, and the artefacts
      expect(digest(await readFileBytes(await open(ada, uploaded)))).toBe(digest(content))
    })

    it.each<[string, keyof FileStore, number]>([
      ['its address expired', 'putBlock', 2],
      ['its blocks were joined', 'createAttachment', 0],
    ])('whose upload was interrupted when %s › go to another address', async (what, call, calls) => {
      const content = bytesOf(3.5 * BLOCK)
      const journal = memoryJournal()
      const { store } = endingAfter(ada.store, call, calls)
      await expect(upload({ ...ada, store }, content, { family, journal })).rejects.toThrow('the program ended')
      if (what === 'its address expired') running.clock.advanceMs(HOUR_MS + 1000)

      const uploaded = await upload(ada, content, { family, journal: memoryJournal(journal.lines) })

      expect(digest(await readFileBytes(await open(ada, uploaded)))).toBe(digest(content))
    })
  })

  it('of published clients › are read by ours, and ours by published clients', async () => {
    const content = bytesOf(2 * BLOCK + 77)

    const theirs = await publishedUpload(ada.raw, FILE, content)
    const ours = await upload(ada, content, { family: 'published' })

    const file = await open(ada, await linkedFile(ada, await linkFile(ada, theirs)))
    expect(file.names).toEqual(FILE)
    expect(digest(await readFileBytes(file))).toBe(digest(content))
    expect(digest(await publishedDownload(ada.raw, ours.attachmentId, ours.keyText))).toBe(digest(content))
  })

  it('whose key somebody changed on the way › open for nobody, and show nothing of themselves', async () => {
    await connectClients([bob.client, 'Bob'], [eve.client, 'Eve'])
    const itemId = await linkFile(ada, await upload(ada, bytesOf(10), {}))
    const { keyText } = await upload(ada, bytesOf(10), {})
    const shareId = await shareOne(ada.client, bob.client, itemId, { onsharing_permitted: true })
    await openCopy(bob.client, itemId)
    const forged = await forgedShare({ sender: bob.client, recipient: eve.client, shareId }, { Passport: keyText })
    await bob.client.account.call(shareOperations.itemsSharesPost, { body: { shares: [forged] } })

    const copy = await openCopy(eve.client, itemId)
    const files = slotFilesOf(eve)
    const slotId = copy.slots[0]?.id ?? ''

    expect(copy.slots).toMatchObject([{ state: 'cannot_open', value: null, verification: 'changed' }])
    const range = { start: 0, bytes: 10 }
    for (const reading of [
      files.open(copy.item.id, slotId),
      files.part(copy.item.id, slotId, range),
      files.thumbnail(copy.item.id, slotId, 256),
    ]) {
      await expect(reading).rejects.toMatchObject({
        code: 'value_cannot_be_opened',
        message: expect.stringContaining('is not the one its owner wrote') as string,
      })
    }
    expect((await slotFilesOf(bob).open(...(await firstSlot(bob, itemId)))).size).toBe(10)
  })

  it('with the longest name there may be › are kept with it', async () => {
    const file = { ...FILE, filename: `${'a'.repeat(1_020)}.pdf` }

    const uploaded = await upload(ada, bytesOf(10), { file })

    expect((await open(ada, uploaded)).names).toEqual(file)
  })

  it('longer than one answer holds › are read whole, to their end and no further', async () => {
    const bytes = bytesOf(9 * BLOCK + 5)
    const parts = [bytes.subarray(0, 5 * BLOCK), bytes.subarray(5 * BLOCK)]
    const id = await storeParts(ada.store, FILE, [parts, [Buffer.from('{}')]])
    const { main, encryption_artifact } = await ada.store.getAttachment(id)
    const into = new Uint8Array(bytes.length)

    expect(main.bytesize).toBe(bytes.length)
    expect([await ada.store.readInto(main.url, 1, into), digest(into.subarray(0, -1))]).toEqual([
      bytes.length - 1,
      digest(bytes.subarray(1)),
    ])
    expect(await ada.store.readInto(main.url, bytes.length, into)).toBe(0)
    expect(digest(await ada.store.readWhole(main.url, bytes.length))).toBe(digest(bytes))
    expect(Buffer.from(await ada.store.readWhole(encryption_artifact.url, 2)).toString()).toBe('{}')
    await expect(ada.store.readWhole(main.url, bytes.length - 1)).rejects.toMatchObject({ code: 'payload_too_large' })
  })
})

it('a block › is kept as it was, whatever becomes of the memory it came in', async () => {
  const started = startService()
  const send: TestService['send'] = (request) => started.service.dispatch(request)
  const running = { ...started, send, close: () => Promise.resolve() }
  const { store } = await startFilePeople(running)('Ada')
  const forgetful: FileStore = {
    ...store,
    async putBlock(url, blockId, bytes) {
      await store.putBlock(url, blockId, bytes)
      bytes.fill(0)
    },
  }

  const id = await storeParts(forgetful, FILE, [[Buffer.from('sealed')], [Buffer.from('{}')]])

  const { main } = await store.getAttachment(id)
  const read = await store.readWhole(main.url, 6)
  expect(Buffer.from(read).toString()).toBe('sealed')
  read.fill(0)
  expect(Buffer.from(await store.readWhole(main.url, 6)).toString()).toBe('sealed')
})

function upload({ client, store }: FilePerson, content: Uint8Array, more: Partial<Upload>): Promise<UploadedFile> {
  const source = sourceFromBytes(content)
  const usual = { source, file: FILE, family: 'pdv1', keys: client.account.keys(), journal: memoryJournal() } as const
  return uploadFile({ store, threads }, { ...usual, ...more })
}

/** The item and slot under which somebody holds a copy. */
async function firstSlot({ client }: FilePerson, originalId: string): Promise<[string, string]> {
  const { item, slots } = await openCopy(client, originalId)
  return [item.id, slots[0]?.id ?? '']
}

function slotFilesOf({ client, store }: FilePerson) {
  return createSlotFiles(client, { store, threads }, createHeldFiles(client.account))
}

function open({ store }: FilePerson, { attachmentId, keyText }: UploadedFile): Promise<OpenedFile> {
  return openFile({ store, threads }, attachmentId, keyText)
}

/** A store whose program ends with the call after so many of this kind. */
function endingAfter(store: FileStore, ending: keyof FileStore, most: number) {
  let made = 0
  const counted = (...parts: never[]) => {
    if (made >= most) return Promise.reject(new Error('the program ended'))
    made += 1
    return (store[ending] as (...sent: never[]) => Promise<never>)(...parts)
  }
  return { store: { ...store, [ending]: counted }, calls: () => made }
}

/** No two blocks of it are alike. */
