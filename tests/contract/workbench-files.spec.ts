// Proves docs/contract/window.md, Files; docs/contract/client-crypto.md, Files: uploading, Files: downloading.

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Call } from '../../shared/contract/caller.ts'
import { vaultOperations } from '../../shared/contract/index.ts'
import type { FilePlace, Upload } from '../../shared/contract/workbench-files.ts'
import { MAX_PART_BYTES } from '../../shared/contract/workbench-files.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { windowOverHttp } from '../support/workbench/window-over-http.ts'
import { feedUpload, resumeWhole, startUpload, uploadWhole } from '../support/workbench/window-uploads.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, refusal, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'
import { bytesOf, digest } from '../support/files/file-bytes.ts'
import { describeRows } from '../support/tiers.ts'

const {
  connectionRows,
  invitationAccept,
  invitationCreate,
  shareCreate,
  callsGet,
  callGet,
  folderCreate,
  forward,
  itemCreate,
  itemOpen,
  itemRows,
  itemSave,
  slotFileOpen,
  slotFilePart,
  slotReveal,
  slotThumbnailGet,
  slotThumbnailPut,
  uploadForget,
  uploadPart,
  uploadPause,
  uploadResume,
  uploadRows,
  uploadStart,
  uploadWanted,
  userSignIn,
  userSignOut,
  workspaceLock,
  workspaceOpen,
  statusGet,
} = workbenchOperations

const MEBIBYTE = 1024 * 1024
const LONG = 2 * MAX_PART_BYTES + 12_345
const SMALL = bytesOf(1000)

