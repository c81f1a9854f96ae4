// Proves docs/contract/keystore.md, Requests, Delegation, Key pairs.

import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { newKeyPair } from '../../src-main/crypto/key-pair.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import {
  bodyOf,
  OWN_WRAPPED_KEY,
  PUBLISHED_WRAPPED_KEY,
  refusalOf,
  registerUser,
} from '../support/service/keystore-accounts.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

type Headers = Readonly<Record<string, string>>
interface KeyPairBody {
  readonly keypair: {
    readonly id: string
    readonly public_key: string
    readonly encrypted_serialized_key: string
    readonly metadata: unknown
    readonly external_identifiers: readonly string[]
  }
}

const rsaPem = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ type: 'spki', format: 'pem' }).toString()
const RSA_2048 = rsaPem(2048)
const RSA_1024 = rsaPem(1024)
const BUNDLE = newKeyPair().publicKey
const NEW_KEY_PAIR = { public_key: BUNDLE, encrypted_serialized_key: OWN_WRAPPED_KEY }
const NOT_FOUND = { status: 404, code: 'not_found' }

describeOverTransports('key-store key pairs', (start) => {
  let running: TestService

  const call = (name: string, headers: Headers, rest: object) =>
    running.send({ operation: `keystore.${name}`, headers, ...rest })
  const post = (headers: Headers, body: object) => call('keypairsPost', headers, { body })
  const get = (headers: Headers, id: string) => call('keypairsIdGet', headers, { params: { id } })
  const getByIdentifier = (headers: Headers, external_id: string) =>
    call('keypairsExternalIdExternalIdGet', headers, { params: { external_id } })
  const patch = (headers: Headers, id: string, body: object) =>
    call('keypairsIdPatch', headers, { params: { id }, body })
  const remove = (headers: Headers, id: string) => call('keypairsIdDelete', headers, { params: { id } })
  const add = async (headers: Headers, body: object = {}) =>
    bodyOf<KeyPairBody>(await post(headers, { ...NEW_KEY_PAIR, ...body }), 201).keypair
  const stored = () => [
    running.connection.prepare('SELECT * FROM key_pairs').all(),
    running.connection.prepare('SELECT * FROM key_pair_identifiers').all(),
  ]

  it('POST /keypairs › answers what was sent, identifiers trimmed and in order', async () => {
    running = await start()
    const { headers } = aSignedInUser(running)
    const metadata = { colour: 'red', nested: { list: [1, null] } }
    const keypair = await add(headers, { metadata, external_identifiers: ['  zeta ', 'auth'] })
    expect(keypair).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      public_key: BUNDLE,
      encrypted_serialized_key: OWN_WRAPPED_KEY,
      metadata,
      external_identifiers: ['zeta', 'auth'],
    })
    expect(bodyOf(await get(headers, keypair.id))).toEqual({ keypair })
    expect(bodyOf(await getByIdentifier(headers, 'zeta'))).toEqual({ keypair })
  })

  it('POST /keypairs › without metadata and identifiers, absent or null, stores {} and []', async () => {
    running = await start()
    const { headers } = aSignedInUser(running)
    expect(await add(headers)).toMatchObject({ metadata: {}, external_identifiers: [] })
    const withNulls = await add(headers, { metadata: null, external_identifiers: null })
    expect(withNulls).toMatchObject({ metadata: {}, external_identifiers: [] })
  })

  it.each([
    ['PEM with line feeds', RSA_2048],
    ['PEM with carriage returns', RSA_2048.replaceAll('\n', '\r\n')],
    ['PEM without a last line end', RSA_2048.trimEnd()],
    ['a key bundle', BUNDLE],
  ])('POST /keypairs › gives the public key back byte for byte: %s', async (_, public_key) => {
    running = await start()
    const { headers } = aSignedInUser(running)
    const keypair = await add(headers, { public_key, encrypted_serialized_key: PUBLISHED_WRAPPED_KEY })
    expect(keypair.public_key).toBe(public_key)
  })

  it('POST /keypairs › invalid_public_key, nothing is stored', async () => {
    running = await start()
    const { headers } = aSignedInUser(running)
    const ecPem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' })
    for (const public_key of ['', 'key', RSA_1024, ecPem.toString(), `${BUNDLE}A`, 'A'.repeat(20_000)]) {
      const reply = await post(headers, { ...NEW_KEY_PAIR, public_key })
      expect(refusalOf(reply)).toEqual({ status: 400, code: 'invalid_public_key' })
      expect(reply.body).toMatchObject({ errors: [{ extra_info: { parameter: 'public_key' } }] })
    }
    expect(stored()).toEqual([[], []])
  })

  it('POST /keypairs › param_missing and ciphertext_format_invalid, nothing is stored', async () => {
    running = await start()
    const { headers } = aSignedInUser(running)
    for (const field of ['public_key', 'encrypted_serialized_key']) {
      const reply = await post(headers, { ...NEW_KEY_PAIR, [field]: null })
      expect(refusalOf(reply)).toEqual({ status: 400, code: 'param_missing' })
      expect(reply.body).toMatchObject({ errors: [{ extra_info: { parameter: field } }] })
    }
    const clear = await post(headers, { ...NEW_KEY_PAIR, encrypted_serialized_key: 'clear private key' })
    expect(refusalOf(clear)).toEqual({ status: 400, code: 'ciphertext_format_invalid' })
    expect(stored()).toEqual([[], []])
  })

  it.each([
    ['metadata is a list', { metadata: [] }],
    ['metadata is text', { metadata: 'red' }],
    ['metadata is larger than 16 KiB', { metadata: { text: 'ü'.repeat(8 * 1024) } }],
    ['an identifier is empty', { external_identifiers: ['  '] }],
    ['an identifier is too long', { external_identifiers: ['a'.repeat(256)] }],
    ['an identifier is no text', { external_identifiers: [{ name: 'auth' }] }],
    ['an identifier comes twice', { external_identifiers: ['auth', ' auth'] }],
    ['identifiers are no list', { external_identifiers: 'auth' }],
  ])('POST and PATCH /keypairs › invalid_params, %s', async (_, body) => {
    running = await start()
    const { headers } = aSignedInUser(running)
    const { id } = await add(headers, { external_identifiers: ['kept'], metadata: { kept: true } })
    const before = stored()
    const refused = { status: 400, code: 'invalid_params' }
    expect(refusalOf(await post(headers, { ...NEW_KEY_PAIR, ...body }))).toEqual(refused)
    expect(refusalOf(await patch(headers, id, body))).toEqual(refused)
    expect(stored()).toEqual(before)
  })

  it('POST /keypairs › external_identifier_taken within the user only', async () => {
    running = await start()
    const { headers } = aSignedInUser(running)
    const first = await add(headers, { external_identifiers: ['auth'] })
    const before = stored()
    const taken = await post(headers, { ...NEW_KEY_PAIR, external_identifiers: ['other', 'auth'] })
    expect(refusalOf(taken)).toEqual({ status: 400, code: 'external_identifier_taken' })
    expect(taken.body).toMatchObject({
      errors: [
        {
          message: 'Another key pair has the external identifier "auth".',
          extra_info: { parameter: 'external_identifiers' },
        },
      ],
    })
    expect(stored()).toEqual(before)
    await add(aSignedInUser(running).headers, { external_identifiers: ['auth'] })
    expect(bodyOf(await getByIdentifier(headers, 'auth'))).toEqual({ keypair: first })
  })

  it('POST /keypairs › replaces the older key pairs while there is no vault account', async () => {
    running = await start()
    const { headers } = await registerUser(running)
    const other = await registerUser(running)
    const ofOther = await add(other.headers, { external_identifiers: ['auth'] })
    const first = await add(headers, { external_identifiers: ['auth', 'login'] })
    const second = await add(headers, { external_identifiers: ['spare'] })
    const untouched = await add(headers, { external_identifiers: ['untouched'] })

    const replacing = await add(headers, { external_identifiers: ['auth', 'spare'] })
    expect(replacing.id).not.toBe(first.id)
    for (const { id } of [first, second]) expect(refusalOf(await get(headers, id))).toEqual(NOT_FOUND)
    expect(bodyOf(await getByIdentifier(headers, 'auth'))).toEqual({ keypair: replacing })
    expect(bodyOf(await get(headers, untouched.id))).toEqual({ keypair: untouched })
    expect(bodyOf(await get(other.headers, ofOther.id))).toEqual({ keypair: ofOther })
  })

  it('GET /keypairs/{id} › takes the id first, then an external identifier', async () => {
    running = await start()
    const { headers } = aSignedInUser(running)
    const first = await add(headers)
    const second = await add(headers, { external_identifiers: ['parent_connection', first.id] })
    expect(bodyOf(await get(headers, first.id.toUpperCase()))).toEqual({ keypair: first })
    expect(bodyOf(await get(headers, 'parent_connection'))).toEqual({ keypair: second })
    expect(bodyOf(await getByIdentifier(headers, first.id))).toEqual({ keypair: second })
    await remove(headers, first.id)
    expect(bodyOf(await get(headers, first.id))).toEqual({ keypair: second })
  })

  it('PATCH /keypairs/{id} › replaces what is present and keeps the rest', async () => {
    running = await start()
    const { headers } = aSignedInUser(running)
    const keypair = await add(headers, { metadata: { a: 1 }, external_identifiers: ['one', 'two'] })
    const renamed = { ...keypair, external_identifiers: ['three', 'one'] }
    const reply = await patch(headers, keypair.id, { external_identifiers: ['three', 'one'] })
    expect(bodyOf(reply)).toEqual({ keypair: renamed })
    expect(bodyOf(await get(headers, keypair.id))).toEqual({ keypair: renamed })
    expect(refusalOf(await getByIdentifier(headers, 'two'))).toEqual(NOT_FOUND)

    const changed = { ...renamed, metadata: { b: 2 } }
    bodyOf(await patch(headers, keypair.id, { metadata: { b: 2 }, external_identifiers: null, public_key: 'ignored' }))
    expect(bodyOf(await get(headers, keypair.id))).toEqual({ keypair: changed })

    bodyOf(await patch(headers, keypair.id, { external_identifiers: [], metadata: {} }))
    expect(bodyOf(await patch(headers, keypair.id, {}))).toEqual({
      keypair: { ...keypair, external_identifiers: [], metadata: {} },
    })
  })

  it('PATCH /keypairs/{id} › external_identifier_taken, also before there is a vault account', async () => {
    running = await start()
    const { headers } = await registerUser(running)
    await add(headers, { external_identifiers: ['auth'] })
    const { id } = await add(headers, { external_identifiers: ['spare'] })
    const before = stored()
    const reply = await patch(headers, id, { external_identifiers: ['spare', 'auth'], metadata: { changed: true } })
    expect(refusalOf(reply)).toEqual({ status: 400, code: 'external_identifier_taken' })
    expect(stored()).toEqual(before)
  })

  it('DELETE /keypairs/{id} › removes the key pair and frees its identifiers', async () => {
    running = await start()
    const { headers } = aSignedInUser(running)
    const { id } = await add(headers, { external_identifiers: ['auth'] })
    expect(await remove(headers, id)).toMatchObject({ status: 204, body: undefined })
    expect(refusalOf(await get(headers, id))).toEqual(NOT_FOUND)
    expect(refusalOf(await remove(headers, id))).toEqual(NOT_FOUND)
    await add(headers, { external_identifiers: ['auth'] })
  })

  it("not_found › another user's key pair by id and by identifier, an unknown id, no id at all", async () => {
    running = await start()
    const owner = aSignedInUser(running)
    const stranger = aSignedInUser(running)
    const { id } = await add(owner.headers, { external_identifiers: ['auth'] })
    const before = stored()
    for (const wanted of [id, 'auth', UNKNOWN_ID]) {
      expect(refusalOf(await get(stranger.headers, wanted))).toEqual(NOT_FOUND)
      expect(refusalOf(await getByIdentifier(stranger.headers, wanted))).toEqual(NOT_FOUND)
      expect(refusalOf(await patch(stranger.headers, wanted, { metadata: {} }))).toEqual(NOT_FOUND)
      expect(refusalOf(await remove(stranger.headers, wanted))).toEqual(NOT_FOUND)
    }
    expect(stored()).toEqual(before)
  })

  it('unauthorized › every operation, without a token', async () => {
    running = await start()
    const refused = { status: 401, code: 'unauthorized' }
    expect(refusalOf(await post({}, NEW_KEY_PAIR))).toEqual(refused)
    expect(refusalOf(await get({}, UNKNOWN_ID))).toEqual(refused)
    expect(refusalOf(await getByIdentifier({}, 'auth'))).toEqual(refused)
    expect(refusalOf(await patch({}, UNKNOWN_ID, {}))).toEqual(refused)
    expect(refusalOf(await remove({}, UNKNOWN_ID))).toEqual(refused)
  })

  it('delegation_not_permitted › every operation, a delegation header for somebody else', async () => {
    running = await start()
    const user = aSignedInUser(running)
    const { id } = await add(user.headers)
    const headers = { ...user.headers, 'service-delegation-id': UNKNOWN_ID }
    const refused = { status: 403, code: 'delegation_not_permitted' }
    expect(refusalOf(await post(headers, NEW_KEY_PAIR))).toEqual(refused)
    expect(refusalOf(await get(headers, id))).toEqual(refused)
    expect(refusalOf(await getByIdentifier(headers, 'auth'))).toEqual(refused)
    expect(refusalOf(await patch(headers, id, {}))).toEqual(refused)
    expect(refusalOf(await remove(headers, id))).toEqual(refused)
  })
})
