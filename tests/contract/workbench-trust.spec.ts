// Proves docs/contract/exchange.md, Checks, Proofs: keys, Registries: contexts, Registries: schemas, Registries:
// trust, Registries: status lists, Settings.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InputFor } from '../../shared/contract/operation.ts'
import type { registryOperations } from '../../shared/contract/workbench-exchange.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { CREDENTIALS_V1 } from '../../src-main/exchange/registries/context-registry.ts'
import { HOLDER, ISSUER } from '../support/exchange/definitions.ts'
import {
  aLicence,
  aPresentation,
  aStatusEntry,
  aStatusList,
  aSubmission,
  LICENCE_CONTEXT,
  signed,
  STATUS_LIST,
  STATUS_LIST_CONTEXT,
  THE_HOLDER,
  THE_ISSUER,
} from '../support/exchange/presentations.ts'
import {
  aDidDocument,
  importDocument,
  importLicenceContext,
  outcomeOf,
  WEB_ISSUER,
} from '../support/exchange/registries.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, stopWorkbench } from '../support/workbench/workbench.ts'

const { workspaceLock, workspaceOpen, registryRemove } = workbenchOperations
const { trustRows, trustAdd, trustSave, trustRemove } = workbenchOperations
const { exchangeSettingsGet, exchangeSettingsSave } = workbenchOperations

type Entry = InputFor<typeof registryOperations.trustAdd>['body']

const HARBOUR = { did: ISSUER, name: 'Harbour Registry' }
const SCHEMA_URL = 'https://schemas.example/licence'

let workbench: TestWorkbench

beforeEach(async () => {
  workbench = await openWorkbench()
})

afterEach(() => stopWorkbench(workbench))

const add = (entry: Partial<Entry> = {}) => workbench.call(trustAdd, { body: { ...HARBOUR, ...entry } })
const save = (entry_id: string, entry: Partial<Entry> = {}) =>
  workbench.call(trustSave, { params: { entry_id }, body: { ...HARBOUR, ...entry } })
const remove = (entry_id: string) => workbench.call(trustRemove, { params: { entry_id } })
const rows = async () => (await workbench.call(trustRows, {})).rows

/** A presentation of one licence, both signed. */
async function presented(licence: JsonObject = {}, proof: JsonObject = {}): Promise<JsonObject> {
  const credential = await signed(aLicence(licence), THE_ISSUER, proof)
  return signed(aPresentation([credential], aSubmission('d')), THE_HOLDER, { proofPurpose: 'authentication' })
}

const outcome = (presentation: JsonObject, check: string, options?: JsonObject) =>
  outcomeOf(workbench, presentation, check, options)

describe('the trust list', () => {
  it('without entries › nothing is said about anybody', async () => {
    await importLicenceContext(workbench)

    expect(await rows()).toEqual([])
    expect(await outcome(await presented(), 'credential.trust')).toBe('warn issuer_trust_not_checked')
  })

  it('decides at once who is trusted, and for what', async () => {
    await importLicenceContext(workbench)
    const presentation = await presented()
    const judged = () => outcome(presentation, 'credential.trust')

    const { row } = await add()
    expect(await judged()).toBe('pass null')
    await save(row.id, { types: ['Diploma'] })
    expect(await judged()).toBe('fail issuer_not_trusted_for_schema')
    await save(row.id, { types: ['DrivingLicenceCredential'], valid_until: '2026-06-01T00:00:00Z' })
    expect(await judged()).toBe('fail issuer_untrusted')
    await save(row.id, { did: 'did:web:other.example' })
    expect(await judged()).toBe('fail issuer_untrusted')
    await remove(row.id)
    expect(await judged()).toBe('warn issuer_trust_not_checked')

    expect(workbench.events).toContainEqual({ type: 'exchange', part: 'trust' })
  })

  it('gives way to the issuers that a call names', async () => {
    await importLicenceContext(workbench)
    await add({ did: 'did:web:other.example' })

    expect(await outcome(await presented(), 'credential.trust', { trusted_issuers: [ISSUER] })).toBe('pass null')
  })

  it('keeps entries in the order of adding, several of one issuer, across a lock', async () => {
    const first = await add({ schemas: [SCHEMA_URL] })
    const second = await add({ types: ['Diploma'], valid_from: '2026-01-01T00:00:00+01:00' })
    const { current } = await workbench.call(workspaceLock, {})
    await workbench.call(workspaceOpen, { params: { workspace_id: current?.id ?? '' }, body: {} })

    expect(await rows()).toEqual([
      { id: first.row.id, ...HARBOUR, schemas: [SCHEMA_URL], types: null, valid_from: null, valid_until: null },
      {
        id: second.row.id,
        ...HARBOUR,
        schemas: null,
        types: ['Diploma'],
        valid_from: '2026-01-01T00:00:00+01:00',
        valid_until: null,
      },
    ])
  })

  it.each<[string, Partial<Entry>]>([
    ['of nobody', { did: 'issuer.example' }],
    ['of an address without https', { did: 'http://issuer.example' }],
    ['without a name', { name: ' ' }],
    ['for nothing', { schemas: [] }],
    ['from no time', { valid_from: 'today' }],
    ['from a time without a zone', { valid_from: '2026-01-01T00:00:00' }],
    ['that ends before it begins', { valid_from: '2026-02-01T00:00:00Z', valid_until: '2026-02-01T00:00:00+00:00' }],
  ])('an entry %s › is refused', async (_, entry) => {
    const { row } = await add()

    await expect(add(entry)).rejects.toMatchObject({ status: 400, code: 'invalid_params' })
    await expect(save(row.id, entry)).rejects.toMatchObject({ status: 400, code: 'invalid_params' })
    expect(await rows()).toEqual([row])
  })

  it('an entry that is not there › is refused', async () => {
    await expect(save('nothing')).rejects.toMatchObject({ status: 404, code: 'not_found' })
    await expect(remove('nothing')).rejects.toMatchObject({ status: 404, code: 'not_found' })
    expect(await rows()).toEqual([])
  })
})

