// Proves docs/contract/window.md, Folders, Files; docs/contract/client-crypto.md, Files: folders;
// docs/contract/vault.md, Files: folders.

import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attachmentsFolderOperations } from '../../shared/contract/attachments-folders.ts'
import type { Call } from '../../shared/contract/caller.ts'
import type { FilePart } from '../../shared/contract/file-range.ts'
import type { AttachmentsFolder } from '../../shared/contract/files.ts'
import { vaultOperations } from '../../shared/contract/index.ts'
import { MAX_PART_BYTES } from '../../shared/contract/workbench-files.ts'
import type { FolderRow } from '../../shared/contract/workbench-folders.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { draws } from '../support/draws.ts'
import { filesTelling } from '../support/service/bytes-on-disk.ts'
import { windowOverHttp } from '../support/workbench/window-over-http.ts'
import { feedUpload, resumeWhole, startUpload, uploadWhole } from '../support/workbench/window-uploads.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, PASSPHRASE, refusal, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'
import { bytesOf, digest } from '../support/files/file-bytes.ts'
import { describeRows } from '../support/tiers.ts'

const {
  callGet,
  callsGet,
  changePassphrase,
  connectionRows,
  fileRows,
  folderCreate,
  folderDelete,
  folderFileDelete,
  folderFileOpen,
  folderFilePart,
  folderFiles,
  folderLink,
  folderRename,
  folderRows,
  forward,
  invitationAccept,
  invitationCreate,
  itemCreate,
  itemOpen,
  itemRows,
  itemSave,
  shareCreate,
  shareRows,
  sharesRevoke,
  slotFolderFileOpen,
  slotFolderFilePart,
  slotFolderFiles,
  slotReveal,
  uploadForget,
  uploadPause,
  userSignOut,
  userSignIn,
} = workbenchOperations

const NOBODY = '0190d2a8-0000-7000-8000-000000000001'
const LONG = MAX_PART_BYTES + 12_345
const LETTER = Buffer.from('The key is under the mat.')

