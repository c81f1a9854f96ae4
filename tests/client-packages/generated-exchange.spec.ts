// Proves docs/contract/exchange.md, Definitions, Verifying, Registries, Verifier: requests, States, Wallet endpoints, Verifier: OpenID4VP.

import { randomUUID } from 'node:crypto'
import * as vc from '@digitalbazaar/vc'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VerifierRequest } from '../../shared/contract/verifier-requests.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { CREDENTIALS_V1 } from '../../src-main/exchange/registries/context-registry.ts'
import { aPresentation, aSubmission, THE_HOLDER, THE_ISSUER } from '../support/exchange/presentations.ts'
import { ANY_CREDENTIAL } from '../support/exchange/verifier.ts'
import type { GeneratedClient, GeneratedConnection } from '../support/published/generated-clients.ts'
import { answered, generatedClient, refused } from '../support/published/generated-clients.ts'
import { publishedLoader, signingSuite } from '../support/published/published-parties.ts'
import { UNKNOWN_ID } from '../support/service/builders.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'
import { OPERATOR } from '../support/service/vault-accounts.ts'

/*
 * The exchange and the verifier, called by clients that are generated from their documents; the wallet signs with the
 * published library and sends by a client without a key.
 */

let server: TestHttpServer
let exchange: GeneratedClient<'exchange'>
let verifier: GeneratedClient<'verifier'>
let key: Readonly<Record<string, string>>
let desk: GeneratedConnection
let wallet: GeneratedConnection
beforeAll(async () => {
  server = await startHttpServer()
  exchange = await generatedClient('exchange')
  verifier = await generatedClient('verifier')
  key = { 'Service-Subscription-Key': aSubscriptionKey(server).headers['service-subscription-key'] }
  desk = verifier.connect(server.url, key)
  wallet = verifier.connect(server.url)
})
afterAll(async () => {
  expect(server.faults).toEqual([])
  await server.close()
})

const withKey = () => exchange.connect(server.url, key)
const WITHOUT_KEY = [401, 'subscription_key_invalid']

describe('the exchange', () => {
  it('keeps a definition as it was sent, and gives it to whoever has a key', async () => {
    const body = { ...ANY_CREDENTIAL, name: 'Who are you?' }
    const create = (client: GeneratedConnection) => exchange.createPresentationDefinition({ client, body })
    const read = (definition_id: string) =>
      exchange.getPresentationDefinition({ client: withKey(), path: { definition_id } })

    const { presentation_definition: made } = await answered(201, create(withKey()))

    expect(made).toEqual({ ...body, id: made.id })
    expect(await answered(200, read(made.id))).toEqual(made)
    expect(await refused(read(UNKNOWN_ID))).toEqual([404, 'not_found'])
    expect(await refused(create(exchange.connect(server.url)))).toEqual(WITHOUT_KEY)
  })

  it('takes a schema from the operator, lists it, gives it back and removes it', async () => {
    const [path, url] = [{ kind: 'schemas' }, 'https://schemas.example/boat'] as const
    const client = exchange.connect(server.url, { ...key, ...OPERATOR })
    const document = { $id: url, title: 'Boat', type: 'object' }
    const add = (more: object = {}) =>
      exchange.registryImport({ client, path, body: { key: url, document: { ...document, ...more } } })
    const read = (from = client) => exchange.registryEntryGet({ client: from, path, query: { key: url } })

    const { row } = await answered(201, add())
    expect(row).toMatchObject({ key: url, title: 'Boat', source: 'imported' })
    expect(await refused(add({ title: 'Ship' }))).toEqual([409, 'registry_entry_exists'])
    expect(await answered(200, read())).toEqual({ row, document })
    expect(await refused(read(withKey()))).toEqual([401, 'admin_password_invalid'])
    const { rows } = await answered(200, exchange.registryGet({ client, path }))
    expect(rows.filter(({ source }) => source === 'imported')).toEqual([row])

    await answered(204, exchange.registryRemove({ client, path, query: { key: url } }))
    expect(await refused(read())).toEqual([404, 'not_found'])
    const bundled = { path: { kind: 'contexts' }, query: { key: CREDENTIALS_V1 } } as const
    expect(await refused(exchange.registryRemove({ client, ...bundled }))).toEqual([403, 'forbidden'])
  })
})

