// Proves docs/contract/vault.md, Seeding; docs/contract/exchange.md, Registries.

import { createHash } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { OperatorEvent } from '../../shared/contract/operator-events.ts'
import type { Verification } from '../../shared/contract/presentations.ts'
import type { RegistryKind, RegistryRow } from '../../shared/contract/registries.ts'
import { CREDENTIALS_V1 } from '../../src-main/exchange/registries/context-registry.ts'
import { readTrustAnchor } from '../../src-main/exchange/registries/trust-anchors.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { LICENCE_SCHEMA } from '../support/exchange/definitions.ts'
import { bodyOf, refusalOf } from '../support/service/keystore-accounts.ts'
import {
  aLicence,
  aPresentation,
  aStatusList,
  aSubmission,
  signed,
  STATUS_LIST,
  THE_ISSUER,
} from '../support/exchange/presentations.ts'
import { pemOf } from '../support/exchange/certificates.ts'
import { aDidDocument, HTTPS_ISSUER, issuerMetadata, WEB_ISSUER } from '../support/exchange/registries.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'
import type { SubscriptionKey } from '../support/service/subscription-keys.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { OPERATOR } from '../support/service/vault-accounts.ts'

/* The registries of the exchange over its own interface: with a subscription key and the operator password. */

const CONTEXT_URL = 'https://contexts.example/boats/v1'
const CONTEXT = { '@context': { '@version': 1.1, boat: 'https://terms.example/boat' } }
const OTHER_CONTEXT = { '@context': { '@version': 1.1, boat: 'https://terms.example/ship' } }
const SCHEMA = { $id: LICENCE_SCHEMA, title: 'Licence', properties: { category: {} } }
const LIST = await signed(aStatusList(), THE_ISSUER)
const ELSEWHERE = { issuer: HTTPS_ISSUER, jwks_uri: `${HTTPS_ISSUER}/keys` }

