// Proves docs/contract/exchange.md, Registries.

/** No verification opens a connection: not from the thread that serves, not from those that verify and evaluate. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Verification } from '../../shared/contract/presentations.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { CREDENTIALS_V1 } from '../../src-main/exchange/registries/context-registry.ts'
import { HOLDER, ISSUER } from '../support/exchange/definitions.ts'
import { aPresentation, aSubmission, signed, THE_HOLDER, THE_ISSUER } from '../support/exchange/presentations.ts'
import type { Party } from '../support/exchange/presentations.ts'
import { REFUSED } from '../support/service/refuse-connections-message.ts'
import type { Served } from '../support/service/served.ts'
import { startServed } from '../support/service/served.ts'

const GUARD = `--import=${new URL('../support/service/refuse-connections.ts', import.meta.url).href}`
const KEY = 'key of the test'
const heard: string[] = []
/** Whoever follows a link in a presentation ends here. */
const elsewhere = createServer((request, reply) => {
  heard.push(request.url ?? '')
  reply.end('{}')
})
let served: Served
let away: string

beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  away = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  const before = process.env['NODE_OPTIONS']
  process.env['NODE_OPTIONS'] = GUARD
  served = await startServed('--memory', '--subscription-key', KEY)
  if (before === undefined) delete process.env['NODE_OPTIONS']
  else process.env['NODE_OPTIONS'] = before
})
afterAll(async () => {
  expect(await served.stop('SIGTERM')).toBe(0)
  elsewhere.close()
})

async function post<Answer>(path: string, body: unknown): Promise<Answer> {
  const headers = { 'service-subscription-key': KEY, 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  return (await (await fetch(`${served.line.url}/exchange${path}`, request)).json()) as Answer
}

async function presented(credentials: readonly JsonObject[], members: JsonObject = {}): Promise<JsonObject> {
  const filter = { pattern: '^(?=urn:)' } // evaluated on a thread of its own
  const input_descriptors = [{ id: 'any', constraints: { fields: [{ path: ['$.id'], filter }] } }]
  const made = await post<{ presentation_definition: { id: string } }>('/presentations/definitions', {
    input_descriptors,
  })
  const descriptor_map = [{ id: 'any', path: '$.verifiableCredential[0]', format: 'ldp_vc' }]
  const submission = aSubmission(made.presentation_definition.id, { descriptor_map })
  return sign(aPresentation(credentials, submission, members), THE_HOLDER)
}

const sign = (document: JsonObject, by: Party, options: JsonObject = {}) =>
  signed(document, by, { created: new Date().toISOString(), ...options })

const aCredential = (id: string, members: JsonObject = {}): JsonObject => ({
  '@context': [CREDENTIALS_V1],
  id: `urn:x:${id}`,
  type: ['VerifiableCredential'],
  issuer: ISSUER,
  issuanceDate: '2026-01-01T00:00:00Z',
  credentialSubject: { id: HOLDER },
  ...members,
})

/** Every member that a careless verifier would follow. */
const luring = (): readonly Promise<JsonObject>[] => [
  sign(
    aCredential('schema', { credentialSchema: { id: `${away}/schema`, type: 'JsonSchemaValidator2018' } }),
    THE_ISSUER,
  ),
  sign(
    aCredential('status', { '@context': STATUS_CONTEXTS, credentialStatus: statusAt(`${away}/status`) }),
    THE_ISSUER,
  ),
  sign(aCredential('context', { '@context': [CREDENTIALS_V1, `${away}/context`] }), THE_ISSUER),
  sign(aCredential('key', { issuer: `${away}/issuer` }), THE_ISSUER, { verificationMethod: `${away}/key` }),
  sign(aCredential('web', { issuer: didWeb() }), THE_ISSUER, { verificationMethod: `${didWeb()}#1` }),
  sign(aCredential('more', { evidence: { id: `${away}/evidence`, type: 'X' }, holder: didWeb() }), THE_ISSUER),
]
const STATUS_CONTEXTS = [CREDENTIALS_V1, 'https://w3id.org/vc/status-list/2021/v1']
const didWeb = () => `did:web:${encodeURIComponent(away.slice('http://'.length))}`
const statusAt = (url: string) => ({
  id: `${url}#1`,
  type: 'StatusList2021Entry',
  statusPurpose: 'revocation',
  statusListIndex: '1',
  statusListCredential: url,
})

const verify = (presentation: unknown) =>
  post<Verification>('/presentations/verify', { presentation, options: { replay: 'off' } })
const codesOf = ({ errors, warnings }: Verification) => [...errors, ...warnings].map(({ code }) => code)

describe('no verification opens a connection', () => {
  it('a presentation that holds › on every thread', async () => {
    const few = await verify(await presented([await sign(aCredential('1'), THE_ISSUER)]))
    const many = await Promise.all(Array.from({ length: 6 }, (_, n) => sign(aCredential(String(n)), THE_ISSUER)))

    expect([few.valid, (await verify(await presented(many))).valid]).toEqual([true, true])
  })

  it('one that names addresses wherever it can › here', async () => {
    const found: string[] = []
    for (const lure of luring()) found.push(...codesOf(await verify(await presented([await lure]))))

    for (const code of ['schema_unavailable', 'status_unavailable', 'context_unknown', 'did_method_unavailable']) {
      expect(found).toContain(code)
    }
  })

  it('all of them at once › on the other thread', async () => {
    const codes = codesOf(await verify(await presented(await Promise.all(luring()))))

    for (const code of ['schema_unavailable', 'status_unavailable', 'context_unknown', 'did_method_unavailable']) {
      expect(codes).toContain(code)
    }
  })

  it('a JWT that says where its key is', async () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const header = { alg: 'RS256', jku: `${away}/jku`, x5u: `${away}/x5u`, kid: `${away}/kid` }
    const vp = { '@context': [`${away}/context`], type: 'VerifiablePresentation', verifiableCredential: [] }

    expect((await verify(`${part(header)}.${part({ iss: didWeb(), vp })}.AA`)).valid).toBe(false)
  })

  it('nobody was called, and nobody tried', () => {
    expect(heard).toEqual([])
    expect(served.log()).not.toContain(REFUSED)
  })

  it.each([
    ['here', 'fetch(URL)'],
    [
      'on another thread',
      'new (require("worker_threads").Worker)(new globalThis.URL("data:text/javascript,await fetch(URL)"))',
    ],
    ['by a socket', 'require("net").connect(PORT, "127.0.0.1")'],
    ['by the name of a host', 'require("dns").lookup("host.example", () => undefined)'],
  ])('the guard sees a try %s', async (_, source) => {
    const code = source.replace('(URL)', `('${away}/tried')`).replace('PORT', away.split(':')[2] ?? '')
    const child = spawn(process.execPath, [GUARD, '-e', code], { stdio: ['ignore', 'ignore', 'pipe'] })
    let log = ''
    child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
    await new Promise((resolve) => child.once('close', resolve))

    expect(log).toContain(REFUSED)
    expect(heard).toEqual([])
  })
})
