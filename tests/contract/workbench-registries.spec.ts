// Proves docs/contract/exchange.md, Registries: contexts, Registries: schemas, Registries: status lists, Registries: issuer
// metadata, Registries: trust anchors.

import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RegistryKind } from '../../shared/contract/registries.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { HOLDER, LICENCE_SCHEMA } from '../support/exchange/definitions.ts'
import { aStatusList, LICENCE_CONTEXT, signed, STATUS_LIST, THE_ISSUER } from '../support/exchange/presentations.ts'
import type { ImportOrder } from '../support/exchange/registries.ts'
import { pemOf, x5cOf } from '../support/exchange/certificates.ts'
import {
  aDidDocument,
  HTTPS_ISSUER,
  importDocument,
  importLicenceContext,
  issuerMetadata,
  WEB_ISSUER,
} from '../support/exchange/registries.ts'
import { windowOverHttp } from '../support/workbench/window-over-http.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, stopWorkbench } from '../support/workbench/workbench.ts'

const { workspaceLock, workspaceOpen } = workbenchOperations
const { registryGet, registryEntryGet, registryRemove } = workbenchOperations

const SCHEMA = { $id: LICENCE_SCHEMA, title: 'Licence', properties: { category: {} } }
const DEMO_SCHEMA = 'https://schemas.vaultbench.example/identity/1.0.0'
const CONTEXT_URL = 'https://contexts.example/one'
const LIST = await signed(aStatusList(), THE_ISSUER)

let workbench: TestWorkbench

beforeEach(async () => {
  workbench = await openWorkbench()
})

afterEach(() => stopWorkbench(workbench))

const load = (kind: RegistryKind, document: unknown, order?: ImportOrder) =>
  importDocument(workbench, kind, document, order)
const rowsOf = async (kind: RegistryKind) => (await workbench.call(registryGet, { params: { kind } })).rows
const importedOf = async (kind: RegistryKind) => (await rowsOf(kind)).filter(({ source }) => source === 'imported')
const get = (kind: RegistryKind, key: string) => workbench.call(registryEntryGet, { params: { kind }, query: { key } })
const remove = (kind: RegistryKind, key: string) => workbench.call(registryRemove, { params: { kind }, query: { key } })
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

describe('registries of an empty workspace', () => {
  it('hold what comes with the program', async () => {
    const [contexts, schemas] = [await rowsOf('contexts'), await rowsOf('schemas')]

    expect(contexts.map(({ key }) => key)).toEqual(
      expect.arrayContaining([
        'https://www.w3.org/2018/credentials/v1',
        'https://www.w3.org/ns/credentials/v2',
        'https://www.w3.org/ns/did/v1',
        'https://w3id.org/security/v1',
        'https://w3id.org/security/v2',
        'https://w3id.org/security/suites/ed25519-2018/v1',
        'https://w3id.org/security/suites/ed25519-2020/v1',
        'https://w3id.org/security/suites/jws-2020/v1',
        'https://w3id.org/vc/status-list/2021/v1',
        'https://identity.foundation/presentation-exchange/submission/v1',
        'https://contexts.vaultbench.example/presentation/v1',
        'https://contexts.vaultbench.example/credentials/v1',
      ]),
    )
    expect(new Set(contexts.map(({ source }) => source))).toEqual(new Set(['bundled']))
    expect(schemas).toHaveLength(7)
    expect(schemas).toContainEqual(expect.objectContaining({ key: DEMO_SCHEMA, source: 'demo_issuer' }))
    expect([await rowsOf('did-documents'), await rowsOf('status-lists')]).toEqual([[], []])
  })

  it.each<[RegistryKind, string]>([
    ['contexts', 'https://www.w3.org/2018/credentials/v1'],
    ['schemas', DEMO_SCHEMA],
  ])('of the %s › what comes with the program is shown, and cannot be replaced or removed', async (kind, key) => {
    const before = await get(kind, key)
    const document = kind === 'contexts' ? { '@context': {} } : { type: 'object' }

    await expect(load(kind, document, { key, replace: true })).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    await expect(remove(kind, key)).rejects.toMatchObject({ status: 403, code: 'forbidden' })

    expect(await get(kind, key)).toEqual(before)
    expect(before.row.sha256).toBe(sha256(JSON.stringify(before.document)))
  })
})

