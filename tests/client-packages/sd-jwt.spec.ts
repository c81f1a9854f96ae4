// Proves docs/contract/exchange.md, Verifying, DCQL.

/** The published library for SD-JWT VCs as issuer, wallet and verifier beside this exchange. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Verification } from '../../shared/contract/presentations.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { aP256Party, AUDIENCE, IDENTITY, NONCE, sdJwtVcLibrary } from '../support/exchange/sd-jwts.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'

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

it('what holds here › holds for the published verifier, with the same claims', async () => {
  const text = await presented()
  expect((await verified(text)).valid).toBe(true)
  expect(await library.verify(text, { keyBindingNonce: NONCE, currentDate: now })).toMatchObject({
    payload: { name: 'Ada', address: { city: 'Kiel', country: 'DE' }, tags: ['blue'] },
    kb: { payload: { aud: AUDIENCE } },
  })
  await expect(
    library.verify(await presented({}, thief), { keyBindingNonce: NONCE, currentDate: now }),
  ).rejects.toThrow()
})