describe('a wallet that signs with @digitalbazaar/vc', () => {
  const documentLoader = publishedLoader(THE_ISSUER, THE_HOLDER)
  const now = () => new Date(server.clock.nowMs()).toISOString().replace('.000Z', 'Z')

  const ask = async () =>
    (
      await answered(
        201,
        verifier.createVerifierRequest({ client: desk, body: { presentation_definition: ANY_CREDENTIAL } }),
      )
    ).request
  const stateOf = async ({ id }: VerifierRequest) =>
    (await answered(200, verifier.getVerifierRequest({ client: desk, path: { request_id: id } }))).request

  /** What the library makes of a credential for a request. */
  async function presented(
    request: VerifierRequest,
    domain = new URL(request.destination_url).origin,
  ): Promise<JsonObject> {
    const date = now()
    const credential = {
      '@context': [CREDENTIALS_V1],
      id: 'urn:uuid:00000000-0000-4000-8000-000000000001',
      type: ['VerifiableCredential'],
      issuer: THE_ISSUER.did,
      issuanceDate: date,
      credentialSubject: { id: THE_HOLDER.did },
    }
    const suite = (party: typeof THE_HOLDER) => signingSuite('Ed25519Signature2018', party, date)
    const issued = await vc.issue({ credential, suite: await suite(THE_ISSUER), documentLoader, now: date })
    const definition = await answered(
      200,
      verifier.getRequestDefinition({ client: wallet, path: { request_id: request.id } }),
    )
    const descriptor_map = [{ id: 'identity', path: '$.verifiableCredential[0]', format: 'ldp_vc' }]
    const presentation = aPresentation(
      [issued],
      aSubmission(definition.id, { id: `urn:uuid:${randomUUID()}`, descriptor_map }),
    )
    const binding = { challenge: request.id, domain }
    const signing = { presentation, suite: await suite(THE_HOLDER), ...binding, documentLoader }
    return (await vc.signPresentation(signing)) as JsonObject
  }

  const send = ({ id }: VerifierRequest, body: JsonObject) =>
    verifier.postRequestPresentation({ client: wallet, path: { request_id: id }, body })
  const probe = ({ id }: VerifierRequest) =>
    verifier.probeRequestDestination({ client: wallet, path: { request_id: id } })

  it('answers a request, which the desk reads, verifies again and forgets', async () => {
    const request = await ask()
    await answered(200, probe(request))
    const presentation = await presented(request)
    expect(await stateOf(request)).toMatchObject({ state: 'fetched', attempts: [] })

    expect(await answered(200, send(request, presentation))).toMatchObject({ valid: true, errors: [] })

    const { state, attempts } = await stateOf(request)
    expect([state, attempts.length]).toEqual(['verified', 1])
    const path = { request_id: request.id, attempt_id: attempts[0]?.id ?? '' }
    const kept = () => verifier.getAttemptPresentation({ client: desk, path })
    expect(await answered(200, kept())).toEqual({ presentation })
    expect(await answered(200, verifier.reverifyAttempt({ client: desk, path }))).toMatchObject({ valid: true })
    await answered(204, verifier.deleteAttemptPresentation({ client: desk, path }))
    expect(await refused(kept())).toEqual([404, 'not_found'])
    expect(await refused(verifier.reverifyAttempt({ client: desk, path }))).toEqual([404, 'not_found'])
    expect(await refused(send(request, presentation))).toEqual([409, 'request_closed'])
    expect(await refused(verifier.deleteAttemptPresentation({ client: wallet, path }))).toEqual(WITHOUT_KEY)
  })

  it('fetches the signed request, declines, and answers at the address of OpenID4VP', async () => {
    const request = await ask()
    const path = { request_id: request.id }
    const membersOf = async (object: unknown) =>
      decodeJwt<{ state: string; client_id: string }>(await (object as Blob).text()) // what is not JSON is a Blob
    const fetched = await membersOf(await answered(200, verifier.getRequestObject({ client: wallet, path })))
    const body = { wallet_nonce: 'n-1' }
    const { wallet_nonce, ...members } = await membersOf(
      await answered(200, verifier.postRequestObject({ client: wallet, path, body })),
    )
    expect([wallet_nonce, members]).toEqual(['n-1', fetched])

    const { state, client_id } = members
    const respond = (fields: object) =>
      verifier.postAuthorizationResponse({ client: wallet, path, body: { state, ...fields } })
    expect(await answered(200, respond({ error: 'access_denied' }))).toEqual({})
    const vp_token = JSON.stringify(await presented(request, client_id))
    expect(await answered(200, respond({ vp_token }))).toMatchObject({ valid: true })
    expect(await refused(respond({ vp_token }))).toEqual([409, 'request_closed'])
  })

  it('is told what is wrong when it sends something else, by the verifier and by the exchange', async () => {
    const request = await ask()
    const presentation = await presented(request)
    const changed = { ...presentation, id: 'urn:uuid:00000000-0000-4000-8000-000000000009' }
    const verify = (body: JsonObject) => exchange.verifyPresentation({ client: withKey(), body })

    const expected = { valid: false, errors: [{ check: 'presentation.proof', code: 'signature_invalid' }] }
    expect(await answered(200, send(request, changed))).toMatchObject(expected)
    expect(await answered(200, verify(changed))).toMatchObject(expected)
    expect(await answered(200, verify(presentation))).toMatchObject({ valid: true })
    expect(await stateOf(request)).toMatchObject({ state: 'rejected' })
    expect(await refused(send(request, {}))).toEqual([400, 'presentation_form_not_taken'])
    expect(await refused(send(request, { ...presentation, proof: 1 }))).toEqual([400, 'invalid_params'])
  })

  it('is turned away once the desk takes a request back, which is listed as such', async () => {
    const [open, taken] = [await ask(), await ask()]
    const cancel = () => verifier.cancelVerifierRequest({ client: desk, path: { request_id: taken.id } })
    const list = async (state: VerifierRequest['state']) =>
      (await answered(200, verifier.listVerifierRequests({ client: desk, query: { state: [state] } }))).requests

    await answered(204, cancel())

    expect(await refused(cancel())).toEqual([410, 'request_cancelled'])
    expect(await refused(probe(taken))).toEqual([410, undefined])
    expect((await list('cancelled')).map(({ id }) => id)).toEqual([taken.id])
    expect((await list('waiting')).map(({ id }) => id)).toEqual([open.id])
    expect(await refused(verifier.listVerifierRequests({ client: wallet }))).toEqual(WITHOUT_KEY)
  })

  it('fetches the signed request, declines it, and is told what is no answer to it', async () => {
    const request = await ask()
    const path = { request_id: request.id }
    const signed = [
      await answered(200, verifier.getRequestObject({ client: wallet, path })),
      await answered(200, verifier.postRequestObject({ client: wallet, path, body: { wallet_nonce: 'n-1' } })),
    ] as unknown as readonly Blob[] // as this client gives what is not JSON
    for (const one of signed) expect((await one.text()).split('.')).toHaveLength(3)
    const respond = (body: Readonly<Record<string, string>>) =>
      verifier.postAuthorizationResponse({ client: wallet, path, body: { state: `state-${request.id}`, ...body } })

    expect(await answered(200, respond({ error: 'access_denied' }))).toEqual({})
    expect(await refused(respond({ vp_token: 'x' }))).toEqual([400, 'invalid_params'])
    expect((await stateOf(request)).timeline.map(({ kind }) => kind)).toContain('declined')
  })

  it('is shown the request as a picture by whoever has the key', async () => {
    const { id } = await ask()
    const picture = (client: GeneratedConnection) =>
      verifier.getVerifierRequestQr({ client, path: { request_id: id }, query: { format: 'svg' } })

    const shown = (await answered(200, picture(desk))) as unknown as Blob // as this client gives what is not JSON
    expect(shown.type).toBe('image/svg+xml')
    expect(await shown.text()).toMatch(/^<svg /)
    expect(await refused(picture(wallet))).toEqual(WITHOUT_KEY)
  })
})