const DOCUMENTS: readonly (readonly [RegistryKind, string, object])[] = [
  ['contexts', CONTEXT_URL, CONTEXT],
  ['schemas', LICENCE_SCHEMA, SCHEMA],
  ['did-documents', WEB_ISSUER, aDidDocument()],
  ['status-lists', STATUS_LIST, LIST],
  ['issuer-metadata', HTTPS_ISSUER, issuerMetadata()],
]

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describeOverTransports('registries of the operator', (start) => {
  let running: TestService
  let key: SubscriptionKey
  let headers: Readonly<Record<string, string>>

  beforeEach(async () => {
    running = await start()
    key = aSubscriptionKey(running)
    headers = { ...OPERATOR, ...key.headers }
  })

  const send = (name: string, kind: string, parts: { readonly query?: object; readonly body?: object } = {}) =>
    running.send({ operation: `exchange.${name}`, params: { kind }, headers, ...parts })
  const load = (kind: RegistryKind, body: object) => send('registryImport', kind, { body })
  const read = (kind: RegistryKind, entry: string) => send('registryEntryGet', kind, { query: { key: entry } })
  const remove = (kind: RegistryKind, entry: string) => send('registryRemove', kind, { query: { key: entry } })
  const rowsOf = async (kind: RegistryKind) =>
    bodyOf<{ rows: readonly RegistryRow[] }>(await send('registryGet', kind)).rows
  const acts = async () => {
    const reply = await running.send({ operation: 'vault.systemEventsGet', headers: OPERATOR })
    return bodyOf<{ operator_events: readonly OperatorEvent[] }>(reply).operator_events
  }

  it.each(DOCUMENTS)(
    '%s › are added, listed, read and removed, and each act is on record',
    async (kind, entry, document) => {
      const given = kind === 'contexts' ? { key: entry } : {}
      const { row } = bodyOf<{ row: RegistryRow }>(await load(kind, { ...given, document }), 201)
      const digest = sha256(JSON.stringify(document))

      expect(row).toMatchObject({ key: entry, source: 'imported', sha256: digest })
      expect(await rowsOf(kind)).toContainEqual(row)
      expect(bodyOf(await read(kind, entry))).toEqual({ row, document })
      expect(await remove(kind, entry)).toMatchObject({ ok: true, status: 204 })
      expect(refusalOf(await read(kind, entry))).toMatchObject({ status: 404, code: 'not_found' })
      expect(await acts()).toMatchObject([
        { name: 'registry_entry.removed', subject_id: digest, subject_label: `${kind} ${entry}`, user_id: null },
        { name: 'registry_entry.imported', subject_id: digest, subject_label: `${kind} ${entry}`, user_id: null },
      ])
    },
  )

  it('trust-anchors › are added, listed, read and removed by the digest of the certificate', async () => {
    const { sha256: key, name } = readTrustAnchor(pemOf('root'))
    const { row } = bodyOf<{ row: RegistryRow }>(await load('trust-anchors', { text: pemOf('root') }), 201)

    expect(row).toMatchObject({ key, title: name, source: 'imported', problem: null })
    expect(await rowsOf('trust-anchors')).toEqual([row])
    expect(bodyOf(await read('trust-anchors', key))).toEqual({ row, document: pemOf('root').trim() })
    expect(await remove('trust-anchors', key)).toMatchObject({ ok: true, status: 204 })
    expect(await rowsOf('trust-anchors')).toEqual([])
  })

  it('registryImport › takes a text as it is, and what was held before only when told to', async () => {
    const text = JSON.stringify(CONTEXT, null, 2)
    const { row } = bodyOf<{ row: RegistryRow }>(await load('contexts', { key: CONTEXT_URL, text }), 201)
    const other = { key: CONTEXT_URL, document: OTHER_CONTEXT }

    expect(row.sha256).toBe(sha256(text))
    expect(refusalOf(await load('contexts', other))).toMatchObject({ status: 409, code: 'registry_entry_exists' })
    expect(bodyOf(await read('contexts', CONTEXT_URL))).toMatchObject({ row, document: CONTEXT })
    bodyOf(await load('contexts', { ...other, replace: true }), 201)
    expect(bodyOf(await read('contexts', CONTEXT_URL))).toMatchObject({ document: OTHER_CONTEXT })
  })

  it.each<[string, RegistryKind, object, string]>([
    ['nothing', 'contexts', { key: CONTEXT_URL }, 'param_missing'],
    ['two documents', 'contexts', { key: CONTEXT_URL, document: CONTEXT, text: '{}' }, 'invalid_params'],
    ['a text that is no JSON', 'contexts', { key: CONTEXT_URL, text: '{' }, 'registry_document_invalid'],
    ['a context without its URL', 'contexts', { document: CONTEXT }, 'registry_document_invalid'],
    [
      'a context that needs one nobody has',
      'contexts',
      { key: CONTEXT_URL, document: { '@context': ['https://unknown.example/v1', {}] } },
      'registry_document_invalid',
    ],
    [
      'a context whose version is no number',
      'contexts',
      { key: CONTEXT_URL, document: { '@context': { '@version': { toString: 1 } } } },
      'registry_document_invalid',
    ],
    ['a DID document of nobody', 'did-documents', { document: { id: 'x' } }, 'registry_document_invalid'],
    ['a schema that is none', 'schemas', { document: { ...SCHEMA, type: 7 } }, 'registry_document_invalid'],
    ['what is no status list', 'status-lists', { document: { type: 'X' } }, 'registry_document_invalid'],
    ['keys somewhere else', 'issuer-metadata', { document: ELSEWHERE }, 'registry_document_invalid'],
    ['a key instead of a certificate', 'trust-anchors', { text: pemOf('leaf-key') }, 'registry_document_invalid'],
    ['an object instead of a certificate', 'trust-anchors', { document: {} }, 'registry_document_invalid'],
    ['a text above 4 MiB', 'status-lists', { text: 'x'.repeat(4_500_000) }, 'registry_document_invalid'],
    ['what comes with the program', 'contexts', { key: CREDENTIALS_V1, document: CONTEXT }, 'forbidden'],
  ])('registryImport › refuses %s, and changes nothing', async (_what, kind, body, code) => {
    await rowsOf(kind) // notes that the key is used
    const before = databaseContent(running.connection)

    expect(refusalOf(await load(kind, body))).toMatchObject({ code })
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('registryRemove › refuses what comes with the program, and what is not there', async () => {
    expect(refusalOf(await remove('contexts', CREDENTIALS_V1))).toMatchObject({ status: 403, code: 'forbidden' })
    expect(refusalOf(await remove('schemas', LICENCE_SCHEMA))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await acts()).toEqual([])
  })

  it('registryGet › there is no other registry', async () => {
    expect(refusalOf(await send('registryGet', 'trust')).status).toBeGreaterThanOrEqual(400)
  })

  it('registryImport › takes a status list of more than other bodies may have', async () => {
    const text = JSON.stringify({ ...LIST, note: 'x'.repeat(3 * 1024 * 1024) })

    expect(bodyOf<{ row: RegistryRow }>(await load('status-lists', { text }), 201).row.bytes).toBe(text.length)
  })

  it('registryImport › counts wrong passwords, and stops listening after ten', async () => {
    const request = { operation: 'exchange.registryGet', params: { kind: 'contexts' } }
    const guess = { ...key.headers, admin_password: 'guessed' }
    for (let guesses = 0; guesses < 10; guesses += 1) {
      expect(refusalOf(await running.send({ ...request, headers: guess })).code).toBe('admin_password_invalid')
    }

    expect(refusalOf(await running.send({ ...request, headers }))).toMatchObject({
      status: 429,
      code: 'too_many_requests',
    })
  })

  it('registryImport › what was imported is what verification finds', async () => {
    const presentation = {
      ...aPresentation([], aSubmission('d', { descriptor_map: [] })),
      '@context': [CREDENTIALS_V1, CONTEXT_URL],
    }
    const unknown = async () => {
      const body = { presentation, options: { evaluate: 'none' } }
      const reply = await running.send({ operation: 'exchange.verifyPresentation', body, headers: key.headers })
      return bodyOf<Verification>(reply).checks.filter(({ code }) => code === 'context_unknown')
    }

    expect(await unknown()).toHaveLength(1)
    bodyOf(await load('contexts', { key: CONTEXT_URL, document: CONTEXT }), 201)
    expect(await unknown()).toEqual([])
  })

  const schemaCodesOf = async (credentialSchema: unknown, by = key) => {
    const presentation = aPresentation([aLicence({ credentialSchema })], aSubmission('d'))
    const body = { presentation, options: { evaluate: 'none', replay: 'off' } }
    const reply = await running.send({ operation: 'exchange.verifyPresentation', body, headers: by.headers })
    const [credential] = bodyOf<Verification>(reply).credentials
    return credential?.checks
      .filter(({ check }) => check === 'credential.schema')
      .map(({ result, code }) => code ?? result)
  }

  it('registryImport › a schema that is named by a flood is not checked for it, every call is answered, and so are others', async () => {
    bodyOf(await load('schemas', { document: SCHEMA }), 201)
    const named = { id: LICENCE_SCHEMA, type: 'JsonSchema' }
    const other = aSubscriptionKey(running, 'other')
    const flood = Array.from({ length: 30 }, () => schemaCodesOf(named))
    const honest = schemaCodesOf(named, other)

    expect(await honest).toEqual(['pass'])
    const codes = (await Promise.all(flood)).flat()
    expect(codes).toHaveLength(30)
    expect(new Set(codes)).toEqual(new Set(['pass', 'schema_not_checked']))
  })

  it('registryImport › a credential that names 13 schemas is answered, without looking at one', async () => {
    bodyOf(await load('schemas', { document: SCHEMA }), 201)

    expect(await schemaCodesOf(Array.from({ length: 13 }, () => ({ id: LICENCE_SCHEMA, type: 'JsonSchema' })))).toEqual(
      ['schemas_too_many'],
    )
  })
})
