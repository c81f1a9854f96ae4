// Proves docs/contract/exchange.md, DCQL, Runs.

/** The published package for DCQL as wallet and as verifier beside our own, and what it refuses of a query. */
import {
  DcqlCredentialSetError,
  DcqlInvalidPresentationRecordError,
  DcqlNonUniqueCredentialQueryIdsError,
  DcqlPresentation,
  DcqlPresentationResult,
  DcqlPresentationResultError,
  DcqlQuery,
  DcqlUndefinedClaimSetIdError,
} from 'dcql'
import type { DcqlSdJwtVcCredential, DcqlSdJwtVcPresentation } from 'dcql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Verification } from '../../shared/contract/presentations.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { isObject } from '../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { aForeignVerifier } from '../support/exchange/foreign-verifier.ts'
import type { ForeignVerifier, Token } from '../support/exchange/foreign-verifier.ts'
import { schemaId } from '../support/exchange/issuing.ts'
import { aP256Party, AUDIENCE, NONCE, sdJwtVcLibrary, sdJwtVcVerifier } from '../support/exchange/sd-jwts.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'
import { openWorkbench, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'

const VCT = 'https://credentials.vaultbench.example/'
const [LICENCE, IDENTITY] = [`${VCT}driving-licence`, `${VCT}identity`]
const VALUES = { name: 'Ada', born: 1815, address: { city: 'Kiel', country: 'DE' }, tags: ['red', 'blue'] }

const ask = (id: string, vct: string, members: JsonObject) => ({
  id,
  format: 'dc+sd-jwt',
  meta: { vct_values: [vct] },
  ...members,
})
const CITY = { path: ['address', 'city'], values: ['Bonn', 'Kiel'] }

/** What a wallet with a licence and an identity can answer. */
const QUERIES: readonly (readonly [string, JsonObject])[] = [
  ['claims', { credentials: [ask('one', LICENCE, { claims: [{ path: ['name'] }, CITY] })] }],
  [
    'an element of a list',
    { credentials: [ask('one', LICENCE, { claims: [{ path: ['tags', null], values: ['red'] }] })] },
  ],
  ['no claims', { credentials: [ask('one', IDENTITY, {})] }],
  [
    'a later claim set',
    {
      credentials: [
        ask('one', LICENCE, {
          claims: [
            { id: 'email', path: ['email'] },
            { id: 'born', path: ['born'], values: [1815] },
          ],
          claim_sets: [['email'], ['born']],
        }),
      ],
    },
  ],
  [
    'a later option, and none that is optional',
    {
      credentials: [
        ask('passport', `${VCT}passport`, {}),
        ask('licence', LICENCE, { claims: [CITY] }),
        ask('identity', IDENTITY, { claims: [{ path: ['name'] }] }),
        ask('card', `${VCT}card`, {}),
      ],
      credential_sets: [{ options: [['passport'], ['licence', 'identity']] }, { options: [['card']], required: false }],
    },
  ],
]

const parsed = (query: JsonObject) => {
  const read = DcqlQuery.parse(query as DcqlQuery.Input)
  DcqlQuery.validate(read)
  return read
}

describe('the answer of our wallet, read by the package', () => {
  const { credentialIssue, issuersGet, registryEntryGet } = workbenchOperations
  let workbench: TestWorkbench
  let call: TestWorkbench['call']
  let params: { readonly user_id: string }
  let foreign: ForeignVerifier
  let verifier: ReturnType<typeof sdJwtVcVerifier>

  beforeAll(async () => {
    workbench = await openWorkbench()
    call = workbench.call
    foreign = await aForeignVerifier()
    params = { user_id: (await registerUser(workbench, 'Ada')).user.id }
    const [harbour] = (await call(issuersGet, {})).issuers
    verifier = sdJwtVcVerifier(harbour?.did ?? '', async (key) => {
      const at = { params: { kind: 'status-lists' }, query: { key } } as const
      return String((await call(registryEntryGet, at)).document)
    })
    for (const schema of ['driving-licence', 'identity']) {
      const sd_jwt = { disclosable: ['/name', '/born', '/address', '/address/city', '/tags/0', '/tags/1'], decoys: 2 }
      const order = { issuer_id: 'harbour-registry', format: 'dc+sd-jwt', issue_anyway: true } as const
      await call(credentialIssue, { params, body: { ...order, schema: schemaId(schema), values: VALUES, sd_jwt } })
    }
  })
  afterAll(async () => {
    await foreign.close()
    await stopWorkbench(workbench)
  })

  const answerTo = async (query: JsonObject) => (await foreign.ask({ call, params, query, nonce: NONCE })).token

  /** What the published library for SD-JWTs verifies of a presentation, as the package takes it. */
  async function opened(text: string): Promise<DcqlSdJwtVcPresentation> {
    const { payload } = await verifier.verify(text, { keyBindingNonce: NONCE })
    const claims = payload as unknown as DcqlSdJwtVcPresentation['claims'] // parsed from JSON
    return { credential_format: 'dc+sd-jwt', vct: payload.vct, claims, cryptographic_holder_binding: true }
  }

  async function readByPackage(query: JsonObject, token: Token) {
    const entries = Object.entries(DcqlPresentation.parse(JSON.stringify(token)) as Token)
    const record = await Promise.all(
      entries.map(async ([id, list]) => [id, await Promise.all(list.map(opened))] as const),
    )
    return DcqlPresentationResult.fromDcqlPresentation(Object.fromEntries(record), { dcqlQuery: parsed(query) })
  }

  it.each(QUERIES)('%s › is what was asked for', async (_, query) => {
    const result = await readByPackage(query, await answerTo(query))

    expect(result.can_be_satisfied).toBe(true)
    expect(DcqlPresentationResult.validate(result)).toBe(result)
  })

  const [[, FIRST]] = QUERIES as [[string, JsonObject]]
  const other = (members: JsonObject) => ({ credentials: [ask('one', LICENCE, members)] })
  it.each<[string, JsonObject]>([
    ['a claim that was withheld', other({ claims: [{ path: ['name'] }, { path: ['born'] }] })],
    ['another value', other({ claims: [{ ...CITY, values: ['Bonn'] }] })],
    ['another type', { credentials: [ask('one', IDENTITY, {})] }],
    ['two answers', { credentials: [...other({}).credentials, ask('two', IDENTITY, {})] }],
  ])('%s, had it been asked for › is refused', async (_, query) => {
    const result = await readByPackage(query, await answerTo(FIRST))

    expect(result.can_be_satisfied).not.toBe(true)
    expect(() => DcqlPresentationResult.validate(result)).toThrow(DcqlInvalidPresentationRecordError)
  })

  it.each<[string, string, (text: string) => Token]>([
    ['under another id', 'not found in the dcql query', (text) => ({ other: [text] })],
    ['twice', "has not enabled 'multiple'", (text) => ({ one: [text, text] })],
  ])('%s › is refused', async (_, message, change) => {
    const { one } = await answerTo(FIRST)
    const refused = readByPackage(FIRST, change(one?.[0] ?? ''))

    await expect(refused).rejects.toThrow(message)
    await expect(refused).rejects.toBeInstanceOf(DcqlPresentationResultError)
  })
})

describe('the package', () => {
  const [issuer, holder] = [aP256Party(), aP256Party()]
  const library = sdJwtVcLibrary(issuer, holder)
  let server: TestHttpServer
  let headers: Readonly<Record<string, string>>
  let now: number

  beforeAll(async () => {
    server = await startHttpServer()
    headers = { ...aSubscriptionKey(server).headers, 'content-type': 'application/json' }
    now = Math.floor(server.clock.nowMs() / 1000)
  })
  afterAll(async () => {
    expect(server.faults).toEqual([])
    await server.close()
  })

  async function post(path: string, body: JsonObject) {
    const reply = await fetch(`${server.url}/exchange/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const answer: unknown = await reply.json()
    return { status: reply.status, body: answer }
  }

  const FRAME = { _sd: ['name', 'born', 'address'], _sd_decoy: 2, address: { _sd: ['city'] }, tags: { _sd: [0, 1] } }
  const issued = (vct: string) => {
    const claims = { iss: issuer.did, vct, iat: now - 60, cnf: { jwk: holder.jwk }, ...VALUES }
    return library.issue(claims, FRAME as never, { header: { kid: issuer.kid } })
  }
  const HELD = [IDENTITY, LICENCE]
  const asHeld = (vct: string): DcqlSdJwtVcCredential => ({
    credential_format: 'dc+sd-jwt',
    vct,
    claims: { vct, ...VALUES },
    cryptographic_holder_binding: true,
  })

  /** Presents the claims that the package found, and verifies them here. */
  async function presented(query: JsonObject, chosen: readonly (readonly [string, string, unknown])[]) {
    const kb = { payload: { iat: now, nonce: NONCE, aud: AUDIENCE } }
    const tokens = chosen.map(async ([id, vct, claims]) => {
      const text = await library.present(await issued(vct), shownFor(claims) as never, { kb })
      return [id, [text]] as const
    })
    const options = { challenge: NONCE, domain: AUDIENCE, max_age_seconds: 60, dcql_query: query }
    const vp_token = Object.fromEntries(await Promise.all(tokens))
    const { body } = await post('presentations/verify', { vp_token, options })
    const { valid, errors } = body as Verification
    return { valid, codes: errors.map(({ check, code }) => `${check} ${code}`) }
  }

  it.each(QUERIES)('as wallet, asked for %s › presents what holds here', async (_, query) => {
    const { credential_matches, credential_sets, can_be_satisfied } = DcqlQuery.query(parsed(query), HELD.map(asHeld))
    const chosen = Object.entries(credential_matches).flatMap(([id, { valid_credentials }]) => {
      const [first] = valid_credentials ?? []
      if (first === undefined) return []
      return [[id, HELD[first.input_credential_index] ?? '', first.claims.valid_claim_sets[0].output] as const]
    })

    expect(can_be_satisfied).toBe(true)
    expect(chosen.length).toBe(credential_sets === undefined ? 1 : 2)
    expect(await presented(query, chosen)).toEqual({ valid: true, codes: [] })
  })

  it.each<[string, JsonObject, string]>([
    ['a claim that nobody has', { claims: [{ path: ['email'] }] }, 'descriptor.field field_missing'],
    ['another value', { claims: [{ ...CITY, values: ['Bonn'] }] }, 'descriptor.field value_not_allowed'],
    ['another type', { meta: { vct_values: [`${VCT}passport`] } }, 'descriptor.schema schema_mismatch'],
  ])('as wallet, asked for %s › finds nothing, and what it has is refused here', async (_, members, code) => {
    const query = { credentials: [ask('one', LICENCE, members)] }

    expect(DcqlQuery.query(parsed(query), HELD.map(asHeld)).can_be_satisfied).toBe(false)
    expect(await presented(query, [['one', LICENCE, VALUES]])).toEqual({ valid: false, codes: [code] })
  })

  const claims = [{ id: 'a', path: ['a'] }]
  it.each<[string, JsonObject, (new (...given: never[]) => Error) | string, string]>([
    [
      'an id twice',
      { credentials: [ask('a', LICENCE, {}), ask('a', LICENCE, {})] },
      DcqlNonUniqueCredentialQueryIdsError,
      '/credentials/1/id duplicate',
    ],
    [
      'a set of credentials that nobody asks for',
      { credentials: [ask('a', LICENCE, {})], credential_sets: [{ options: [['b']] }] },
      DcqlCredentialSetError,
      '/credential_sets/0/options/0/0 id_unknown',
    ],
    [
      'a set of claims that nobody asks for',
      { credentials: [ask('a', LICENCE, { claims, claim_sets: [['b']] })] },
      DcqlUndefinedClaimSetIdError,
      '/credentials/0/claim_sets/0/0 id_unknown',
    ],
    [
      'sets without claims',
      { credentials: [ask('a', LICENCE, { claim_sets: [['b']] })] },
      DcqlUndefinedClaimSetIdError,
      '/credentials/0/claims required',
    ],
    ['nothing in it', { credentials: [] }, 'Array must be non-empty', '/credentials empty'],
    [
      'a negative index',
      { credentials: [ask('a', LICENCE, { claims: [{ path: ['a', -1] }] })] },
      'Invalid',
      '/credentials/0/claims/0/path/1 type',
    ],
    [
      'an authority that is no base64url',
      { credentials: [ask('a', LICENCE, { trusted_authorities: [{ type: 'aki', values: ['?'] }] })] },
      'base64url',
      '/credentials/0/trusted_authorities/0/values/0 type',
    ],
  ])('refuses a query with %s › and so do we', async (_, dcql_query, theirs, ours) => {
    expect(() => parsed(dcql_query)).toThrow(theirs)
    const { status, body } = await post('presentations/definitions', { dcql_query })
    const { errors } = body as { readonly errors: readonly [{ readonly error: string; readonly extra_info: Faults }] }
    const found = errors[0].extra_info.fields.map(({ path, code }) => `${path.replace('/dcql_query', '')} ${code}`)

    expect({ status, error: errors[0].error, found }).toEqual({ status: 400, error: 'invalid_params', found: [ours] })
  })
})

interface Faults {
  readonly fields: readonly { readonly path: string; readonly code: string }[]
}

/** The frame in which the library takes what to disclose. */
function shownFor(claims: unknown): unknown {
  if (Array.isArray(claims)) {
    const kept = [...claims.entries()].filter(([, one]) => one !== null && one !== undefined)
    return Object.fromEntries(kept.map(([index, one]) => [index, shownFor(one)]))
  }
  if (!isObject(claims)) return true
  return Object.fromEntries(Object.entries(claims).map(([name, one]) => [name, shownFor(one)]))
}
