// Proves docs/contract/client-crypto.md, Files: in one piece; docs/contract/vault.md, Files.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { vaultOperations } from '../../shared/contract/index.ts'
import { shareOperations } from '../../shared/contract/shares.ts'
import type { BlockThreads } from '../../src-main/client/files/block-threads.ts'
import { blockThreads } from '../../src-main/client/files/block-threads.ts'
import { createHeldFiles } from '../../src-main/client/files/held-files.ts'
import { createSlotFiles } from '../../src-main/client/files/slot-files.ts'
import { createItem } from '../../src-main/client/items/sealed-items.ts'
import { formatFileKey } from '../../src-main/crypto/files/attachment-key.ts'
import { attachmentKey, copyKey, newAttachmentKey } from '../../src-main/crypto/keys.ts'
import type { FilePerson } from '../support/files/file-people.ts'
import { startFilePeople } from '../support/files/file-people.ts'
import { connectClients, openCopy, shareOne } from '../support/people/client-people.ts'
import { librarySeal, publishedLibrary } from '../support/published/published-library.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import { digest } from '../support/files/file-bytes.ts'

const threads = blockThreads({ threads: 2 })
afterAll(() => threads.close())

describeOverTransports('files that a published client stored in one piece', (start) => {
  let ada: FilePerson
  let bob: FilePerson

  beforeAll(async () => {
    const register = startFilePeople(await start())
    ;[ada, bob] = [await register('Ada'), await register('Bob')]
    await connectClients([ada.client, 'Ada'], [bob.client, 'Bob'])
  })

  const filesOf = ({ client, store }: FilePerson) =>
    createSlotFiles(client, { store, threads }, createHeldFiles(client.account))
  const letter = Buffer.from('Dear Bob, the boat is yours. '.repeat(50_000))

  /** As a published client seals and stores it. @param value of the slot: none where the key is that of the owner */
  async function store(content: Uint8Array, key: Uint8Array, value: string | null) {
    const { account } = ada.client
    const sealed = await librarySeal(publishedLibrary.EncryptionKey.fromBytes(key), content)
    const file = { file: Buffer.from(sealed).toString('base64'), filename: 'letter.txt', content_type: 'text/plain' }
    const { attachment } = await account.call(vaultOperations.attachmentsPost, { body: { attachment: file } })
    const slot = { label: 'Letter', slot_type_name: 'attachment' as const, attachment_id: attachment.id, value }
    const { item, slots } = await createItem(account, {
      ...{ template_name: 'custom', label: 'Boat', tags: [] },
      slots: [slot],
    })
    return { itemId: item.id, slotId: slots[0]?.id ?? '', state: slots[0]?.state }
  }

  it('under a key of their own › are opened whole and in part, and go with their slot until the share ends', async () => {
    const key = newAttachmentKey()
    const { itemId, slotId } = await store(letter, key, formatFileKey({ family: 'published', key }))
    const files = filesOf(ada)

    expect(await files.open(itemId, slotId)).toEqual({
      ...{ filename: 'letter.txt', content_type: 'text/plain', size: letter.length, kind: 'text' },
    })
    const { data } = await files.part(itemId, slotId, { start: 0, bytes: letter.length })
    expect(digest(data)).toBe(digest(letter))
    const part = await files.part(itemId, slotId, { start: letter.length - 6, bytes: 100 })
    expect([Buffer.from(part.data).toString(), part.first, part.byte_size]).toEqual([
      'ours. ',
      letter.length - 6,
      letter.length,
    ])

    const shareId = await shareOne(ada.client, bob.client, itemId)
    const copy = await openCopy(bob.client, itemId)
    const bobs = filesOf(bob)
    const [copied] = copy.slots
    const read = () => bobs.part(copy.item.id, copied?.id ?? '', { start: 0, bytes: 8 })
    expect(Buffer.from((await read()).data).toString()).toBe('Dear Bob')
    await ada.client.account.call(shareOperations.sharesIdDelete, { params: { id: shareId } })
    await expect(read()).rejects.toMatchObject({ status: 404 })
  })

  it('are opened by a thread, and not where the window is served', async () => {
    const key = newAttachmentKey()
    const { itemId, slotId } = await store(letter, key, formatFileKey({ family: 'published', key }))
    const tasks: string[] = []
    const watched: BlockThreads = {
      ...threads,
      run(task, file) {
        tasks.push(task.kind)
        return threads.run(task, file)
      },
    }
    const tools = { store: ada.store, threads: watched }
    const files = createSlotFiles(ada.client, tools, createHeldFiles(ada.client.account))

    await files.open(itemId, slotId)
    await files.part(itemId, slotId, { start: 0, bytes: 8 })

    expect(tasks).toEqual(['open-whole'])
  })

  it('under the data key of their owner › are opened by the owner alone', async () => {
    const key = attachmentKey(copyKey(ada.client.account.keys().dataEncryptionKey))
    const { itemId, slotId, state } = await store(letter, key, null)

    const { data } = await filesOf(ada).part(itemId, slotId, { start: 0, bytes: 8 })

    expect([state, Buffer.from(data).toString()]).toEqual(['empty', 'Dear Bob'])
    await shareOne(ada.client, bob.client, itemId)
    const copy = await openCopy(bob.client, itemId)
    await expect(filesOf(bob).open(copy.item.id, copy.slots[0]?.id ?? '')).rejects.toMatchObject({
      ...{ code: 'value_cannot_be_opened', message: 'The key of this file is missing.' },
    })
  })

  it.each([
    ['under another key', formatFileKey({ family: 'published', key: newAttachmentKey() })],
    ['with a key of our format', formatFileKey({ family: 'pdv1', key: newAttachmentKey() })],
    ['with a value that is no key', 'my passport'],
  ])('%s › are refused with a sentence', async (_, value) => {
    const { itemId, slotId } = await store(letter, newAttachmentKey(), value)

    await expect(filesOf(ada).open(itemId, slotId)).rejects.toMatchObject({ code: 'value_cannot_be_opened' })
  })
})
