// Proves docs/contract/vault.md, Files, Files: block store, Time, Events: names.

import { randomBytes } from 'node:crypto'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Attachment } from '../../shared/contract/files.ts'
import { blobStore } from '../../src-main/vault/attachments/blob-store.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { Caller, SignedInUser } from '../support/service/builders.ts'
import { aDelegation, asDelegate } from '../support/people/delegations.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { blobsOf, blockId, blockListOf, callStore, filesOf } from '../support/service/files.ts'
import { eventsOf } from '../support/service/item-rows.ts'
import { believeClock } from '../support/service/pass-time.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { callsOf, CIPHER_TEXT } from '../support/service/vault-calls.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const YEAR_SECONDS = 365 * 24 * 60 * 60

describeOverTransports('attachments', (start) => {
  let running: TestService
  let ada: SignedInUser
  let bob: SignedInUser
  let files: ReturnType<typeof filesOf>

  beforeEach(async () => {
    running = await start()
    ada = aSignedInUser(running, { validForSeconds: YEAR_SECONDS })
    bob = aSignedInUser(running, { validForSeconds: YEAR_SECONDS })
    files = filesOf(running, ada)
  })

  const calls = (user = ada) => callsOf(running, user)
  const refused = async (name: string, parts: Parameters<ReturnType<typeof callsOf>['refusal']>[1], user = ada) => {
    await calls(bob).listItems() // makes what is due
    const before = databaseContent(running.connection)
    const [error] = await calls(user).refusal(name, parts)
    expect(databaseContent(running.connection)).toBe(before)
    return error && { error: error.error, parameter: error.extra_info['parameter'] }
  }
  const link = (id: string, label = 'Contract') =>
    calls().createItem({
      label: 'Car',
      slots_attributes: [{ label, slot_type_name: 'attachment', attachment_id: id, encrypted_value: CIPHER_TEXT }],
    })
  /** Any call makes what is due. */
  const after = async (ms: number) => {
    running.clock.advanceMs(ms)
    believeClock(running)
    await calls(bob).listItems()
  }

  it('a file in blocks › is uploaded, attached, listed and read as it was sent', async () => {
    const bytes = randomBytes(2_500_000)
    const { id, bytesize, main, encryption_artifact, created_at } = await files.attach(bytes)

    expect([bytesize, main.bytesize, main.filename]).toEqual(['2500000', 2_500_000, 'a.pdf'])
    expect(encryption_artifact).toMatchObject({ filename: 'a.pdf.encryption_artifacts', bytesize: 12 })
    const attachment = {
      ...{ id, content_type: 'application/pdf', filename: 'a.pdf', user_id: ada.userId, created_at },
      ...{ url: main.url, is_direct_upload: true },
    }
    expect(await files.read(id)).toEqual(attachment)
    expect((await files.readDirect(id)).main).toEqual(main)
    expect(await calls().ok(200, 'attachmentsGet')).toMatchObject({ attachments: [attachment], next_page_after: null })
    const whole = await files.fetchFile(main.url)
    expect([whole.status, whole.bytes.equals(bytes)]).toEqual([200, true])
    expect((await files.fetchFile(encryption_artifact.url)).bytes.toString()).toBe('{"range":[]}')
    expect(await files.fetchFile(main.url, 'bytes=1048570-1048590')).toMatchObject({
      status: 206,
      bytes: bytes.subarray(1_048_570, 1_048_591),
    })
    expect(eventsOf(running, ada.userId).map(({ name, value }) => [name, value])).toEqual([
      ['attachment.created', { attachment_id: id, attachment_label: 'a.pdf' }],
    ])
  })

  it('an artefacts file that was declared longer › is told with the bytes that are stored', async () => {
    const artifact = await files.uploadUrl(100)
    const put = (query: string, body: Buffer) => callStore(running, 'PUT', `${artifact.url}&${query}`, { body })
    await put(`comp=block&blockid=${blockId(0)}`, Buffer.from('{}'))
    await put('comp=blocklist', blockListOf([blockId(0)]))

    const { encryption_artifact } = await files.attachBlobs(await files.uploadBlob(Buffer.from('sealed')), artifact)

    expect(encryption_artifact.bytesize).toBe(2)
  })

  it('a file longer than one answer holds › is read whole', async () => {
    const bytes = randomBytes(9 * 1024 * 1024 + 5)
    const { main } = await files.attach(bytes, { blockBytes: 3_000_000 })

    const { status, bytes: read } = await files.fetchFile(main.url)

    expect(status).toBe(200)
    expect(read.equals(bytes)).toBe(true)
  })

  it('blocks › come in any order, replace one of the same id, and are joined in the order of the list', async () => {
    const upload = await files.uploadUrl(4)
    const put = (id: string, text: string) =>
      callStore(running, 'PUT', `${upload.url}&comp=block&blockid=${id}`, { body: Buffer.from(text) })
    for (const [id, text] of [
      ['b', 'cd'],
      ['a', 'xx'],
      ['left+out', 'zz'],
      ['a', 'ab'],
    ] as const) {
      expect(await put(id, text)).toMatchObject({ status: 201 })
    }
    const list = `${upload.url}&comp=blocklist`

    expect(await callStore(running, 'PUT', list, { body: blockListOf(['a', 'unknown']) })).toMatchObject({
      status: 400,
      error: 'invalid_params',
    })
    expect(await callStore(running, 'PUT', list, { body: blockListOf(['a', 'b']) })).toMatchObject({ status: 201 })
    for (const again of [await put('a', 'no'), await callStore(running, 'PUT', list, { body: blockListOf(['a']) })]) {
      expect(again).toMatchObject({ status: 409, error: 'wrong_status' })
    }
    const artifact = await files.uploadBlob(Buffer.from('{}'))
    const { main } = await files.attachBlobs(upload, artifact)
    expect((await files.fetchFile(main.url)).bytes.toString()).toBe('abcd')
  })

  it('blocks › are not empty, not larger than 8 MiB, and no more than the file was declared with', async () => {
    const { url } = await files.uploadUrl(10)
    const put = async (bytes: number, id = blockId(0)) => {
      const { status, error } = await callStore(running, 'PUT', `${url}&comp=block&blockid=${id}`, {
        body: Buffer.alloc(bytes),
      })
      return [status, error]
    }

    expect(await put(0)).toEqual([400, 'invalid_params'])
    expect(await put(1, '')).toEqual([400, 'param_missing'])
    expect(await put(8 * 1024 * 1024 + 1)).toEqual([413, 'payload_too_large'])
    expect(await put(8 * 1024 * 1024)).toEqual([201, undefined])
    expect(await put(11, blockId(1))).toEqual([413, 'payload_too_large'])
    const { status, error } = await callStore(running, 'PUT', `${url}&comp=other`, { body: Buffer.alloc(1) })
    expect([status, error]).toEqual([400, 'invalid_params'])
  })

  it('an upload address › works for an hour, with nothing of it changed, and for nothing else', async () => {
    const { url } = await files.uploadUrl(4)
    const put = async (address: string) =>
      (await callStore(running, 'PUT', `${address}&comp=block&blockid=a`, { body: Buffer.from('ab') })).error

    expect(await put(url.replace(/sig=./, 'sig=x'))).toBe('forbidden')
    expect(await put(url.replace(/se=\d/, 'se=9'))).toBe('forbidden')
    expect(await put(url.replace('sp=w', 'sp=r'))).toBe('forbidden')
    expect(await put(url.replace(/uploads\/./, 'uploads/-'))).toBe('forbidden')
    running.clock.advanceMs(HOUR_MS - 1000)
    expect(await put(url)).toBeUndefined()
    running.clock.advanceMs(1000)
    expect(await put(url)).toBe('url_expired')
  })

  /** Where the bytes of a file are, as it is answered to this user. */
  const bytesAddress = async ({ main, id }: Awaited<ReturnType<typeof files.attach>>, user: Caller = ada) => {
    const [, , , , d = ''] = new URL(main.url, 'http://x').pathname.replace(/^\/vault/, '').split('/')
    const reply = await callsOf(running, user).send('blobsAttachmentIdDGet', { params: { id, d } })
    const location = reply.ok ? (reply.headers?.['Location'] ?? '') : ''
    return main.url.startsWith('http') ? `${new URL(main.url).origin}/vault${location}` : location
  }

  it('addresses given to a delegate › end with the delegation, also while something is under way', async () => {
    const { token } = await aDelegation(running, ada, bob, 'admin')
    const made = await files.attach(Buffer.from('sealed'))
    const read = await bytesAddress(made, asDelegate(bob, ada))
    const own = await bytesAddress(made)
    const upload = (await filesOf(running, asDelegate(bob, ada)).uploadUrl(4)).url
    const put = () => callStore(running, 'PUT', `${upload}&comp=block&blockid=a`, { body: Buffer.from('ab') })
    expect((await callStore(running, 'GET', read)).bytes.toString()).toBe('sealed')
    expect(await put()).toMatchObject({ status: 201 })

    const [underWay] = await Promise.all([
      callStore(running, 'GET', read),
      calls().ok(204, 'connectionsIdDelete', { params: { id: await ownSideOf(token) } }),
    ])

    expect([200, 403]).toContain(underWay.status)
    const refusal = { status: 403, error: 'forbidden' }
    expect(await callStore(running, 'GET', read)).toMatchObject(refusal)
    expect(await put()).toMatchObject(refusal)
    expect(await callStore(running, 'PUT', `${upload}&comp=blocklist`, { body: blockListOf(['a']) })).toMatchObject(
      refusal,
    )
    expect(await callStore(running, 'HEAD', upload)).toMatchObject({ status: 403 })
    expect((await callStore(running, 'GET', own)).bytes.toString()).toBe('sealed')
    expect(await callStore(running, 'GET', read.replace(`.${bob.userId}`, ''))).toMatchObject(refusal)
  })

  const ownSideOf = async (token: string) => {
    const { connections } = await calls().ok<{
      connections: { own: { id: string; integration_data: { delegation_token?: string } | null } }[]
    }>(200, 'connectionsGet')
    return connections.find(({ own }) => own.integration_data?.delegation_token === token)?.own.id
  }

  it('the address of bytes › works for five minutes, and reads only', async () => {
    const url = await bytesAddress(await files.attach(Buffer.from('sealed')))

    expect((await callStore(running, 'GET', url)).bytes.toString()).toBe('sealed')
    expect(await callStore(running, 'GET', url.replace(/files\/\d+/, 'files/1234'))).toMatchObject({
      error: 'forbidden',
    })
    expect(await callStore(running, 'GET', url, { range: 'bytes=6-' })).toMatchObject({
      status: 416,
      error: 'range_not_satisfiable',
    })
    running.clock.advanceMs(300_000)
    expect(await callStore(running, 'GET', url)).toMatchObject({ status: 410, error: 'url_expired' })
  })

  it('HEAD of an upload address › not found until the blocks are joined', async () => {
    const upload = await files.uploadBlob(Buffer.from('sealed'))
    const open = await files.uploadUrl(1)

    expect(await callStore(running, 'HEAD', upload.url)).toMatchObject({ status: 200 })
    expect(await callStore(running, 'HEAD', open.url)).toMatchObject({ status: 404 })
  })

  it('POST /direct/attachments › only uploads of the user, joined, with their keys, of the declared size, once', async () => {
    const main = await files.uploadBlob(Buffer.from('sealed'))
    const artifact = await files.uploadBlob(Buffer.from('{}'))
    const open = await files.uploadUrl(3)
    const short = await files.uploadUrl(3)
    await callStore(running, 'PUT', `${short.url}&comp=block&blockid=a`, { body: Buffer.from('ab') })
    await callStore(running, 'PUT', `${short.url}&comp=blocklist`, { body: blockListOf(['a']) })
    const foreign = await filesOf(running, bob).uploadBlob(Buffer.from('{}'))
    const post = (one: typeof main, other: typeof main) =>
      refused('directAttachmentsPost', { body: { blob: blobsOf(one, other) } })
    const mismatch = (parameter: string) => ({ error: 'blob_mismatch', parameter })

    expect(await post(open, artifact)).toEqual({ error: 'blob_not_uploaded', parameter: 'blob.blob_id' })
    expect(await post(short, artifact)).toEqual(mismatch('blob.blob_id'))
    expect(await post({ ...main, blob_key: artifact.blob_key }, artifact)).toEqual(mismatch('blob.blob_id'))
    expect(await post({ ...main, blob_id: 1_000_000 }, artifact)).toEqual(mismatch('blob.blob_id'))
    expect(await post(main, foreign)).toEqual(mismatch('blob.encrypted_artifact_blob_id'))
    expect(await post(main, main)).toEqual(mismatch('blob.encrypted_artifact_blob_id'))
    await files.attachBlobs(main, artifact)
    expect(await post(main, await files.uploadBlob(Buffer.from('{}')))).toEqual(mismatch('blob.blob_id'))
  })

  it('POST /direct/attachments/upload_url › sizes from 1 byte to 2 GiB and 1 MiB, and 64 open uploads', async () => {
    const post = (blob: object) => refused('directAttachmentsUploadUrlPost', { body: { blob } })
    const file = { filename: 'a', content_type: 'b/c', byte_size: 1 }

    expect(await post({ ...file, byte_size: 0 })).toEqual({ error: 'invalid_params', parameter: 'blob.byte_size' })
    expect(await post({ ...file, byte_size: 1.5 })).toMatchObject({ error: 'invalid_params' })
    expect(await post({ ...file, byte_size: 2 ** 31 + 2 ** 20 + 1 })).toMatchObject({ error: 'invalid_params' })
    expect(await post({ byte_size: 1 })).toMatchObject({ error: 'param_missing' })
    for (let count = 0; count < 64; count += 1) await files.uploadUrl(2 ** 31)
    expect(await post(file)).toMatchObject({ error: 'too_many_requests' })
    await after(DAY_MS)
    await files.uploadUrl(1)
  })

  it('POST /attachments › one piece, nested and flat, read by the same addresses', async () => {
    const file = randomBytes(1_500_000)
    const parts = { file, filename: 'b.bin', content_type: 'image/png' }
    const post = async (body: object) =>
      (await calls().ok<{ attachment: Attachment }>(201, 'attachmentsPost', { body })).attachment

    for (const { id, url, ...others } of [await post({ attachment: parts }), await post(parts)]) {
      expect(others).toMatchObject({ filename: 'b.bin', content_type: 'image/png', is_direct_upload: false })
      expect(await files.fetchFile(url, 'bytes=1048575-1048577')).toMatchObject({
        status: 206,
        bytes: file.subarray(1_048_575, 1_048_578),
      })
      expect(await refused('directAttachmentsIdGet', { params: { id } })).toMatchObject({ error: 'not_found' })
    }
    expect(await refused('attachmentsPost', { body: { attachment: { file } } })).toEqual({
      error: 'param_missing',
      parameter: 'attachment.filename',
    })
    const tooLarge = async (sent: { readonly body: object }) => (await calls().refusal('attachmentsPost', sent))[0]
    const large = { ...parts, file: Buffer.alloc(32 * 1024 * 1024 + 1) }
    expect(await tooLarge({ body: { attachment: large } })).toMatchObject({ error: 'payload_too_large' })
  })

  it('an attachment › nobody else finds; DELETE only while no slot has it', async () => {
    const { id, main } = await files.attach(Buffer.from('sealed'))
    for (const name of [
      'attachmentsIdGet',
      'directAttachmentsIdGet',
      'attachmentsIdDelete',
      'directAttachmentsIdDelete',
    ]) {
      expect(await refused(name, { params: { id } }, bob)).toMatchObject({ error: 'not_found' })
      expect(await refused(name, { params: { id: UNKNOWN_ID } })).toMatchObject({ error: 'not_found' })
    }
    expect(await filesOf(running, bob).fetchFile(main.url)).toMatchObject({ status: 404, error: 'not_found' })
    expect(await files.fetchFile(`${main.url.slice(0, -1)}x`)).toMatchObject({ status: 404, error: 'not_found' })

    const { item } = await link(id)
    for (const name of ['attachmentsIdDelete', 'directAttachmentsIdDelete']) {
      expect(await refused(name, { params: { id } })).toMatchObject({ error: 'attachment_in_use' })
    }
    await calls().deleteItem(item.id)
    await calls().ok(204, 'attachmentsIdDelete', { params: { id } })
    expect(await refused('attachmentsIdGet', { params: { id } })).toMatchObject({ error: 'not_found' })
    expect(eventsOf(running, ada.userId).at(-1)).toMatchObject({ name: 'attachment.deleted', eventable_id: id })
  })

  it('items and GET /attachments_in_slots › show the files of their slots', async () => {
    const { id } = await files.attach(Buffer.from('sealed'))
    const { slots, attachments } = await link(id)

    expect(attachments).toEqual([await files.read(id)])
    expect((await calls().listItems()).attachments).toEqual(attachments)
    const { url, created_at } = attachments[0] ?? {}
    expect(await calls().ok(200, 'attachmentsInSlotsGet')).toEqual({
      attachments: [{ id, filename: 'a.pdf', url, byte_size: 6, created_at }],
      slots: [{ id: slots[0]?.id, attachment_id: id, encrypted_value: CIPHER_TEXT }],
    })
    expect(await calls(bob).ok(200, 'attachmentsInSlotsGet')).toEqual({ attachments: [], slots: [] })
  })

  it('a slot › keeps its attachment, whatever is sent', async () => {
    const [one, other] = [await files.attach(Buffer.from('one')), await files.attach(Buffer.from('other'))]
    const { item, slots } = await link(one.id)
    const change = (fields: object) =>
      refused('itemsIdPut', {
        params: { id: item.id },
        body: { item: { slots_attributes: [{ id: slots[0]?.id, ...fields }] } },
      })
    const unchanged = { error: 'attachment_change_not_permitted' }

    expect(await change({ attachment_id: null })).toMatchObject(unchanged)
    expect(await change({ attachment_id: other.id })).toMatchObject(unchanged)
    expect(await change({ attachment_attributes: { id: other.id } })).toMatchObject(unchanged)
    expect(await change({ slot_type_name: 'key_value' })).toMatchObject({ error: 'invalid_slot_type' })
    expect((await calls().getSlot(slots[0]?.id ?? '')).attachment_id).toBe(one.id)
  })

  it('uploads that are not finished › go after a day, in whatever state', async () => {
    await files.uploadUrl(1)
    const partly = await files.uploadUrl(2)
    await callStore(running, 'PUT', `${partly.url}&comp=block&blockid=a`, { body: Buffer.from('a') })
    const [main, artifact] = [await files.uploadBlob(Buffer.from('main')), await files.uploadBlob(Buffer.from('{}'))]
    await after(DAY_MS - 1)
    expect(await rows('blobs')).toBe(4)

    await after(1)

    expect([await rows('blobs'), await rows('blob_blocks')]).toEqual([0, 0])
    expect(await refused('directAttachmentsPost', { body: { blob: blobsOf(main, artifact) } })).toMatchObject({
      error: 'blob_mismatch',
    })
  })

  it('a file that no slot has › goes after seven days, from when the last slot went', async () => {
    const { id } = await files.attach(Buffer.from('sealed'))
    const { item } = await link(id)
    const second = await link(id)
    await after(30 * DAY_MS)
    await calls().deleteItem(item.id)
    await after(30 * DAY_MS)
    await files.read(id)
    await calls().ok(204, 'slotsIdDelete', { params: { id: second.slots[0]?.id } })
    await after(7 * DAY_MS - 1)
    await files.read(id)

    await after(1)

    expect(await refused('attachmentsIdGet', { params: { id } })).toMatchObject({ error: 'not_found' })
    await calls().listItems()
    await vi.waitFor(() => {
      expect(blobStore(running.connection).hasRemovedFiles()).toBe(false)
    })
    expect(await rows('blob_blocks')).toBe(0)
  })

  it('a file that is linked in time › stays', async () => {
    const { id } = await files.attach(Buffer.from('sealed'))
    await after(7 * DAY_MS - 1)
    await link(id)
    await after(30 * DAY_MS)

    expect((await files.fetchFile((await files.read(id)).url)).bytes.toString()).toBe('sealed')
  })

  async function rows(table: string): Promise<number> {
    await calls(bob).listItems()
    return running.connection.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0
  }
})
