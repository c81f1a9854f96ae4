// Proves docs/contract/exchange.md, Verifier: OpenID4VP.

/*
 * The modules of the OpenID Foundation's suite for verifiers, without the `oid4vp-1final-verifier-` before their names,
 * played by a wallet of published libraries. docs/conformance.md says what that is worth.
 */
import { readFileSync } from 'node:fs'
import { createHeaderAndPayload, StatusList } from '@sd-jwt/jwt-status-list'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { aP256Party, bound, compactJwt, digestOf } from '../support/exchange/sd-jwts.ts'
import type { Fetching, PresentedOtherwise } from '../support/openid4vp/foreign-wallet.ts'
import { aForeignWallet, withBrokenSignature } from '../support/openid4vp/foreign-wallet.ts'
import { openOurDesk, verdictOf } from '../support/openid4vp/our-desk.ts'
import { OPERATOR_PASSWORD } from '../support/service/test-service.ts'

const YEAR = 365 * 86_400
const STATUS_LIST = 'https://issuer.example/statuses/1'
const [VALID, REVOKED] = [0, 1]
const [issuer, holder] = [aP256Party(), aP256Party()]
const now = () => Math.floor(Date.now() / 1000)
const wallet = aForeignWallet({ issuer, holder, now })

/** What a module does otherwise than the happy flow. */
interface Play {
  readonly fetching?: Fetching
  readonly fetchedBefore?: boolean
  readonly otherwise?: PresentedOtherwise
  /** What becomes of the presentation. */
  readonly change?: (presentation: string) => string
  readonly verdict?: string
}

const withStatus = (idx: number) => ({ status: { status_list: { idx, uri: STATUS_LIST } } })
/** Whose key the credential names, with members that a key may do without. */
const RICH_KEY = { cnf: { jwk: { ...holder.jwk, kid: 'one', use: 'sig', alg: 'ES256' } } }
const { kty, crv, x, y } = holder.jwk

const PLAYED: Readonly<Record<string, Play>> = {
  'happy-flow': { otherwise: { claims: { ...RICH_KEY, ...withStatus(VALID) } } },
  'minimal-cnf-jwk': { otherwise: { claims: { cnf: { jwk: { kty, crv, x, y } } } } },
  'request-uri-method-post': {
    fetching: { method: 'post', form: { wallet_nonce: 'of-the-wallet' }, expectedNonce: 'of-the-wallet' },
  },
  'request-uri-fetched-twice': { fetchedBefore: true },
  'present-credential-without-status': { otherwise: { claims: RICH_KEY } },
  'invalid-kb-jwt-signature': { change: withBrokenSignature, verdict: 'presentation.proof signature_invalid' },
  'invalid-credential-signature': {
    otherwise: { change: (card) => card.replace(/^[^~]+/, withBrokenSignature) },
    verdict: 'credential.proof signature_invalid',
  },
  'invalid-sd-hash': {
    change: withAnotherHash,
    verdict: 'presentation.proof sd_hash_mismatch',
  },
  'invalid-kb-jwt-nonce': {
    otherwise: { binding: { nonce: 'another' } },
    verdict: 'presentation.challenge challenge_mismatch',
  },
  'invalid-kb-jwt-aud': {
    otherwise: { binding: { aud: 'redirect_uri:https://other.example' } },
    verdict: 'presentation.domain domain_mismatch',
  },
  'kb-jwt-iat-in-past': {
    otherwise: { binding: { iat: now() - YEAR } },
    verdict: 'presentation.time presentation_too_old',
  },
  'kb-jwt-iat-in-future': {
    otherwise: { binding: { iat: now() + YEAR } },
    verdict: 'presentation.time created_in_future',
  },
  'present-revoked-credential': {
    otherwise: { claims: withStatus(REVOKED) },
    verdict: 'credential.status credential_revoked',
  },
}

/** Its key binding is signed again, over the digest of something else. */
function withAnotherHash(presentation: string): string {
  const at = presentation.lastIndexOf('~') + 1
  const [, payload = ''] = presentation.slice(at).split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JsonObject
  return bound(presentation.slice(0, at), { by: holder, claims: { ...claims, sd_hash: digestOf('another') } })
}

/** Both are for mdocs alone, which nothing here reads. */
const NOT_PLAYED = ['invalid-session-transcript', 'present-credential-on-identifier-list']

let desk: Awaited<ReturnType<typeof openOurDesk>>
beforeAll(async () => {
  desk = await openOurDesk()
  await importStatusList()
})
afterAll(async () => {
  expect(desk.server.faults).toEqual([])
  await desk.server.close()
})

/** The list that the issuer of the card signed, as an operator imports it. */
async function importStatusList(): Promise<void> {
  const list = new StatusList([0, 1], 1)
  const claims = { iss: issuer.did, sub: STATUS_LIST, iat: now() - 60 }
  const { header, payload } = createHeaderAndPayload(list, claims, {
    alg: 'ES256',
    typ: 'statuslist+jwt',
    kid: issuer.kid,
  })
  const text = compactJwt(header, payload, issuer)
  const reply = await fetch(`${desk.server.url}/exchange/registries/status-lists/entries`, {
    method: 'POST',
    headers: { ...desk.headers, admin_password: OPERATOR_PASSWORD },
    body: JSON.stringify({ text }),
  })
  expect(await reply.json()).toMatchObject({ row: { key: STATUS_LIST, problem: null } })
}

describe.each([
  ['a signed request', 'decentralized_identifier'],
  ['an unsigned request', 'redirect_uri'],
])('%s', (_, client_id_prefix) => {
  /** Modules about fetching need something that is fetched. */
  const modules = Object.entries(PLAYED).filter(
    ([name]) => client_id_prefix !== 'redirect_uri' || !name.includes('uri'),
  )

  it.each(modules)(
    '%s',
    async (_module, { fetching, fetchedBefore = false, otherwise, change = (text) => text, verdict = 'valid' }) => {
      const asked = await desk.ask({ client_id_prefix, binding: 'required' })
      if (fetchedBefore) await wallet.read(asked.openid4vp_link)
      const request = await wallet.read(asked.openid4vp_link, fetching)
      const presentation = change(await wallet.present(request, otherwise))

      expect(await verdictOf(await wallet.send(request, presentation))).toEqual([200, verdict])
      expect((await desk.read(asked)).state).toBe(verdict === 'valid' ? 'verified' : 'rejected')
    },
  )
})

it('docs/conformance.md › lists each module, and says of each whether it is played', () => {
  const rows = readFileSync('docs/conformance.md', 'utf8').matchAll(/^\| `(?<name>[\w-]+)` +\| (?<said>.*?) +\|$/gm)
  const said = [...rows].map(({ groups }) => [groups?.['name'], groups?.['said']?.startsWith('not played')])

  expect(said).toEqual([...Object.keys(PLAYED).map((name) => [name, false]), ...NOT_PLAYED.map((name) => [name, true])])
})