describeRows('files of the window %s', [['in process'], ['over HTTP']], (transport) => {
  let workbench: TestWorkbench
  let call: Call
  let ada: string
  let itemId: string

  beforeAll(async () => {
    workbench = await openWorkbench()
    const { url, ui } = workbench.application
    call = transport === 'in process' ? workbench.call : (await windowOverHttp(url, ui)).call
    ada = (await registerUser({ call }, 'Ada')).user.id
    itemId = (await call(itemCreate, { params: { user_id: ada }, body: { label: 'Papers' } })).item.id
  })

  afterAll(() => stopWorkbench(workbench))

  const place = () => ({ kind: 'item', item_id: itemId }) as const
  const ofUpload = ({ id }: Pick<Upload, 'id'>) => ({ user_id: ada, upload_id: id })
  const slotOf = ({ item_id, slot_id }: Upload) => ({
    ...{ user_id: ada, item_id: item_id ?? '', slot_id: slot_id ?? '' },
  })
  const rows = async () => (await call(uploadRows, { params: { user_id: ada } })).uploads

  async function readWhole(upload: Upload): Promise<Buffer> {
    const pieces: Uint8Array[] = []
    for (let start = 0; ;) {
      const query = { start, bytes: MAX_PART_BYTES }
      const part = await call(slotFilePart, { params: slotOf(upload), query })
      pieces.push(part.data)
      start += part.data.length
      if (start >= part.byte_size) return Buffer.concat(pieces)
    }
  }

  it.each([0, 1, MEBIBYTE, LONG])('a file of %i bytes › comes back as it was, whole and in part', async (size) => {
    const content = bytesOf(size)

    const upload = await uploadWhole(call, ada, { content, place: place() })

    expect(upload).toMatchObject({ state: 'done', done_bytes: size, problem: null, item_id: itemId })
    expect(await call(slotFileOpen, { params: slotOf(upload) })).toEqual({
      ...{ filename: 'passport.pdf', content_type: 'application/pdf', size, kind: size === 0 ? 'text' : 'other' },
    })
    expect(digest(await readWhole(upload))).toBe(digest(content))
    const query = { start: Math.floor(size / 3), bytes: 100 }
    const part = await call(slotFilePart, { params: slotOf(upload), query })
    const expected = content.subarray(query.start, query.start + 100)
    expect([part.byte_size, digest(part.data)]).toEqual([size, digest(expected)])
  })

  it('becomes an attachment or an image under its own name, and no value that the window sees', async () => {
    const picture = { content: SMALL, filename: 'me.png', content_type: 'image/png' }

    const upload = await uploadWhole(call, ada, {
      ...picture,
      place: { kind: 'new_item', label: 'Me', template_name: 'custom' },
    })

    const { item, slots } = await call(itemOpen, { params: { user_id: ada, item_id: upload.item_id ?? '' } })
    expect([
      item.label,
      slots.map(({ label, slot_type_name, state, value }) => ({ label, slot_type_name, state, value })),
    ]).toEqual(['Me', [{ label: 'me.png', slot_type_name: 'image', state: 'hidden', value: null }]])
    await expect(call(slotReveal, { params: slotOf(upload) })).rejects.toThrow(refusal('forbidden'))
  })

  it('names its slot so that no control of direction hides how the name ends', async () => {
    const upload = await uploadWhole(call, ada, { content: SMALL, filename: 'bill\u202egnp.exe', place: place() })

    const { slots } = await call(itemOpen, { params: { user_id: ada, item_id: upload.item_id ?? '' } })
    expect(slots.find(({ id }) => id === upload.slot_id)?.label).toBe('bill\ufffdgnp.exe')
  })

  it('goes into an empty field for files, and into no other one', async () => {
    const slots = [
      { label: 'Scan', slot_type_name: 'attachment' as const },
      { label: 'Note', slot_type_name: 'note_text' as const },
    ]
    const made = await call(itemCreate, { params: { user_id: ada }, body: { label: 'Fields', slots } })
    const of = (label: string) => made.slots.find((slot) => slot.label === label)?.id ?? ''
    const into = (slot_id: string) =>
      uploadWhole(call, ada, { content: SMALL, place: { kind: 'item', item_id: made.item.id, slot_id } })

    expect(await into(of('Scan'))).toMatchObject({ state: 'done', slot_id: of('Scan') })
    expect(await into(of('Scan'))).toMatchObject({
      state: 'failed',
      problem: 'The field Scan already has a file or a value.',
    })
    expect(await into(of('Note'))).toMatchObject({ state: 'failed', problem: 'The field Note does not take files.' })
    expect(await into(ada)).toMatchObject({ state: 'failed', slot_id: null })
  })

  it('of more than 2 GiB › is refused before any of it is asked for, and named no fault of the program', async () => {
    const { folder } = await call(folderCreate, { params: { user_id: ada }, body: { label: 'Films' } })
    const places = [place(), { kind: 'folder', folder_id: folder.id } as const]
    const order = { filename: 'film.mp4', content_type: 'video/mp4' }
    for (const into of places) {
      const tooLong = { params: { user_id: ada }, body: { ...order, size: 2 ** 31 + 1, place: into } }
      await expect(call(uploadStart, tooLong)).rejects.toThrow(refusal('payload_too_large', '2 GiB (2147483648 bytes)'))
      const longest = { params: { user_id: ada }, body: { ...order, size: 2 ** 31, place: into } }
      const { upload, wanted } = await call(uploadStart, longest)
      expect([upload.state, wanted?.start]).toEqual(['running', 0])
      await call(uploadForget, { params: ofUpload(upload) })
    }
    expect((await rows()).filter(({ filename }) => filename === order.filename)).toEqual([])
  })

  it('whose place can take no file › is refused before any part of it is asked for', async () => {
    const received = await receivedItem()
    const slots = [{ label: 'Note', slot_type_name: 'note_text' as const }]
    const made = await call(itemCreate, { params: { user_id: ada }, body: { label: 'Fields', slots } })
    const begin = (into: FilePlace) => startUpload(call, ada, { content: SMALL, place: into })
    const [note] = made.slots

    for (const [into, problem] of [
      [{ kind: 'item', item_id: received }, 'The item Lent is not your own; only its owner can add files.'],
      [{ kind: 'item', item_id: made.item.id, slot_id: note?.id }, 'The field Note does not take files.'],
      [{ kind: 'item', item_id: made.item.id, slot_id: ada }, 'This field no longer exists.'],
    ] as const) {
      expect(await begin(into)).toMatchObject({ upload: { state: 'failed', done_bytes: 0, problem }, wanted: null })
    }
    const gone = await begin({ kind: 'item', item_id: ada })
    expect([gone.upload.state, gone.wanted]).toEqual(['failed', null])
  })

  it('that was stored and not put in its place › goes there without the file, also after signing in again', async () => {
    const { upload, makeRoom } = await storedWithoutPlace()
    await signOutAndIn()
    const [row] = await rows()
    expect(row).toMatchObject({ id: upload.id, state: 'failed', done_bytes: SMALL.length })
    expect(row?.problem).toContain('stored')

    await makeRoom()
    const { upload: done, wanted } = await call(uploadResume, {
      ...{ params: ofUpload(upload), body: { size: SMALL.length } },
    })

    expect([done.state, wanted]).toEqual(['done', null])
    expect(digest(await readWhole(done))).toBe(digest(SMALL))
  })

  it('that was stored and collected since › is asked for again, and stored anew', async () => {
    const { upload, makeRoom } = await storedWithoutPlace()
    const stored = await attachments()
    await call(forward, {
      body: { as: 'user', user_id: ada, operation: vaultOperations.attachmentsIdDelete.id, params: { id: stored[0] } },
    })
    await signOutAndIn()
    await makeRoom()

    const begun = await call(uploadResume, { params: ofUpload(upload), body: { size: SMALL.length } })
    expect([begun.upload.state, begun.wanted?.start]).toEqual(['running', 0])
    const { upload: done } = await feedUpload(call, ada, { begun, content: SMALL })

    expect([done.state, digest(await readWhole(done))]).toEqual(['done', digest(SMALL)])
  })

  /** An upload whose field was filled by somebody else while it was stored. */
  async function storedWithoutPlace() {
    const slots = [{ label: 'Scan', slot_type_name: 'attachment' as const }]
    const { item, slots: made } = await call(itemCreate, { params: { user_id: ada }, body: { label: 'Late', slots } })
    const slot_id = made[0]?.id ?? ''
    const params = { user_id: ada, item_id: item.id }
    const fill = (value: string | null) => call(itemSave, { params, body: { slots: [{ id: slot_id, value }] } })
    const begun = await startUpload(call, ada, { content: SMALL, place: { kind: 'item', item_id: item.id, slot_id } })
    await fill('typed meanwhile')
    const { upload } = await feedUpload(call, ada, { begun, content: SMALL })
    expect(upload).toMatchObject({ state: 'failed', problem: 'The field Scan already has a file or a value.' })
    return { upload, makeRoom: () => fill(null) }
  }

  /** Of the user, newest first, that no slot has. */
  async function attachments(): Promise<string[]> {
    const of = async (operation: string) => {
      const { body } = await call(forward, { body: { as: 'user', user_id: ada, operation } })
      return (body as { attachments: { id: string }[] }).attachments.map(({ id }) => id) // by the schema of the operation
    }
    const linked = await of(vaultOperations.attachmentsInSlotsGet.id)
    return (await of(vaultOperations.attachmentsGet.id))
      .filter((id) => !linked.includes(id))
      .toSorted()
      .toReversed()
  }

  async function signOutAndIn(): Promise<void> {
    await call(userSignOut, { params: { user_id: ada } })
    await call(userSignIn, { params: { user_id: ada }, body: { passphrase: 'correct horse battery staple' } })
  }

  /** One that somebody else shared with the user. */
  async function receivedItem(): Promise<string> {
    const owner = (await registerUser({ call }, 'Eve')).user.id
    const { link } = await call(invitationCreate, { params: { user_id: owner }, body: { name: 'Ada' } })
    await call(invitationAccept, { params: { user_id: ada }, body: { link, name: 'Eve' } })
    const lent = await call(itemCreate, { params: { user_id: owner }, body: { label: 'Lent' } })
    const recipients = (await call(connectionRows, { params: { user_id: owner } })).rows.map(({ user_id }) => user_id)
    const body = { items: [{ item_id: lent.item.id }], recipient_ids: recipients }
    await call(shareCreate, { params: { user_id: owner }, body })
    const { rows: found } = await call(itemRows, { params: { user_id: ada }, query: { text: 'Lent' } })
    return found[0]?.id ?? ''
  }

  it('of an item that is gone › fails with a sentence, and can be forgotten', async () => {
    const upload = await uploadWhole(call, ada, { content: SMALL, place: { kind: 'item', item_id: ada } })

    expect(upload).toMatchObject({ state: 'failed', item_id: null })
    expect(upload.problem).toMatch(/^[A-Z].*\.$/)
    await call(uploadForget, { params: ofUpload(upload) })
    expect((await rows()).map(({ id }) => id)).not.toContain(upload.id)
    await expect(call(uploadWanted, { params: ofUpload(upload) })).rejects.toThrow(refusal('not_found'))
  })

  it('is paused, and goes on without sending again what is stored', async () => {
    const content = bytesOf(LONG)
    const begun = await startUpload(call, ada, { content, place: place() })
    const { upload } = await feedUpload(call, ada, { begun, content, parts: 1 })
    expect(begun.wanted).toEqual({ start: 0, bytes: MAX_PART_BYTES })

    expect(await call(uploadPause, { params: ofUpload(upload) })).toMatchObject({
      upload: { state: 'paused' },
      wanted: null,
    })
    const late = { params: { ...ofUpload(upload), start: MAX_PART_BYTES }, body: content.subarray(0, MAX_PART_BYTES) }
    expect(await call(uploadPart, late)).toMatchObject({ upload: { state: 'paused' }, wanted: null })
    const other = { params: ofUpload(upload), body: { size: LONG - 1 } }
    await expect(call(uploadResume, other)).rejects.toThrow(refusal('source_changed'))
    const done = await resumeWhole(call, ada, { upload_id: upload.id, content })

    expect(done).toMatchObject({ state: 'done', done_bytes: LONG })
    expect(digest(await readWhole(done))).toBe(digest(content))
  })

  it('takes no part that it does not want, and none of another size', async () => {
    const content = bytesOf(LONG)
    const { upload, wanted } = await startUpload(call, ada, { content, place: place() })
    const notBytes = transport === 'over HTTP' ? 'unsupported_media_type' : 'invalid_params'
    const give = (start: number, bytes: Uint8Array<ArrayBuffer>) =>
      call(uploadPart, { params: { ...ofUpload(upload), start }, body: bytes })

    expect((await give(5, SMALL)).wanted).toEqual(wanted)
    await expect(give(0, SMALL)).rejects.toThrow(refusal('source_changed'))
    if (transport === 'over HTTP') {
      await expect(give(0, bytesOf(MAX_PART_BYTES + 1))).rejects.toThrow(refusal('payload_too_large'))
    }
    await expect(
      call(uploadPart, { params: { ...ofUpload(upload), start: 0 }, body: {} as Uint8Array<ArrayBuffer> }),
    ).rejects.toThrow(refusal(notBytes))
    await call(uploadForget, { params: ofUpload(upload) })
  })

  it('waits for its turn while two others of the user run', async () => {
    const content = bytesOf(LONG)
    const begun = []
    for (let count = 0; count < 3; count += 1) begun.push(await startUpload(call, ada, { content, place: place() }))
    const [first, , third] = begun

    expect(begun.map(({ upload, wanted }) => [upload.state, wanted?.start])).toEqual([
      ['running', 0],
      ['running', 0],
      ['waiting', undefined],
    ])
    if (first === undefined || third === undefined) throw new Error('none was begun')
    await call(uploadForget, { params: ofUpload(first.upload) })
    expect(await call(uploadWanted, { params: ofUpload(third.upload) })).toMatchObject({
      ...{ upload: { state: 'running' }, wanted: { start: 0 } },
    })
    for (const { upload } of begun.slice(1)) await call(uploadForget, { params: ofUpload(upload) })
  })

  it('needs its file again after its user signed out, or the workspace was locked', async () => {
    const content = bytesOf(LONG)
    const begun = await startUpload(call, ada, { content, place: place(), filename: 'Private name.pdf' })
    const { upload } = await feedUpload(call, ada, { begun, content, parts: 1 })

    await call(userSignOut, { params: { user_id: ada } })
    await expect(rows()).rejects.toThrow(refusal('user_locked'))
    await call(userSignIn, { params: { user_id: ada }, body: { passphrase: 'correct horse battery staple' } })
    const [row] = await rows()
    expect(row).toMatchObject({ id: upload.id, state: 'needs_file', filename: 'Private name.pdf', size: LONG })

    await call(workspaceLock, {})
    await expect(rows()).rejects.toThrow(refusal('workspace_locked'))
    const { current } = await call(statusGet, {})
    await call(workspaceOpen, { params: { workspace_id: current?.id ?? '' }, body: {} })
    await call(userSignIn, { params: { user_id: ada }, body: { passphrase: 'correct horse battery staple' } })
    const done = await resumeWhole(call, ada, { upload_id: upload.id, content })
    expect([done.state, digest(await readWhole(done))]).toEqual(['done', digest(content)])
  })

  it('tells the window of every state, and keeps neither bytes nor signatures in the journal of calls', async () => {
    const before = workbench.events.length
    const upload = await uploadWhole(call, ada, { content: bytesOf(3 * MEBIBYTE), place: place() })

    const told = workbench.events
      .slice(before)
      .flatMap((event) => (event.type === 'upload' ? [event.upload.state] : []))
    expect([...new Set(told)]).toEqual(['waiting', 'running', 'linking', 'done'])
    expect(upload.state).toBe('done')
    const { calls } = await call(callsGet, { query: { limit: 500 } })
    const kept = await Promise.all(calls.map(({ number }) => call(callGet, { params: { number } })))
    expect(JSON.stringify(kept)).not.toMatch(/sig=[\da-f]/)
    expect(calls.filter(({ operation }) => operation === 'blobStoreUploadsKeyPut')).toEqual([])
  })

  it('has smaller pictures, which the rows of items name', async () => {
    const picture = { content: SMALL, filename: 'me.png', content_type: 'image/png' }
    const upload = await uploadWhole(call, ada, {
      ...picture,
      place: { kind: 'new_item', label: 'Seen', template_name: 'custom' },
    })
    const params = slotOf(upload)
    const small = bytesOf(50)
    const row = async () => (await call(itemRows, { params, query: { text: 'Seen' } })).rows[0]
    await expect(call(slotThumbnailGet, { params })).rejects.toThrow(refusal('not_found'))
    expect((await row())?.picture_slot_id).toBeNull()

    await call(slotThumbnailPut, { params: { ...params, size_type: '128x128/png' }, body: small })
    await call(slotThumbnailPut, { params: { ...params, size_type: '512x512/png' }, body: bytesOf(99) })

    const of = async (pixels: number) => (await call(slotThumbnailGet, { params, query: { pixels } })).data.length
    expect([await of(100), await of(128), await of(129), await of(512)]).toEqual([50, 50, 99, 99])
    expect(digest((await call(slotThumbnailGet, { params })).data)).toBe(digest(small))
    expect((await row())?.picture_slot_id).toBe(upload.slot_id)
    expect((await call(itemOpen, { params })).slots.map(({ has_thumbnail }) => has_thumbnail)).toEqual([true])
    await expect(
      call(slotThumbnailPut, { params: { ...params, size_type: '128x128/png' }, body: new Uint8Array() }),
    ).rejects.toThrow(refusal('invalid_params'))
  })

  it('goes with a shared field to who it is shared with, and not further', async () => {
    const bob = (await registerUser({ call }, 'Bob')).user.id
    const { link } = await call(invitationCreate, { params: { user_id: ada }, body: { name: 'Bob' } })
    await call(invitationAccept, { params: { user_id: bob }, body: { link, name: 'Ada' } })
    const upload = await uploadWhole(call, ada, {
      content: SMALL,
      place: { kind: 'new_item', label: 'Lent', template_name: 'custom' },
    })
    const recipient_ids = (await call(connectionRows, { params: { user_id: ada } })).rows.map(({ user_id }) => user_id)
    const items = [{ item_id: upload.item_id ?? '' }]
    await call(shareCreate, { params: { user_id: ada }, body: { items, recipient_ids } })
    const { rows } = await call(itemRows, { params: { user_id: bob } })
    const copy = await call(itemOpen, { params: { user_id: bob, item_id: rows[0]?.id ?? '' } })
    const params = { user_id: bob, item_id: copy.item.id, slot_id: copy.slots[0]?.id ?? '' }

    const { data } = await call(slotFilePart, { params, query: { start: 0, bytes: 2000 } })

    expect(digest(data)).toBe(digest(SMALL))
    await expect(call(slotFileOpen, { params: { ...slotOf(upload), user_id: bob } })).rejects.toThrow(
      refusal('not_found'),
    )
  })

  it('is refused where there is none, and where one that was stored in one piece does not open', async () => {
    const made = await call(itemCreate, {
      params: { user_id: ada },
      body: { label: 'No file', slots: [{ label: 'A', value: 'b' }] },
    })
    const [slot] = made.slots
    const params = { user_id: ada, item_id: made.item.id, slot_id: slot?.id ?? '' }
    await expect(call(slotFileOpen, { params })).rejects.toThrow(refusal('not_found'))
    await expect(call(slotFileOpen, { params: { ...params, slot_id: ada } })).rejects.toThrow(refusal('not_found'))

    const single = { attachment: { file: 'AAAA', filename: 'a', content_type: 'text/plain' } }
    const sent = { as: 'user', user_id: ada, operation: vaultOperations.attachmentsPost.id, body: single } as const
    const { body } = await call(forward, { body: sent })
    const { attachment } = body as { attachment: { id: string } } // by the schema of the operation
    const slots_attributes = [{ id: params.slot_id, attachment_id: attachment.id }]
    const operation = vaultOperations.itemsIdPut.id
    await call(forward, {
      body: { as: 'user', user_id: ada, operation, params: { id: made.item.id }, body: { item: { slots_attributes } } },
    })
    await expect(call(slotFileOpen, { params })).rejects.toThrow(refusal('value_cannot_be_opened', 'not the key'))
  })
})

/** The same ones each time, and no text. */