describeRows('folders of the window %s', [['in process'], ['over HTTP']], (transport) => {
  let workbench: TestWorkbench
  let call: Call
  let ada: string
  let bob: string

  beforeAll(async () => {
    workbench = await openWorkbench()
    const { url, ui } = workbench.application
    call = transport === 'in process' ? workbench.call : (await windowOverHttp(url, ui)).call
    ada = (await registerUser({ call }, 'Ada')).user.id
    bob = (await registerUser({ call }, 'Bob')).user.id
    const { link } = await call(invitationCreate, { params: { user_id: ada }, body: { name: 'Bob' } })
    await call(invitationAccept, { params: { user_id: bob }, body: { link, name: 'Ada' } })
  })

  afterAll(() => stopWorkbench(workbench))

  const params = () => ({ user_id: ada })
  const newFolder = async (label = 'Boat') => (await call(folderCreate, { params: params(), body: { label } })).folder
  const rowOf = async (id: string) =>
    (await call(folderRows, { params: params() })).folders.find((folder) => folder.id === id)
  const filesIn = async (folder_id: string) => (await call(folderFiles, { params: { ...params(), folder_id } })).files
  const put = (folder_id: string, content: Uint8Array, filename = 'letter.txt', content_type = 'text/plain') =>
    uploadWhole(call, ada, { content, filename, content_type, place: { kind: 'folder', folder_id } })
  const newItem = async (label: string) =>
    (await call(itemCreate, { params: params(), body: { label, slots: [{ label: 'Number', value: '12' }] } })).item.id
  const link = async (folder_id: string, body: { item_id: string; slot_id?: string; label?: string }) =>
    (await call(folderLink, { params: { ...params(), folder_id }, body })).link
  /** As a program that knows the service only. */
  const asAda = async (operation: string, parts: object = {}) => {
    const reply = await call(forward, { body: { as: 'user', user_id: ada, operation, ...parts } })
    return reply.body
  }

  async function readWhole(read: (query: { start: number; bytes: number }) => Promise<FilePart>): Promise<Buffer> {
    const pieces: Uint8Array[] = []
    for (let start = 0; ;) {
      const part = await read({ start, bytes: MAX_PART_BYTES })
      pieces.push(part.data)
      start += part.data.length
      if (start >= part.byte_size) return Buffer.concat(pieces)
    }
  }

  /** The folder linked to a new item that is shared with Bob, as Bob has it. */
  async function sharedWithBob(folder: FolderRow) {
    const item_id = await newItem(`Shared ${folder.id}`)
    await link(folder.id, { item_id })
    const recipient_ids = (await call(connectionRows, { params: params() })).rows.map(({ user_id }) => user_id)
    await call(shareCreate, { params: params(), body: { items: [{ item_id }], recipient_ids } })
    const { rows } = await call(itemRows, { params: { user_id: bob }, query: { text: folder.id } })
    const copy = await call(itemOpen, { params: { user_id: bob, item_id: rows[0]?.id ?? '' } })
    const slot = copy.slots.find(({ attachments_folder_id }) => attachments_folder_id === folder.id)
    const shares = await call(shareRows, { params: params(), query: { direction: 'outgoing', item_id } })
    return {
      slot,
      at: { user_id: bob, item_id: copy.item.id, slot_id: slot?.id ?? '' },
      share_ids: shares.rows.map(({ share_id }) => share_id),
    }
  }

  it('a folder › is made, named anew, listed with what it holds, and deleted with its files', async () => {
    const folder = await newFolder('Boat')
    expect(folder).toMatchObject({ label: 'Boat', problem: null, files_count: 0, slots_count: 0, links: [] })

    await put(folder.id, LETTER)
    await put(folder.id, bytesOf(3000), 'two.bin', 'application/octet-stream')
    const at = { params: { ...params(), folder_id: folder.id } }
    const renamed = (await call(folderRename, { ...at, body: { label: 'Our boat' } })).folder

    expect(renamed).toMatchObject({ id: folder.id, label: 'Our boat', files_count: 2 })
    expect(await rowOf(folder.id)).toEqual(renamed)
    expect(renamed.bytes).toBeGreaterThan(3000 + LETTER.length)
    expect((await filesIn(folder.id)).map(({ id: _id, ...facts }) => facts)).toEqual([
      { filename: 'letter.txt', content_type: 'text/plain', size: LETTER.length, problem: null },
      { filename: 'two.bin', content_type: 'application/octet-stream', size: 3000, problem: null },
    ])
    await call(folderDelete, at)
    expect(await rowOf(folder.id)).toBeUndefined()
    for (const refused of [
      call(folderFiles, at),
      call(folderDelete, at),
      call(folderRename, { ...at, body: { label: 'X' } }),
    ]) {
      await expect(refused).rejects.toThrow(refusal('not_found'))
    }
  })

  it.each([0, 1, 1024 * 1024, LONG])('a file of %i bytes › comes back as it was, whole and in part', async (size) => {
    const { id: folder_id } = await newFolder()
    const content = bytesOf(size)

    const upload = await put(folder_id, content, 'film.bin', 'video/mp4')

    expect(upload).toMatchObject({ state: 'done', done_bytes: size, problem: null, item_id: null, slot_id: null })
    const [file] = await filesIn(folder_id)
    const at = { ...params(), folder_id, file_id: file?.id ?? '' }
    expect(await call(folderFileOpen, { params: at })).toEqual({
      ...{ filename: 'film.bin', content_type: 'video/mp4', size, kind: size === 0 ? 'text' : 'other' },
    })
    const whole = await readWhole((query) => call(folderFilePart, { params: at, query }))
    expect(digest(whole)).toBe(digest(content))
    const query = { start: Math.floor(size / 3), bytes: 100 }
    const { data, byte_size } = await call(folderFilePart, { params: at, query })
    expect([byte_size, digest(data)]).toEqual([size, digest(content.subarray(query.start, query.start + 100))])
  })

  it('files of any content and name › survive byte for byte', async () => {
    const { id: folder_id } = await newFolder()
    const names = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).map((name) => name.toWellFormed())
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), names, async (drawn, filename) => {
        const content = new Uint8Array(drawn)
        const before = (await filesIn(folder_id)).map(({ id }) => id)
        await put(folder_id, content, filename, 'text/plain')
        const [file] = (await filesIn(folder_id)).filter(({ id }) => !before.includes(id))
        const at = { ...params(), folder_id, file_id: file?.id ?? '' }
        const { data } = await call(folderFilePart, { params: at, query: { start: 0, bytes: 6000 } })
        expect([file?.filename, digest(data)]).toEqual([filename, digest(content)])
        await call(folderFileDelete, { params: at })
      }),
      { numRuns: draws(8, 200) },
    )
    expect(await filesIn(folder_id)).toEqual([])
  })

  it('tells the service neither its name, nor the names, types and keys of its files', async () => {
    const { id } = await newFolder('A secret boat')
    await put(id, LETTER, 'secret name.txt', 'text/x-secret')

    expect(filesTelling(workbench.directory, ['secret boat', 'secret name', 'x-secret', 'under the mat'])).toEqual([])
    const { calls } = await call(callsGet, { query: { limit: 500 } })
    const kept = await Promise.all(calls.map(({ number }) => call(callGet, { params: { number } })))
    const ofService = JSON.stringify(kept.filter((one) => one.call.api === 'vault'))
    expect(ofService).toContain(id)
    expect(ofService).not.toMatch(/secret (?:boat|name)|x-secret|pdv1\.rk|sig=[\da-f]/)
    expect(calls.filter(({ operation }) => operation?.startsWith('blobStoreFoldersNameFile'))).toEqual([])
  })

  it('an upload into a folder › is paused, goes on, and leaves nothing when it is cancelled', async () => {
    const { id: folder_id } = await newFolder()
    const content = bytesOf(LONG)
    const empty = (await rowOf(folder_id))?.bytes
    const place = { kind: 'folder', folder_id } as const
    const begun = await startUpload(call, ada, { content, place })
    const { upload } = await feedUpload(call, ada, { begun, content, parts: 1 })
    const at = { params: { ...params(), upload_id: upload.id } }
    await call(uploadPause, at)
    expect(await rowOf(folder_id)).toMatchObject({ files_count: 0 })

    const done = await resumeWhole(call, ada, { upload_id: upload.id, content })
    expect(done).toMatchObject({ state: 'done', done_bytes: LONG })
    const [file] = await filesIn(folder_id)
    const read = { ...params(), folder_id, file_id: file?.id ?? '' }
    expect(digest(await readWhole((query) => call(folderFilePart, { params: read, query })))).toBe(digest(content))
    await call(uploadForget, at)
    expect(await filesIn(folder_id)).toHaveLength(1)
    await call(folderFileDelete, { params: read })

    const again = await startUpload(call, ada, { content, place })
    const cut = await feedUpload(call, ada, { begun: again, content, parts: 1 })
    await expect.poll(async () => (await rowOf(folder_id))?.bytes).toBeGreaterThan(empty ?? 0)
    await call(uploadForget, { params: { ...params(), upload_id: cut.upload.id } })
    expect((await rowOf(folder_id))?.bytes).toBe(empty)
  })

  it('takes no file where there is no such folder, or another program made it', async () => {
    const made = (await asAda(attachmentsFolderOperations.attachmentsFoldersPost.id)) as {
      attachments_folder: AttachmentsFolder // by the schema of the operation
    }
    const { id } = made.attachments_folder
    const at = { params: { ...params(), folder_id: id } }

    expect(await rowOf(id)).toMatchObject({ label: null, files_count: 0, slots_count: 0 })
    expect((await rowOf(id))?.problem).toMatch(/^This folder was made by another program.*\.$/)
    await expect(call(folderFiles, at)).rejects.toThrow(refusal('value_cannot_be_opened'))
    await expect(call(folderRename, { ...at, body: { label: 'X' } })).rejects.toThrow(refusal('value_cannot_be_opened'))
    const item_id = await newItem('For a folder')
    await expect(call(folderLink, { ...at, body: { item_id } })).rejects.toThrow(refusal('value_cannot_be_opened'))
    for (const folder_id of [id, NOBODY]) {
      const upload = await put(folder_id, LETTER)
      expect(upload.state).toBe('failed')
      expect(upload.problem).toMatch(/^[A-Z].*\.$/)
      await call(uploadForget, { params: { ...params(), upload_id: upload.id } })
    }
    await call(folderDelete, at)
  })

  it('is linked in a new slot or in an empty one for folders, in which it stays', async () => {
    const folder = await newFolder('Papers')
    const item_id = await newItem('Boat papers')
    const linked = await link(folder.id, { item_id })
    const slots = [
      { label: 'Scans', slot_type_name: 'attachments_folder' as const },
      { label: 'Note', slot_type_name: 'note_text' as const },
    ]
    const made = await call(itemCreate, { params: params(), body: { label: 'Fields', slots } })
    const of = (label: string) => made.slots.find((slot) => slot.label === label)?.id ?? ''
    const fields = { item_id: made.item.id, slot_id: of('Scans') }
    expect(await link(folder.id, fields)).toEqual({ ...fields, item_label: 'Fields' })

    const opened = await call(itemOpen, { params: { ...params(), item_id } })
    const slot = opened.slots.find(({ id }) => id === linked.slot_id)
    expect(slot).toMatchObject({
      ...{ label: 'Papers', slot_type_name: 'attachments_folder', attachments_folder_id: folder.id },
      ...{ state: 'hidden', value: null },
    })
    const at = { params: { ...params(), item_id, slot_id: linked.slot_id } }
    await expect(call(slotReveal, at)).rejects.toThrow(refusal('forbidden'))
    await expect.poll(() => rowOf(folder.id)).toMatchObject({ slots_count: 2, links: { length: 2 } })
    expect((await rowOf(folder.id))?.links).toContainEqual({
      item_id,
      item_label: 'Boat papers',
      slot_id: linked.slot_id,
    })

    await expect(link(folder.id, fields)).rejects.toThrow(refusal('forbidden', 'already'))
    await expect(link(folder.id, { ...fields, slot_id: of('Note') })).rejects.toThrow(
      refusal('forbidden', 'does not take files'),
    )
    await expect(link(folder.id, { ...fields, slot_id: NOBODY })).rejects.toThrow(refusal('not_found'))
    await expect(link(folder.id, { item_id: NOBODY })).rejects.toThrow(refusal('not_found'))
    await expect(link(NOBODY, { item_id })).rejects.toThrow(refusal('not_found'))
    const folderPath = { params: { ...params(), folder_id: folder.id } }
    await expect(call(folderDelete, folderPath)).rejects.toThrow(refusal('attachments_folder_in_use'))
    for (const attachments_folder_id of [null, (await newFolder()).id]) {
      const body = { item: { slots_attributes: [{ id: linked.slot_id, attachments_folder_id }] } }
      expect(await asAda(vaultOperations.itemsIdPut.id, { params: { id: item_id }, body })).toMatchObject({
        errors: [{ error: 'attachments_folder_change_not_permitted' }],
      })
    }
    for (const one of [
      { item_id, id: linked.slot_id },
      { item_id: fields.item_id, id: fields.slot_id },
    ]) {
      const body = { slots: [{ id: one.id, _destroy: true as const }] }
      await call(itemSave, { params: { ...params(), item_id: one.item_id }, body })
    }
    await call(folderDelete, folderPath)
  })

  it('goes with a shared slot to its recipient, who reads what is added later, and nothing once the share ends', async () => {
    const folder = await newFolder()
    await put(folder.id, LETTER)
    const { slot, at, share_ids } = await sharedWithBob(folder)
    expect(slot).toMatchObject({ state: 'hidden', value: null })
    const added = bytesOf(LONG)
    await put(folder.id, added, 'later.bin')

    const { files } = await call(slotFolderFiles, { params: at })
    expect(files.map(({ filename }) => filename)).toEqual(['letter.txt', 'later.bin'])
    const [first, second] = files.map((file) => ({ ...at, file_id: file.id }))
    if (first === undefined || second === undefined) throw new Error('a file is missing')
    expect(await call(slotFolderFileOpen, { params: first })).toMatchObject({ filename: 'letter.txt', kind: 'text' })
    expect(digest(await readWhole((query) => call(slotFolderFilePart, { params: second, query })))).toBe(digest(added))
    const otherwise = { user_id: bob, folder_id: folder.id, file_id: first.file_id }
    await expect(call(folderFiles, { params: otherwise })).rejects.toThrow(refusal('not_found'))
    await expect(call(folderFileDelete, { params: otherwise })).rejects.toThrow(refusal('not_found'))
    await expect(call(folderDelete, { params: otherwise })).rejects.toThrow(refusal('not_found'))
    await expect(call(folderLink, { params: otherwise, body: { item_id: at.item_id } })).rejects.toThrow(
      refusal('not_found'),
    )

    await call(sharesRevoke, { params: params(), body: { share_ids } })

    const query = { start: 0, bytes: 10 }
    // Also what was open: it is asked for again.
    await expect(call(slotFolderFilePart, { params: second, query })).rejects.toThrow(refusal('not_found'))
    await expect(call(slotFolderFileOpen, { params: first })).rejects.toThrow(refusal('not_found'))
    await expect(call(slotFolderFiles, { params: at })).rejects.toThrow(refusal('not_found'))
  })

  it('a file › is deleted by its owner, also for those it is shared with', async () => {
    const folder = await newFolder()
    await put(folder.id, LETTER)
    const before = (await rowOf(folder.id))?.bytes ?? 0
    await put(folder.id, bytesOf(2_500_000), 'two.bin')
    const { at } = await sharedWithBob(folder)
    const [, file] = (await call(slotFolderFiles, { params: at })).files
    const read = { params: { ...at, file_id: file?.id ?? '' }, query: { start: 0, bytes: 10 } }
    await call(slotFolderFilePart, read)
    const file_id = file?.id ?? ''

    await call(folderFileDelete, { params: { ...params(), folder_id: folder.id, file_id } })

    expect((await call(slotFolderFiles, { params: at })).files.map(({ filename }) => filename)).toEqual(['letter.txt'])
    await expect(call(slotFolderFilePart, read)).rejects.toThrow(refusal('not_found'))
    expect((await rowOf(folder.id))?.bytes).toBe(before)
    const gone = { params: { ...params(), folder_id: folder.id, file_id } }
    for (const refused of [call(folderFileDelete, gone), call(folderFileOpen, gone)]) {
      await expect(refused).rejects.toThrow(refusal('not_found'))
    }
  })

  it('a slot without folder, and who is signed out › are refused', async () => {
    const item_id = await newItem('Plain')
    const { slots } = await call(itemOpen, { params: { ...params(), item_id } })
    const at = { ...params(), item_id, slot_id: slots[0]?.id ?? '' }
    await expect(call(slotFolderFiles, { params: at })).rejects.toThrow(refusal('not_found', 'no folder'))
    await expect(call(slotFolderFiles, { params: { ...at, slot_id: NOBODY } })).rejects.toThrow(refusal('not_found'))

    await call(userSignOut, { params: { user_id: bob } })
    for (const refused of [
      call(folderRows, { params: { user_id: bob } }),
      call(fileRows, { params: { user_id: bob } }),
      call(folderCreate, { params: { user_id: bob }, body: { label: 'X' } }),
    ]) {
      await expect(refused).rejects.toThrow(refusal('user_locked'))
    }
    await call(userSignIn, { params: { user_id: bob }, body: { passphrase: PASSPHRASE } })
  })

  it('files of items › are listed with the item and slot that have them, own and received', async () => {
    const place = { kind: 'new_item', label: 'Lent', template_name: 'custom' } as const
    const upload = await uploadWhole(call, ada, { content: LETTER, place, filename: 'lent.txt' })
    const item_id = upload.item_id ?? ''
    const row = { item_id, item_label: 'Lent', own: true, slot_id: upload.slot_id, slot_label: 'lent.txt' }
    await expect
      .poll(async () => (await call(fileRows, { params: params() })).files)
      .toContainEqual(expect.objectContaining({ ...row, filename: 'lent.txt', has_thumbnail: false }))

    const recipient_ids = (await call(connectionRows, { params: params() })).rows.map(({ user_id }) => user_id)
    await call(shareCreate, { params: params(), body: { items: [{ item_id }], recipient_ids } })
    await expect
      .poll(async () => (await call(fileRows, { params: { user_id: bob } })).files)
      .toMatchObject([{ item_label: 'Lent', own: false, slot_label: 'lent.txt', filename: 'lent.txt' }])
  })

  it('the window › is told when folders change', async () => {
    const before = workbench.events.length
    const told = () => workbench.events.slice(before).filter(({ type }) => type === 'folders').length

    const { id } = await newFolder()
    expect(told()).toBe(1)
    await put(id, LETTER)
    expect(told()).toBe(2)
    await call(folderDelete, { params: { ...params(), folder_id: id } })
    expect(told()).toBe(3)
  })

  it('opens still after the keys of its owner were made anew', async () => {
    const { id } = await newFolder('Kept')
    await put(id, LETTER)
    const body = { passphrase: PASSPHRASE, new_passphrase: 'another horse battery staple', new_keys: true }
    await call(changePassphrase, { params: params(), body })
    const loginPair = () => asAda('keystore.keypairsExternalIdExternalIdGet', { params: { external_id: 'auth' } })
    const metadata = { resealed_data_encryption_keys: [expect.any(String)] }
    await expect.poll(loginPair).toMatchObject({ keypair: { metadata } })
    await call(userSignOut, { params: params() })
    await call(userSignIn, { params: params(), body: { passphrase: body.new_passphrase } })

    expect(await rowOf(id)).toMatchObject({ label: 'Kept', files_count: 1 })
    const [file] = await filesIn(id)
    const at = { ...params(), folder_id: id, file_id: file?.id ?? '' }
    const { data } = await call(folderFilePart, { params: at, query: { start: 0, bytes: 100 } })
    expect(Buffer.from(data)).toEqual(LETTER)
  })
})

/** The same ones each time, and no text. */
