// Proves docs/contract/vault.md, Images, Seeding.

import { beforeEach, expect, it } from 'vitest'
import type { OperatorEvent } from '../../shared/contract/operator-events.ts'
import type { SystemImage } from '../../shared/contract/system-catalogue.ts'
import type { ServiceReply } from '../../src-main/service/reply.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { HEADERS, PNG } from '../support/service/images.ts'
import { bodyOf, refusalOf } from '../support/service/keystore-accounts.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { OPERATOR } from '../support/service/vault-accounts.ts'
import { callsOf } from '../support/service/vault-calls.ts'

const NOT_FOUND = { status: 404, code: 'not_found' }
/** Over HTTP an address is absolute, on the mount that was called. */
const pathOf = (address: string) => new URL(address, 'http://in.process').pathname.replace(/^\/vault/, '')
const addressOf = (id: string) => new RegExp(`^(?:http://127\\.0\\.0\\.1:\\d+/vault)?/blobs/public/${id}/[0-9a-f]{64}$`)

describeOverTransports('images', (start) => {
  let running: TestService
  let operator: ReturnType<typeof callsOf>
  let user: SignedInUser

  beforeEach(async () => {
    running = await start()
    operator = callsOf(running, { headers: OPERATOR })
    user = aSignedInUser(running)
  })

  const add = async (image: object = PNG) =>
    (await operator.ok<{ image: SystemImage }>(201, 'systemImagesPost', { body: { image } })).image
  const refused = async (name: string, parts: Parameters<typeof operator.refusal>[1]) => {
    const before = databaseContent(running.connection)
    const [error] = await operator.refusal(name, parts)
    expect(databaseContent(running.connection)).toBe(before)
    return error && { error: error.error, parameter: error.extra_info['parameter'], status: error.http_code }
  }
  const locationOf = (reply: ServiceReply): string => {
    expect(reply).toMatchObject({ ok: true, status: 302 })
    return (reply.ok ? reply.headers?.['Location'] : undefined) ?? ''
  }
  const getImage = (id: string, headers: Readonly<Record<string, string>> = user.headers) =>
    running.send({ operation: 'vault.imagesIdGet', params: { id }, headers })
  const getPublic = (address: string, headers: Readonly<Record<string, string>> = {}) => {
    const [, , , id, d] = pathOf(address).split('/')
    return running.send({ operation: 'vault.blobsPublicIdDGet', params: { id, d }, headers })
  }
  const getBytes = (address: string, changed: object = {}) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const query = { ...Object.fromEntries(searchParams), ...changed }
    const id = pathname.split('/')[3]
    return running.send({ operation: 'vault.blobStorePublicIdGet', params: { id }, query, headers: {} })
  }

  it('POST /system/images › an image the operator lists, fetches and deletes', async () => {
    const image = await add()
    const other = await add({ ...PNG, filename: 'Zweites Bild.png' })

    expect(image).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      filename: 'car.png',
      image_url: expect.stringMatching(addressOf(image.id)) as string,
    })
    expect(await operator.ok(200, 'systemImagesGet')).toEqual({ images: [image, other] })
    expect(await operator.ok(200, 'systemImagesIdGet', { params: { id: other.id } })).toEqual({ image: other })
    await operator.ok(204, 'systemImagesIdDelete', { params: { id: image.id } })
    expect(await operator.ok(200, 'systemImagesGet')).toEqual({ images: [other] })
    for (const name of ['systemImagesIdGet', 'systemImagesIdDelete']) {
      expect(await refused(name, { params: { id: image.id } })).toMatchObject({ error: 'not_found' })
    }
    const { operator_events } = await operator.ok<{ operator_events: readonly OperatorEvent[] }>(200, 'systemEventsGet')
    expect(operator_events.map(({ name, subject_id }) => [name, subject_id])).toEqual([
      ['image.deleted', image.id],
      ['image.created', other.id],
      ['image.created', image.id],
    ])
  })

  it('GET /images/{id}, /blobs/public/{id}/{digest} › lead to the bytes as they were sent', async () => {
    const { id, image_url } = await add()

    const address = locationOf(await getImage(id))
    expect(address).toBe(pathOf(image_url))
    const signed = locationOf(await getPublic(address))
    const media = bodyOf<{ content_type: string; encoding: string; data: string }>(await getBytes(signed))

    expect(media).toEqual({ content_type: 'image/png', encoding: 'base64', data: PNG.contents })
  })

  it.each(Object.entries(HEADERS))('%s › is told by its first bytes, whatever it is called', async (type, header) => {
    const contents = header(20, 30).toString('base64')
    for (const content_type of [type, type.toUpperCase(), `${type}; charset=binary`, '', null]) {
      const { image_url } = await add({ filename: 'x.html', contents, content_type })
      const reply = await getBytes(locationOf(await getPublic(image_url)))
      expect(bodyOf(reply)).toMatchObject({ content_type: type, data: contents })
    }
  })

  it('POST /system/images › image/jpg is a common misspelling', async () => {
    const contents = HEADERS['image/jpeg']?.(1, 1).toString('base64') ?? ''
    const { image_url } = await add({ filename: 'x.jpg', contents, content_type: 'image/jpg' })
    const reply = await getBytes(locationOf(await getPublic(image_url)))
    expect(bodyOf(reply)).toMatchObject({ content_type: 'image/jpeg' })
  })

  it('POST /system/images › takes both alphabets of Base64, without padding and in lines', async () => {
    const bytes = Buffer.concat([HEADERS['image/gif']?.(1, 1) ?? Buffer.of(), Buffer.from([0xfb, 0xff, 0xfe, 0x01])])
    for (const contents of [
      bytes.toString('base64'),
      bytes.toString('base64url'),
      bytes.toString('base64').replace(/(.{8})/g, '$1\r\n'),
    ]) {
      const { image_url } = await add({ filename: 'x.gif', contents })
      const reply = await getBytes(locationOf(await getPublic(image_url)))
      expect(bodyOf(reply)).toMatchObject({ data: bytes.toString('base64') })
    }
  })

  it('POST /system/images › refuses what is no image, another image than it says, and too large ones', async () => {
    const post = (image: unknown) => refused('systemImagesPost', { body: { image } })
    const of = (content: Buffer | string, fields: object = {}) =>
      post({ ...PNG, contents: Buffer.from(content as string).toString('base64'), ...fields })
    const faulty = (parameter: string, error = 'invalid_params', status = 400) => ({ error, parameter, status })

    expect(await of('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')).toEqual(faulty('image.contents'))
    expect(await of('<!doctype html>')).toEqual(faulty('image.contents'))
    expect(await of('')).toEqual(faulty('image.contents'))
    expect(await of(HEADERS['image/gif']?.(40_001, 1000) ?? '')).toEqual(faulty('image.contents'))
    expect(await post({ ...PNG, contents: `${PNG.contents}===` })).toEqual(faulty('image.contents'))
    expect(await post({ ...PNG, contents: 'not Base64!' })).toEqual(faulty('image.contents'))
    expect(await post({ ...PNG, content_type: 'image/svg+xml' })).toEqual(faulty('image.content_type'))
    expect(await post({ ...PNG, content_type: 'image/gif' })).toEqual(faulty('image.content_type'))
    expect(await post({ ...PNG, filename: ' ' })).toEqual(faulty('image.filename'))
    expect(await post({ filename: 'x' })).toEqual(faulty('image.contents', 'param_missing'))
    expect(await post(undefined)).toEqual(faulty('image', 'param_missing'))
    expect(await post({ ...PNG, contents: 'A'.repeat(2_900_001) })).toEqual(
      faulty('image.contents', 'payload_too_large', 413),
    )
  })

  it('POST /system/images › takes 2 MiB and not a byte more', async () => {
    const image = Buffer.alloc(2 * 1024 * 1024 + 1)
    HEADERS['image/png']?.(1, 1).copy(image)
    const contents = (bytes: number) => image.subarray(0, bytes).toString('base64')

    const { image_url } = await add({ ...PNG, contents: contents(image.length - 1) })
    const reply = await getBytes(locationOf(await getPublic(image_url)))
    expect(bodyOf<{ data: string }>(reply).data === contents(image.length - 1)).toBe(true)
    const [error] = await operator.refusal('systemImagesPost', {
      body: { image: { ...PNG, contents: contents(image.length) } },
    })
    expect(error).toMatchObject({ error: 'payload_too_large', http_code: 413 })
  })

  it('DELETE /system/images/{id} › not while a node or a template shows it', async () => {
    const { id } = await add()
    const remove = { params: { id } }
    const node = { classification_scheme_name: 'region', label: 'Moon', image_id: id }
    await operator.ok(201, 'systemClassificationNodesPost', { body: { classification_node: node } })
    await operator.ok(201, 'systemItemTemplatesPost', { body: { item_template: { label: 'Trip', image_id: id } } })

    const [error] = await operator.refusal('systemImagesIdDelete', remove)
    expect(error).toMatchObject({
      error: 'in_use',
      message: expect.stringContaining('It is used by 1 template, 1 node.') as string,
    })

    const names = { scheme_name: 'region', node_name: 'moon' }
    await operator.ok(204, 'systemClassificationNodesSchemeNameNodeNameDelete', { params: names })
    expect(await refused('systemImagesIdDelete', remove)).toMatchObject({ error: 'in_use' })
    await operator.ok(204, 'systemItemTemplatesNameDelete', { params: { name: 'trip' } })
    await operator.ok(204, 'systemImagesIdDelete', remove)
  })

  it('GET /images/{id} › is for users, of images that are there', async () => {
    const { id } = await add()
    expect(refusalOf(await getImage(id, {}))).toEqual({ status: 401, code: 'unauthorized' })
    expect(refusalOf(await getImage(id, OPERATOR))).toEqual({ status: 401, code: 'unauthorized' })
    expect(refusalOf(await getImage(UNKNOWN_ID))).toEqual(NOT_FOUND)
  })

  it('GET /blobs/public/{id}/{digest} › nothing but the digest that was made for the image', async () => {
    const [one, other] = [await add(), await add()]
    const digest = pathOf(one.image_url).split('/')[4] ?? ''

    for (const d of [
      digest.toUpperCase(),
      digest.slice(1),
      '0'.repeat(64),
      'ü',
      pathOf(other.image_url).split('/')[4] ?? '',
    ]) {
      expect(refusalOf(await getPublic(`/blobs/public/${one.id}/${encodeURIComponent(d)}`))).toEqual(NOT_FOUND)
    }
    expect(refusalOf(await getPublic(`/blobs/public/${UNKNOWN_ID}/${digest}`))).toEqual(NOT_FOUND)
    await operator.ok(204, 'systemImagesIdDelete', { params: { id: one.id } })
    expect(refusalOf(await getPublic(one.image_url))).toEqual(NOT_FOUND)
  })

  it('GET /blob-store/public/{id} › at a signed address, for five minutes', async () => {
    const [one, other] = [await add(), await add()]
    const signed = locationOf(await getPublic(one.image_url))
    const sig = new URL(signed, 'http://localhost').searchParams.get('sig') ?? ''
    const forbidden = { status: 403, code: 'forbidden' }

    for (const changed of [
      { sig: sig.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) },
      { sig: sig.slice(1) },
      { sig: undefined },
      { se: '9999999999' },
      { se: '' },
    ]) {
      expect(refusalOf(await getBytes(signed, changed))).toEqual(forbidden)
    }
    expect(refusalOf(await getBytes(signed.replace(one.id, other.id)))).toEqual(forbidden)

    running.clock.advanceMs(299_999)
    bodyOf(await getBytes(signed))
    running.clock.advanceMs(1)
    expect(refusalOf(await getBytes(signed))).toEqual({ status: 410, code: 'url_expired' })
    bodyOf(await getBytes(locationOf(await getPublic(one.image_url))))
  })

  it('GET /blob-store/public/{id} › not found, when the image is gone', async () => {
    const { id, image_url } = await add()
    const signed = locationOf(await getPublic(image_url))
    await operator.ok(204, 'systemImagesIdDelete', { params: { id } })
    expect(refusalOf(await getBytes(signed))).toEqual(NOT_FOUND)
  })
})
