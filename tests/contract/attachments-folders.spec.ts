// Proves docs/contract/vault.md, Files: folders, Files: thumbnails, Slots, Time.

import type { AttachmentsFolder, Thumbnail } from '../../shared/contract/files.ts'
import { beforeEach, expect, it } from 'vitest'
import { aSignedInUser } from '../support/service/builders.ts'
import type { Caller, SignedInUser } from '../support/service/builders.ts'
import { callStore, filesOf } from '../support/service/files.ts'
import { aDelegation, asDelegate } from '../support/people/delegations.ts'
import { connect, sealed, sharingCallsOf } from '../support/people/sharing.ts'
import { believeClock } from '../support/service/pass-time.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { callsOf } from '../support/service/vault-calls.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const YEAR_SECONDS = 365 * 24 * 60 * 60

describeOverTransports('attachments folders and thumbnails', (start) => {
  let running: TestService
  let ada: SignedInUser
  let bob: SignedInUser

  beforeEach(async () => {
    running = await start()
    ada = aSignedInUser(running, { validForSeconds: YEAR_SECONDS })
    bob = aSignedInUser(running, { validForSeconds: YEAR_SECONDS })
  })

  const calls = (user: Caller = ada) => callsOf(running, user)
  const codeOf = async (name: string, parts: Parameters<ReturnType<typeof callsOf>['refusal']>[1], user = ada) =>
    (await calls(user).refusal(name, parts))[0]?.error

  type FolderBody = { readonly attachments_folder: AttachmentsFolder }
  const newFolder = async () => (await calls().ok<FolderBody>(201, 'attachmentsFoldersPost')).attachments_folder
  const readFolder = async (id: string) =>
    (await calls().ok<FolderBody>(200, 'attachmentsFoldersIdGet', { params: { id } })).attachments_folder
  const address = (folder: AttachmentsFolder, file = '') =>
    `${folder.resource_urls?.[0] ?? ''}${file === '' ? '' : `/${file}`}?${folder.token ?? ''}`
  const put = (folder: AttachmentsFolder, file: string, text: string) =>
    callStore(running, 'PUT', address(folder, file), { body: Buffer.from(text) })

  const slotWith = (folder: AttachmentsFolder) => ({
    label: 'Papers',
    slot_type_name: 'attachments_folder',
    attachments_folder_id: folder.id,
    encrypted_value: sealed('key'),
  })

  it('a folder › is made, listed without token, and holds files under names that are data', async () => {
    const folder = await newFolder()
    const { id, name } = folder
    expect(folder).toMatchObject({ name: `folder-${id}`, slots_count: 0, storage: 'local', resource_type: 'folder' })
    expect(await calls().ok(200, 'attachmentsFoldersGet')).toMatchObject({
      attachments_folders: [{ id, name, token: null }],
    })

    const names = ['a.json', '..%2F..%2Fvault.db', 'null%00', 'x%E2%80%AEgpj.exe', 'a'.repeat(1000)]
    for (const file of names) expect(await put(folder, file, file)).toMatchObject({ status: 201 })
    expect(await put(folder, 'a.json', 'again')).toMatchObject({ status: 201 })

    const { files } = JSON.parse((await callStore(running, 'GET', address(folder))).bytes.toString()) as {
      files: readonly { readonly name: string; readonly bytesize: number }[]
    }
    expect(files.map((file) => file.name).sort()).toEqual(names.map(decodeURIComponent).sort())
    expect((await callStore(running, 'GET', address(folder, 'a.json'))).bytes.toString()).toBe('again')
    expect((await callStore(running, 'GET', address(folder, names[1]), { range: 'bytes=-3' })).bytes.toString()).toBe(
      '.db',
    )
    expect(await callStore(running, 'DELETE', address(folder, 'a.json'))).toMatchObject({ status: 204 })
    expect(await callStore(running, 'GET', address(folder, 'a.json'))).toMatchObject({ status: 404 })
    expect(await put(folder, 'a'.repeat(1025), 'x')).toMatchObject({ status: 400, error: 'invalid_params' })
  })

  it('the token of a folder › for this folder, for an hour, with nothing of it changed', async () => {
    const [folder, other] = [await newFolder(), await newFolder()]
    const get = async (url: string) => (await callStore(running, 'GET', url)).error

    expect(await get(address({ ...folder, token: other.token }))).toBe('forbidden')
    expect(await get(address(folder).replace('sp=rw', 'sp=r'))).toBe('forbidden')
    running.clock.advanceMs(60 * 60 * 1000)
    expect(await get(address(folder))).toBe('url_expired')
    expect(await get(address(await readFolder(folder.id)))).toBeUndefined()
  })

  it('a folder › counts in the bytes of its owner, and goes while no slot has it', async () => {
    const folder = await newFolder()
    await put(folder, 'one', '12345')
    await put(folder, 'two', '123')
    expect(await calls().ok(200, 'meGet')).toMatchObject({ data_size_of_uploaded_attachments_and_folders: 8 })

    const { item } = await calls().createItem({ label: 'Car', slots_attributes: [slotWith(folder)] })
    expect((await readFolder(folder.id)).slots_count).toBe(1)
    expect(await codeOf('attachmentsFoldersIdDelete', { params: { id: folder.id } })).toBe('attachments_folder_in_use')
    expect(await codeOf('attachmentsFoldersIdGet', { params: { id: folder.id } }, bob)).toBe('not_found')
    await calls().deleteItem(item.id)
    await calls().ok(204, 'attachmentsFoldersIdDelete', { params: { id: folder.id } })
    expect(await codeOf('attachmentsFoldersIdGet', { params: { id: folder.id } })).toBe('not_found')
    expect(await callStore(running, 'GET', address(folder))).toMatchObject({ error: 'not_found' })
  })

  it('a folder that no slot has › goes after seven days', async () => {
    const { id } = await newFolder()
    running.clock.advanceMs(7 * DAY_MS - 1)
    await readFolder(id)
    running.clock.advanceMs(1)
    believeClock(running)
    expect(await codeOf('attachmentsFoldersIdGet', { params: { id } })).toBe('not_found')
  })

  it('the folder of a shared slot › may be read by the recipient, and written by its owner alone', async () => {
    const folder = await newFolder()
    await put(folder, 'one', 'sealed')
    connect(running, ada, bob)
    const owner = sharingCallsOf(running, ada)
    const item = await owner.createItem({ label: 'Car', slots_attributes: [slotWith(folder)] })
    const share = await owner.share(item, bob)
    const copy = await sharingCallsOf(running, bob).opened(share.id)

    const { attachments_folder: shared } = await calls(bob).ok<FolderBody>(200, 'slotsIdAttachmentsFolderGet', {
      params: { slot_id: copy.slots[0]?.id },
    })

    expect((await callStore(running, 'GET', address(shared, 'one'))).bytes.toString()).toBe('sealed')
    expect(await put(shared, 'one', 'changed')).toMatchObject({ status: 403, error: 'forbidden' })
    expect(await callStore(running, 'DELETE', address(shared, 'one'))).toMatchObject({ status: 403 })
    await owner.ok(204, 'sharesIdDelete', { params: { id: share.id } })
    expect(await callStore(running, 'GET', address(shared, 'one'))).toMatchObject({ status: 403, error: 'forbidden' })
    expect(await codeOf('slotsIdAttachmentsFolderGet', { params: { slot_id: copy.slots[0]?.id } }, bob)).toBe(
      'not_found',
    )
  })

  it('a folder of somebody a delegate acts for › is written from admin on', async () => {
    const folder = await newFolder()
    await put(folder, 'one', 'sealed')
    const item = await calls().createItem({ label: 'Car', slots_attributes: [slotWith(folder)] })
    const { token } = await aDelegation(running, ada, bob, 'reader')
    const byDelegate = async () => {
      const caller = calls(asDelegate(bob, ada))
      const ofSlot = { params: { slot_id: item.slots.find(({ attachments_folder_id }) => attachments_folder_id)?.id } }
      return [
        (await caller.ok<FolderBody>(200, 'attachmentsFoldersIdGet', { params: { id: folder.id } })).attachments_folder,
        (await caller.ok<FolderBody>(200, 'slotsIdAttachmentsFolderGet', ofSlot)).attachments_folder,
      ]
    }
    for (const shown of await byDelegate()) {
      expect((await callStore(running, 'GET', address(shown, 'one'))).bytes.toString()).toBe('sealed')
      expect(await put(shown, 'one', 'changed')).toMatchObject({ status: 403, error: 'forbidden' })
    }
    running.connection.prepare("UPDATE connections SET delegation_role = 'admin' WHERE delegation_token = ?").run(token)
    const given = await byDelegate()
    for (const shown of given) expect(await put(shown, 'one', 'changed')).toMatchObject({ status: 201 })

    running.connection
      .prepare("UPDATE connections SET delegation_role = 'reader' WHERE delegation_token = ?")
      .run(token)
    for (const shown of given) {
      expect(await put(shown, 'one', 'again')).toMatchObject({ status: 403, error: 'forbidden' })
      expect((await callStore(running, 'GET', address(shown, 'one'))).bytes.toString()).toBe('changed')
    }
    const headers = ada.headers
    const ended = {
      operation: 'keystore.delegationsDelegationTokenDelete',
      headers,
      params: { delegation_token: token },
    }
    expect(await running.send(ended)).toMatchObject({ status: 204 })
    for (const shown of given)
      expect(await callStore(running, 'GET', address(shown, 'one'))).toMatchObject({ status: 403, error: 'forbidden' })
    const forged = address(given[0] as AttachmentsFolder, 'one').replace(`.${bob.userId}`, '')
    expect(await callStore(running, 'GET', forged)).toMatchObject({ status: 403 })
  })

  it('POST /thumbnails › nested, flat and as JSON; one of the same size is replaced', async () => {
    const files = filesOf(running, ada)
    const { id } = await files.attach(Buffer.from('sealed'))
    const file = Buffer.from(sealed('picture'))
    const post = async (body: object) =>
      (await calls().ok<{ thumbnail: Thumbnail }>(201, 'thumbnailsPost', { body })).thumbnail

    const first = await post({ thumbnail: { file, attachment_id: id, size_type: '128x128/png' } })
    const flat = await post({ file, binary_id: id, size_type: '256x256/jpg' })
    const json = { file: file.toString('base64'), attachment_id: id, size_type: '128x128/png' }
    const replacing = await post({ thumbnail: json })

    expect(replacing).toMatchObject({ attachment_id: id, binary_id: id, size_type: '128x128/png' })
    expect(await codeOf('thumbnailsIdGet', { params: { id: first.id } })).toBe('not_found')
    for (const { id: thumbnail, url } of [flat, replacing]) {
      expect(await calls().ok(200, 'thumbnailsIdGet', { params: { id: thumbnail } })).toEqual({ redirect_url: url })
      expect((await files.fetchFile(url)).bytes.equals(file)).toBe(true)
    }
    await calls().ok(204, 'thumbnailsIdDelete', { params: { id: flat.id } })
    expect(await files.fetchFile(flat.url)).toMatchObject({ status: 404 })
  })

  it('POST /thumbnails › refuses other sizes, foreign attachments and what is too large', async () => {
    const { id: attachment_id } = await filesOf(running, ada).attach(Buffer.from('sealed'))
    const thumbnail = { file: 'c2VhbGVk', attachment_id, size_type: '128x128/png' }
    const post = (fields: object, user = ada) =>
      codeOf('thumbnailsPost', { body: { thumbnail: { ...thumbnail, ...fields } } }, user)

    expect(await post({ size_type: '64x64/png' })).toBe('size_type_invalid')
    expect(await post({ attachment_id: undefined })).toBe('param_missing')
    expect(await post({}, bob)).toBe('attachment_not_found')
    expect(await post({ file: 'no Base64!' })).toBe('invalid_params')
    expect(await post({ file: 'A'.repeat(2_796_208) })).toBe('payload_too_large')
  })
})