/** One document of each kind, and another of the same name. */
const DOCUMENTS: readonly (readonly [RegistryKind, string, object, object])[] = [
  ['contexts', CONTEXT_URL, { '@context': { a: 'https://terms.example/a' } }, { '@context': {} }],
  ['schemas', SCHEMA.$id, SCHEMA, { $id: SCHEMA.$id, type: 'object' }],
  ['did-documents', WEB_ISSUER, aDidDocument(), aDidDocument({ alsoKnownAs: ['https://issuer.example'] })],
  ['status-lists', STATUS_LIST, LIST, { ...LIST, name: 'changed' }],
  ['issuer-metadata', HTTPS_ISSUER, issuerMetadata(), issuerMetadata({ display: [] })],
]

describe.each(DOCUMENTS)('a document imported into the %s', (kind, key, document, other) => {
  const order = kind === 'contexts' ? { key } : {}

  it('is held as it was sent, with its digest', async () => {
    const text = JSON.stringify(document, null, 2)

    const row = await load(kind, `\n${text}\n`, order)

    expect(row).toMatchObject({ key, source: 'imported', sha256: sha256(text), bytes: text.length, problem: null })
    expect(await importedOf(kind)).toEqual([row])
    expect(await get(kind, key)).toEqual({ row, document })
    expect(workbench.events).toContainEqual({ type: 'exchange', part: 'registries' })
  })

  it('is replaced only when that is confirmed', async () => {
    const first = await load(kind, document, order)

    const refusal = { status: 409, code: 'registry_entry_exists' }
    await expect(load(kind, other, order)).rejects.toMatchObject({
      ...refusal,
      errors: [{ extra_info: { key, held_sha256: first.sha256, sha256: sha256(JSON.stringify(other)) } }],
    })
    expect((await get(kind, key)).document).toEqual(document)
    await load(kind, other, { ...order, replace: true })

    expect((await get(kind, key)).document).toEqual(other)
    expect(await importedOf(kind)).toHaveLength(1)
  })

  it('is accepted again without a question', async () => {
    await load(kind, document, order)

    await expect(load(kind, document, order)).resolves.toMatchObject({ key })
  })

  it('is still there after the workspace was locked, and gone once it is removed', async () => {
    await load(kind, document, order)
    const { current } = await workbench.call(workspaceLock, {})
    await workbench.call(workspaceOpen, { params: { workspace_id: current?.id ?? '' }, body: {} })
    expect(await importedOf(kind)).toMatchObject([{ key }])

    await remove(kind, key)

    expect(await importedOf(kind)).toEqual([])
    await expect(get(kind, key)).rejects.toMatchObject({ status: 404, code: 'not_found' })
    await expect(remove(kind, key)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe('what a registry cannot hold', () => {
  it.each<[string, RegistryKind, unknown, ImportOrder?]>([
    ['no JSON', 'schemas', '{'],
    ['a member twice', 'schemas', '{"$id":"https://a.example","$id":"https://b.example"}'],
    ['nested too deep', 'schemas', `{"a":${'['.repeat(80)}${']'.repeat(80)}}`],
    ['a list', 'schemas', '[]'],
    ['a text', 'contexts', '"x"', { key: CONTEXT_URL }],
    ['a context without @context', 'contexts', { a: 1 }, { key: CONTEXT_URL }],
    ['a context without a URL', 'contexts', { '@context': {} }],
    ['a context under no URL', 'contexts', { '@context': {} }, { key: 'one two' }],
    ['a context that is no JSON-LD', 'contexts', { '@context': { a: { '@id': 5 } } }, { key: CONTEXT_URL }],
    ['a context of a number', 'contexts', { '@context': 5 }, { key: CONTEXT_URL }],
    ['a context of a context nobody has', 'contexts', { '@context': ['https://x.example'] }, { key: CONTEXT_URL }],
    ['a context that is too large', 'contexts', { '@context': {}, a: 'x'.repeat(300_000) }, { key: CONTEXT_URL }],
    ['a schema without a name', 'schemas', { type: 'object' }],
    ['a schema under no URL', 'schemas', { $id: 'licence', type: 'object' }],
    ['a schema with a pattern that ECMA-262 does not have', 'schemas', { ...SCHEMA, pattern: '(?i)a' }],
    ['a schema with a pattern of another engine', 'schemas', { ...SCHEMA, pattern: '\\Aa' }],
    ['a schema that does not compile', 'schemas', { ...SCHEMA, type: 'nothing' }],
    ['a schema of an unknown one', 'schemas', { ...SCHEMA, $ref: 'https://x.example/schema' }],
    ['a DID document of no DID', 'did-documents', aDidDocument({ id: 'https://issuer.example' })],
    ['a DID document of another DID', 'did-documents', aDidDocument(), { key: 'did:web:other.example' }],
    ['a DID document without a key', 'did-documents', { id: WEB_ISSUER }],
    ['a list of another type', 'status-lists', { ...LIST, type: ['VerifiableCredential'] }],
    ['a list without a name', 'status-lists', { ...LIST, id: undefined }],
    ['a list that is no JWT', 'status-lists', 'eyJhbGciOiJub25lIn0.e30'],
    ['metadata without keys', 'issuer-metadata', { issuer: HTTPS_ISSUER }],
    ['metadata with its keys elsewhere', 'issuer-metadata', { issuer: HTTPS_ISSUER, jwks_uri: HTTPS_ISSUER }],
    ['metadata of no https issuer', 'issuer-metadata', issuerMetadata({ issuer: 'http://issuer.example' })],
    ['metadata of an issuer with a query', 'issuer-metadata', issuerMetadata({ issuer: `${HTTPS_ISSUER}?a` })],
    ['metadata of another', 'issuer-metadata', issuerMetadata(), { key: 'https://other.example' }],
    ['a key set of nobody', 'issuer-metadata', issuerMetadata()['jwks']],
    ['a private key', 'issuer-metadata', issuerMetadata({ jwks: { keys: [{ kty: 'OKP', d: 'AA' }] } })],
    ['101 keys', 'issuer-metadata', issuerMetadata({ jwks: { keys: Array.from({ length: 101 }, () => ({})) } })],
    ['a private key as PEM', 'trust-anchors', pemOf('leaf-key')],
    ['two certificates', 'trust-anchors', pemOf('root') + pemOf('between')],
    ['half a certificate', 'trust-anchors', x5cOf('root')[0]?.slice(0, 200)],
    ['a certificate of another digest', 'trust-anchors', pemOf('root'), { key: 'ab'.repeat(32) }],
    ['more than 64 KiB', 'trust-anchors', pemOf('root').padEnd(70_000) + '.'],
    ['a JWT of no list', 'status-lists', 'eyJhbGciOiJFZERTQSJ9.eyJ2YyI6e319.AA'],
  ])('%s › is refused, and nothing changes', async (_, kind, document, order) => {
    await expect(load(kind, document, order)).rejects.toMatchObject({ status: 400, code: 'registry_document_invalid' })
    expect(await importedOf(kind)).toEqual([])
  })

  it('a registry that there is not › is refused', async () => {
    await expect(load('keys' as RegistryKind, {})).rejects.toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe('what is wrong with a held document', () => {
  it('a status list whose signature does not fit › says so', async () => {
    const row = await load('status-lists', { ...LIST, issuanceDate: '2026-01-02T00:00:00Z' })

    expect(row.problem).toContain('credential.proof')
    expect(await importedOf('status-lists')).toEqual([row])
  })

  it('a status list under another name than its own › says so', async () => {
    const row = await load('status-lists', LIST, { key: 'https://status.example/other' })

    expect(row.problem).toBe('the status list has another id')
  })

  it('a status list that is too short › says so', async () => {
    const row = await load('status-lists', await signed(aStatusList(16), THE_ISSUER))

    expect(row.problem).toContain('131,072')
  })

  it('a DID document with a key nobody can read › says so', async () => {
    const verificationMethod = [{ id: `${WEB_ISSUER}#1`, type: 'X', controller: WEB_ISSUER }]

    const row = await load('did-documents', aDidDocument({ verificationMethod }))

    expect(row.problem).toContain('exactly one form')
  })

  it('a schema that refers to a removed one › says so', async () => {
    const part = { $id: 'https://schemas.example/part', type: 'string' }
    await load('schemas', part)
    expect((await load('schemas', { ...SCHEMA, properties: { a: { $ref: part.$id } } })).problem).toBeNull()

    await remove('schemas', part.$id)

    expect((await importedOf('schemas'))[0]?.problem).toContain(part.$id)
  })
})

describe('a trust anchor', () => {
  it('in PEM or in Base64 › is held by the digest of its bytes, and is shown with its subject', async () => {
    const row = await load('trust-anchors', pemOf('root'))
    const digest = sha256(Buffer.from(x5cOf('root')[0] ?? '', 'base64'))

    expect(row).toMatchObject({ key: digest, title: 'C=DE, O=Authority, CN=Root', problem: null })
    expect((await get('trust-anchors', row.key)).document).toBe(pemOf('root').trim())
    await expect(load('trust-anchors', x5cOf('root')[0])).rejects.toMatchObject({ code: 'registry_entry_exists' })
    await load('trust-anchors', x5cOf('root')[0], { replace: true })
    expect(await importedOf('trust-anchors')).toMatchObject([{ key: digest, problem: null }])
  })

  it('that has expired, or demands what nobody here reads › says so', async () => {
    const expired = await load('trust-anchors', pemOf('old-root'))
    const demanding = await load('trust-anchors', pemOf('limited'))

    expect(expired.problem).toContain('expired on 2025-02-01')
    expect(demanding.problem).toContain('demands what is not read here')
  })
})

it('a key set of an issuer › is held under the URL that was given', async () => {
  const keys = issuerMetadata()['jwks']

  expect(await load('issuer-metadata', keys, { key: HTTPS_ISSUER })).toMatchObject({ key: HTTPS_ISSUER, problem: null })
})

it('issuer metadata whose keys do not sign › says so', async () => {
  const row = await load('issuer-metadata', issuerMetadata({ jwks: { keys: [{ kty: 'oct' }] } }))

  expect(row.problem).toContain('none of its keys can be used')
})

it('a JWT as a status list › is held as the text it is', async () => {
  const header = Buffer.from('{"alg":"EdDSA"}').toString('base64url')
  const payload = Buffer.from(JSON.stringify({ jti: STATUS_LIST, vc: { type: LIST['type'] } })).toString('base64url')
  const jwt = `${header}.${payload}.AAAA`

  const row = await load('status-lists', jwt)

  expect(row).toMatchObject({ key: STATUS_LIST, sha256: sha256(jwt) })
  expect(row.problem).not.toBeNull()
  expect((await get('status-lists', STATUS_LIST)).document).toBe(jwt)
})

describe('a token status list', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const partOf = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const payload = { iss: HTTPS_ISSUER, sub: STATUS_LIST, iat: 1, status_list: { bits: 1, lst: 'eNrbuRgAAhcBXQ' } }
  const text = `${partOf({ alg: 'EdDSA', typ: 'statuslist+jwt' })}.${partOf(payload)}`
  const jwt = `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`

  it('is held under its sub, and says that the keys of its issuer are missing until they are here', async () => {
    const row = await load('status-lists', jwt)

    expect(row).toMatchObject({ key: STATUS_LIST, sha256: sha256(jwt) })
    expect(row.problem).toContain('https://issuer.example/.well-known/jwt-vc-issuer/tenant')
    await load('issuer-metadata', issuerMetadata({ jwks: { keys: [publicKey.export({ format: 'jwk' })] } }))
    expect(await importedOf('status-lists')).toMatchObject([{ key: STATUS_LIST, problem: null }])
  })

  it('under another URL than its sub › says so', async () => {
    await load('issuer-metadata', issuerMetadata({ jwks: { keys: [publicKey.export({ format: 'jwk' })] } }))

    expect(await load('status-lists', jwt, { key: 'https://status.example/other' })).toMatchObject({
      problem: 'the status list has another id',
    })
  })
})

it('a schema inside of its description › is held with its title', async () => {
  const { key, title } = await load('schemas', { id: 'https://schemas.example/wrapped', schema: { title: 'Wrapped' } })

  expect([key, title]).toEqual(['https://schemas.example/wrapped', 'Wrapped'])
})

it('a locked workspace › neither tells nor changes anything', async () => {
  await workbench.call(workspaceLock, {})

  for (const kind of RegistryKind.options) {
    for (const refused of [rowsOf(kind), get(kind, HOLDER), load(kind, {}), remove(kind, HOLDER)]) {
      await expect(refused).rejects.toMatchObject({ code: 'workspace_locked' })
    }
  }
})

it('over HTTP › a window in a browser reads and removes what was imported', async () => {
  await importLicenceContext(workbench)
  const { call } = await windowOverHttp(workbench.application.url, workbench.application.ui)
  const at = { params: { kind: 'contexts' as const }, query: { key: LICENCE_CONTEXT } }

  expect((await call(registryEntryGet, at)).row).toMatchObject({ key: LICENCE_CONTEXT, source: 'imported' })
  await call(registryRemove, at)

  await expect(call(registryEntryGet, at)).rejects.toMatchObject({ code: 'not_found' })
})
