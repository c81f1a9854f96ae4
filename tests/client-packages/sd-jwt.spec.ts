// Proves docs/contract/exchange.md, Verifying, DCQL, Demo issuers, Runs.

/** The published library for SD-JWT VCs as issuer, wallet and verifier beside this exchange. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { presentationOperations } from '../../shared/contract/presentations.ts'
import type { Verification } from '../../shared/contract/presentations.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { readCompactJwt } from '../../shared/presentation-exchange/compact-jwt.ts'
import { aForeignVerifier } from '../support/exchange/foreign-verifier.ts'
import type { ForeignVerifier } from '../support/exchange/foreign-verifier.ts'
import { schemaId } from '../support/exchange/issuing.ts'
import {
  aP256Party,
  AUDIENCE,
  bound,
  IDENTITY,
  keyOfDidKey,
  NONCE,
  sdJwtVcLibrary,
  sdJwtVcVerifier,
} from '../support/exchange/sd-jwts.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'
import { openWorkbench, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'

const [issuer, holder, thief] = [aP256Party(), aP256Party(), aP256Party()]
const library = sdJwtVcLibrary(issuer, holder)
let server: TestHttpServer
let now: number
let subscribed: Readonly<Record<string, string>>

beforeAll(async () => {
  server = await startHttpServer()
  subscribed = aSubscriptionKey(server).headers
  now = Math.floor(server.clock.nowMs() / 1000)
})
afterAll(async () => {
  expect(server.faults).toEqual([])
  await server.close()
})

const FRAME = { _sd: ['name', 'address', 'born'], _sd_decoy: 3, address: { _sd: ['city'] }, tags: { _sd: [0, 1] } }
const SHOWN = { name: true, address: { city: true }, tags: { 1: true } }

/** Issued and presented as the library does it. @param by who presents: the holder whose key the issuer wrote down, or another */
async function presented(members: JsonObject = {}, by = holder): Promise<string> {
  const claims = {
    iss: issuer.did,
    vct: IDENTITY,
    iat: now - 60,
    exp: now + 3600,
    cnf: { jwk: holder.jwk },
    name: 'Ada',
    address: { city: 'Kiel', country: 'DE' },
    tags: ['red', 'blue'],
    born: 1815,
    ...members,
  }
  const issued = await library.issue(claims, FRAME as never, { header: { kid: issuer.kid } })
  const kb = { payload: { iat: now, nonce: NONCE, aud: AUDIENCE } }
  return sdJwtVcLibrary(issuer, by).present(issued, SHOWN, { kb })
}

const QUERY = {
  credentials: [
    {
      id: 'identity',
      format: 'dc+sd-jwt',
      meta: { vct_values: [IDENTITY] },
      claims: [
        { path: ['name'] },
        { path: ['address', 'city'], values: ['Kiel'] },
        { path: ['tags', null], values: ['blue'] },
      ],
    },
  ],
}
const OPTIONS = { challenge: NONCE, domain: AUDIENCE, max_age_seconds: 60, dcql_query: QUERY }

async function verified(text: string, options: JsonObject = OPTIONS): Promise<Verification> {
  const body = JSON.stringify({ vp_token: { identity: [text] }, options })
  const headers = { ...subscribed, 'content-type': 'application/json' }
  const reply = await fetch(`${server.url}/exchange/presentations/verify`, { method: 'POST', headers, body })
  expect(reply.status).toBe(200)
  return (await reply.json()) as Verification
}

const codesOf = ({ errors }: Verification) => errors.map(({ code }) => code)

describe('the published library as issuer and wallet', () => {
  it('what it presents › holds over HTTP, and discloses what was asked for', async () => {
    const answer = await verified(await presented())
    expect([answer.valid, codesOf(answer)]).toEqual([true, []])
    expect(answer.descriptors[0]?.fields.map(({ inner_pointer }) => inner_pointer)).toEqual([
      '/name',
      '/address/city',
      '/tags/0',
    ])
  })

  it.each<[string, string, () => Promise<string>, JsonObject?]>([
    ['presented by who does not have the key', 'signature_invalid', () => presented({}, thief)],
    ['issued for a time that has passed', 'credential_expired', () => presented({ exp: now })],
    [
      'with a disclosure taken out on the way',
      'sd_hash_mismatch',
      async () => (await presented()).split('~').toSpliced(1, 1).join('~'),
    ],
    ['made for another request', 'challenge_mismatch', () => presented(), { ...OPTIONS, challenge: 'another' }],
  ])('%s › %s', async (_, code, text, options) => {
    const answer = await verified(await text(), options)
    expect(answer.valid).toBe(false)
    expect(codesOf(answer)).toContain(code)
  })

  it('as a body of its own media type › holds', async () => {
    const headers = { ...subscribed, 'content-type': 'application/dc+sd-jwt' }
    const reply = await fetch(`${server.url}/exchange/presentations/verify`, {
      method: 'POST',
      headers,
      body: await presented(),
    })
    const answer = (await reply.json()) as Verification
    // Only what it answers is not said by such a body.
    expect([reply.status, codesOf(answer)]).toEqual([200, ['submission_missing']])
  })
})