describe('a verification after a registry changed', () => {
  it('knows a context as soon as it is imported, and no longer than it is held', async () => {
    const presentation = await presented()
    const judged = () => outcome(presentation, 'credential.contexts')
    expect(await judged()).toBe('fail context_unknown')

    await importLicenceContext(workbench)
    expect(await judged()).toBe('pass null')
    expect(await outcome(presentation, 'credential.proof')).toBe('pass null')
    const changed = { '@context': { DrivingLicenceCredential: 'https://terms.example/other' } }
    await importDocument(workbench, 'contexts', changed, { key: LICENCE_CONTEXT, replace: true })
    expect(await outcome(presentation, 'credential.proof')).toBe('fail signature_invalid')
    await workbench.call(registryRemove, { params: { kind: 'contexts' }, query: { key: LICENCE_CONTEXT } })

    expect(await judged()).toBe('fail context_unknown')
  })

  it('validates with the schema that is held now', async () => {
    await importLicenceContext(workbench)
    const presentation = await presented({ credentialSchema: { id: SCHEMA_URL, type: 'JsonSchemaValidator2018' } })
    const judged = () => outcome(presentation, 'credential.schema')
    const schemaFor = (category: string) => ({ properties: { category: { const: category } } })
    expect(await judged()).toBe('warn schema_unavailable')

    await importDocument(workbench, 'schemas', schemaFor('A'), { key: SCHEMA_URL })
    expect(await judged()).toBe('fail schema_violation')
    await importDocument(workbench, 'schemas', schemaFor('B'), { key: SCHEMA_URL, replace: true })

    expect(await judged()).toBe('pass null')
  })

  it(
    'an imported schema that takes for ever › fails its check, and meanwhile others are answered',
    { tags: ['full'] },
    async () => {
      await importLicenceContext(workbench)
      const credentialSchema = { id: SCHEMA_URL, type: 'JsonSchemaValidator2018' }
      const subject = { id: HOLDER, category: `${'a'.repeat(40)}!` }
      const presentation = await presented({ credentialSchema, credentialSubject: subject })
      const slow = { properties: { category: { pattern: '^(?=a)(a+)+$' } } }
      await importDocument(workbench, 'schemas', slow, { key: SCHEMA_URL })

      const answered: string[] = []
      const judging = outcome(presentation, 'credential.schema').then((code) => answered.push(code))
      for (let others = 0; others < 3; others += 1) {
        await rows()
        answered.push('others')
      }
      await judging

      expect(answered).toEqual(['others', 'others', 'others', 'fail timeout'])
    },
  )

  it('finds the keys of an imported DID document, and never anywhere else', async () => {
    await importLicenceContext(workbench)
    const presentation = await presented({ issuer: WEB_ISSUER }, { verificationMethod: `${WEB_ISSUER}#key-1` })
    const judged = () => outcome(presentation, 'credential.proof')
    expect(await judged()).toBe('fail did_method_unavailable')

    await importDocument(workbench, 'did-documents', aDidDocument())
    expect(await judged()).toBe('pass null')
    expect(await outcome(presentation, 'credential.issuer')).toBe('pass null')
    await importDocument(workbench, 'did-documents', aDidDocument({ assertionMethod: [] }), { replace: true })

    expect(await judged()).toBe('fail proof_purpose_invalid')
  })

  it('reads the status list that is held now', async () => {
    await importLicenceContext(workbench)
    const licence = { '@context': [CREDENTIALS_V1, LICENCE_CONTEXT, STATUS_LIST_CONTEXT] }
    const active = await presented({ ...licence, credentialStatus: aStatusEntry(8) })
    const revoked = await presented({ ...licence, credentialStatus: aStatusEntry(9) })
    const judged = (presentation: JsonObject) => outcome(presentation, 'credential.status')
    expect(await judged(active)).toBe('fail status_unavailable')

    await importDocument(workbench, 'status-lists', await signed(aStatusList(), THE_ISSUER))
    expect([await judged(active), await judged(revoked)]).toEqual(['pass null', 'fail credential_revoked'])
    await importDocument(workbench, 'status-lists', aStatusList(), { replace: true })
    expect(await judged(active)).toBe('fail status_list_invalid')
    await workbench.call(registryRemove, { params: { kind: 'status-lists' }, query: { key: STATUS_LIST } })

    expect(await judged(active)).toBe('fail status_unavailable')
  })

  it('is the same for many credentials, which are verified on another thread', { tags: ['full'] }, async () => {
    await importLicenceContext(workbench)
    const credential = await signed(aLicence(), THE_ISSUER)
    const presentation = await signed(aPresentation(Array(5).fill(credential), aSubmission('d')), THE_HOLDER)

    await add()
    expect(await outcome(presentation, 'credential.trust')).toBe('pass null')
    await workbench.call(registryRemove, { params: { kind: 'contexts' }, query: { key: LICENCE_CONTEXT } })

    expect(await outcome(presentation, 'credential.contexts')).toBe('fail context_unknown')
  })
})

describe('settings of the exchange', () => {
  const set = (settings: JsonObject) =>
    workbench.call(exchangeSettingsSave, { body: { allow_inline_contexts: false, policy: {}, ...settings } })

  it('begin strict, and are kept across a lock', async () => {
    expect(await workbench.call(exchangeSettingsGet, {})).toEqual({ allow_inline_contexts: false, policy: {} })

    const saved = await set({ allow_inline_contexts: true, policy: { 'credential.expiry': 'warn' } })
    const { current } = await workbench.call(workspaceLock, {})
    await workbench.call(workspaceOpen, { params: { workspace_id: current?.id ?? '' }, body: {} })

    expect(saved).toEqual({ allow_inline_contexts: true, policy: { 'credential.expiry': 'warn' } })
    expect(await workbench.call(exchangeSettingsGet, {})).toEqual(saved)
    expect(workbench.events).toContainEqual({ type: 'exchange', part: 'settings' })
  })

  it.each([1, 5])('inline contexts are refused until they are allowed, with %i credentials', async (count) => {
    const inline = { DrivingLicenceCredential: 'https://terms.example/a', category: 'https://terms.example/b' }
    const credential = await signed(aLicence({ '@context': [CREDENTIALS_V1, inline] }), THE_ISSUER)
    const presentation = await signed(aPresentation(Array(count).fill(credential), aSubmission('d')), THE_HOLDER)
    expect(await outcome(presentation, 'credential.contexts')).toBe('fail context_inline')

    await set({ allow_inline_contexts: true })

    expect(await outcome(presentation, 'credential.contexts')).toBe('pass null')
    expect(await outcome(presentation, 'credential.proof')).toBe('pass null')
  })

  it('give the levels of adjustable checks where a call names none', async () => {
    await importLicenceContext(workbench)
    const expired = await presented({ expirationDate: '2026-01-02T00:00:00Z' })
    const judged = (options?: JsonObject) => outcome(expired, 'credential.expiry', options)
    expect(await judged()).toBe('fail credential_expired')

    await set({ policy: { 'credential.expiry': 'warn', 'credential.schema': 'off' } })

    expect(await judged()).toBe('warn credential_expired')
    expect(await judged({ policy: { 'credential.expiry': 'fail' } })).toBe('fail credential_expired')
    expect(await outcome(expired, 'credential.schema', { policy: { 'credential.expiry': 'fail' } })).toBe('not_run off')
  })

  it.each<[string, JsonObject, string]>([
    ['a cryptographic check', { policy: { 'credential.proof': 'warn' } }, 'param_not_permitted'],
    ['a check of shape', { policy: { 'presentation.shape': 'off' } }, 'param_not_permitted'],
    ['no level', { policy: { 'credential.expiry': 'maybe' } }, 'invalid_params'],
    ['a level that a check cannot have', { policy: { 'credential.terms': 'off' } }, 'invalid_params'],
  ])('%s › is refused, and nothing changes', async (_, settings, code) => {
    await expect(set(settings)).rejects.toMatchObject({ status: 400, code })
    expect(await workbench.call(exchangeSettingsGet, {})).toEqual({ allow_inline_contexts: false, policy: {} })
  })
})

it('a locked workspace › neither tells nor changes anything', async () => {
  await workbench.call(workspaceLock, {})
  const settings = { body: { allow_inline_contexts: false, policy: {} } }

  const refused = [
    rows(),
    add(),
    save('x'),
    remove('x'),
    workbench.call(exchangeSettingsGet, {}),
    workbench.call(exchangeSettingsSave, settings),
  ]
  for (const one of refused) await expect(one).rejects.toMatchObject({ code: 'workspace_locked' })
})