it('what the library presents and holds here › holds for the library, with the same claims', async () => {
  const text = await presented()
  expect((await verified(text)).valid).toBe(true)
  expect(await library.verify(text, { keyBindingNonce: NONCE, currentDate: now })).toMatchObject({
    payload: { name: 'Ada', address: { city: 'Kiel', country: 'DE' }, tags: ['blue'] },
    kb: { payload: { aud: AUDIENCE } },
  })
  await expect(
    library.verify(await presented({}, thief), { keyBindingNonce: NONCE, currentDate: now }),
  ).rejects.toThrow('Invalid JWT Signature')
})

describe('our issuer and our wallet', () => {
  const { credentialIssue, holderKeyCreate, issuedStatusChange, issuersGet, registryEntryGet } = workbenchOperations
  const { walletCredentialImport, walletCredentialOpen, walletGet } = workbenchOperations
  const VCT = 'https://credentials.vaultbench.example/driving-licence'
  const values = { name: 'Ada', born: 1815, address: { city: 'Kiel', country: 'DE' }, tags: ['red', 'blue'] }
  const disclosable = ['/name', '/born', '/address', '/address/city', '/tags/0', '/tags/1']
  const ASKED = [{ path: ['address', 'city'] }, { path: ['tags', null], values: ['red'] }]
  const query = (vct: string) => ({
    credentials: [{ id: 'one', format: 'dc+sd-jwt', meta: { vct_values: [vct] }, claims: ASKED }],
  })

  let workbench: TestWorkbench
  let call: TestWorkbench['call']
  let params: { readonly user_id: string }
  let foreign: ForeignVerifier

  beforeAll(async () => {
    workbench = await openWorkbench()
    call = workbench.call
    foreign = await aForeignVerifier()
  })
  beforeEach(async () => {
    params = { user_id: (await registerUser(workbench, `Ada ${randomUUID()}`)).user.id }
  })
  afterAll(async () => {
    await foreign.close()
    await stopWorkbench(workbench)
  })

  const issue = (members: JsonObject = {}) =>
    call(credentialIssue, {
      params,
      body: {
        issuer_id: 'harbour-registry',
        schema: schemaId('driving-licence'),
        format: 'dc+sd-jwt',
        values,
        issue_anyway: true, // these are not the values of a driving licence
        sd_jwt: { disclosable, decoys: 4 },
        ...members,
      },
    })
  const rawOf = async (credential_id: string) =>
    String((await call(walletCredentialOpen, { params: { ...params, credential_id } })).raw)

  async function answerTo(asked: JsonObject): Promise<string> {
    const { token } = await foreign.ask({ call, params, query: asked, nonce: NONCE })
    return token['one']?.[0] ?? ''
  }

  /** The library as somebody else's verifier, which knows the issuer by its DID and fetches its status list. */
  function theirs(did: string) {
    const verifier = sdJwtVcVerifier(did, async (key) => {
      const at = { params: { kind: 'status-lists' }, query: { key } } as const
      return String((await call(registryEntryGet, at)).document)
    })
    return (text: string, keyBindingNonce = NONCE) => verifier.verify(text, { keyBindingNonce })
  }

  async function ourIssuer(algorithm = 'EdDSA'): Promise<string> {
    const [harbour] = (await call(issuersGet, {})).issuers
    const key = harbour?.keys.find((one) => one.algorithm === algorithm)
    return key?.did ?? harbour?.did ?? ''
  }

  it.each([
    ['EdDSA', 'Ed25519', 'EdDSA'],
    ['ES256', 'P-256', 'ES256'],
  ] as const)('issued with %s to a key of %s › holds for the library', async (algorithm, kind, bindingAlgorithm) => {
    if (kind !== 'Ed25519') await call(holderKeyCreate, { params, body: { algorithm: kind, make_default: true } })
    const { wallet_credential_id } = await issue({ algorithm })
    const issued = readCompactJwt((await rawOf(wallet_credential_id)).split('~')[0] ?? '')
    const found = await theirs(await ourIssuer(algorithm))(await answerTo(query(VCT)))

    // Three claims can be withheld as a whole; the others are decoys.
    expect(issued?.payload).toMatchObject({ _sd: { length: 3 + 4 } })
    expect(found).toMatchObject({
      header: { alg: algorithm, typ: 'dc+sd-jwt' },
      payload: { vct: VCT, address: { city: 'Kiel', country: 'DE' }, tags: ['red'], status: { status_list: {} } },
      kb: { header: { alg: bindingAlgorithm, typ: 'kb+jwt' }, payload: { aud: foreign.url, nonce: NONCE } },
    })
    expect(found.payload).not.toHaveProperty('name')
    expect(found.payload).not.toHaveProperty('born')
  })

  /** The same presentation with other disclosures, or another key binding, or both. */
  const upToBinding = (text: string) => text.slice(0, text.lastIndexOf('~') + 1)
  it.each<[string, string, (text: string) => string]>([
    ['without a key binding', 'Key Binding JWT not exist', upToBinding],
    [
      'bound by another key',
      'Verify Error: Invalid JWT Signature',
      (text) => bound(upToBinding(text), { by: thief, claims: { aud: foreign.url } }),
    ],
    [
      'with a disclosure taken out on the way',
      'Invalid sd_hash in Key Binding JWT',
      (text) => text.split('~').toSpliced(1, 1).join('~'),
    ],
    [
      'with another vct',
      'Verify Error: Invalid JWT Signature',
      (text) => text.replace(/\.(\w+)\./, (_, payload: string) => `.${renamed(payload)}.`),
    ],
  ])('%s › is refused by the library', async (_, message, change) => {
    await issue()
    const text = await answerTo(query(VCT))
    const verify = theirs(await ourIssuer())

    await expect(verify(text)).resolves.toMatchObject({ payload: { vct: VCT } })
    expect(change(text)).not.toBe(text)
    await expect(verify(change(text))).rejects.toThrow(message)
  })

  it('for another request, by another issuer, or revoked › is refused by the library', async () => {
    const { issued } = await issue()
    const text = await answerTo(query(VCT))
    const verify = theirs(await ourIssuer())

    await expect(verify(text, 'another')).rejects.toThrow('Verify Error: Invalid Nonce')
    await expect(theirs(issuer.did)(text)).rejects.toThrow('Verify Error: Invalid JWT Signature')
    await expect(verify(text)).resolves.toMatchObject({ payload: { vct: VCT } })
    await call(issuedStatusChange, { params: { issued_id: issued.id }, body: { status: 'revoked' } })
    await expect(verify(text)).rejects.toThrow('Status is not valid')
  })

  it('what the library issues and our wallet presents › holds for the library, and not from a thief', async () => {
    const [key] = (await call(walletGet, { params })).holder_keys
    const jwk = keyOfDidKey(key?.did ?? '').export({ format: 'jwk' })
    const claims = { iss: issuer.did, vct: IDENTITY, cnf: { jwk }, ...values }
    const issued = await library.issue(claims, FRAME as never, { header: { kid: issuer.kid } })
    await call(walletCredentialImport, { params, body: { text: issued } })
    const text = await answerTo(query(IDENTITY))
    const verify = theirs(issuer.did)

    const { payload, kb } = await verify(text)
    expect(payload).toMatchObject({ address: { city: 'Kiel', country: 'DE' }, tags: ['red'] })
    expect(payload).not.toHaveProperty('name')
    expect(kb?.payload.aud).toBe(foreign.url)
    await expect(verify(bound(upToBinding(text), { by: thief }))).rejects.toThrow('Verify Error: Invalid JWT Signature')
  })

  it('what our issuer issues and the library presents › holds here, and not from a thief', async () => {
    const issued = await rawOf((await issue({ subject: holder.did })).wallet_credential_id)
    const options = { challenge: NONCE, domain: AUDIENCE, max_age_seconds: 60, dcql_query: query(VCT) }
    const codesFor = async (by: typeof holder) => {
      const kb = { payload: { iat: Math.floor(Date.now() / 1000), nonce: NONCE, aud: AUDIENCE } }
      const shown = { address: { city: true }, tags: { 0: true } }
      const text = await sdJwtVcLibrary(issuer, by).present(issued, shown, { kb })
      const operation = presentationOperations.verifyPresentation.id
      const body = { vp_token: { one: [text] }, options }
      const reply = await call(workbenchOperations.forward, { body: { as: 'subscription', operation, body } })
      return codesOf(reply.body as Verification)
    }

    expect(await codesFor(holder)).toEqual([])
    expect(await codesFor(thief)).toEqual(['signature_invalid'])
  })
})

/** A payload that is of another type, as it stands in a JWT. */
function renamed(payload: string): string {
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JsonObject
  return Buffer.from(JSON.stringify({ ...claims, vct: IDENTITY })).toString('base64url')
}
