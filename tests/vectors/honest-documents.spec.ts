// @module-tag full
// Proves docs/contract/exchange.md, Checks: credential, Proofs: linked data, Registries: contexts, Vectors.

/**
 * Documents that honest parties make pass: their proofs hold, and each name in them leads, by their contexts, to what was
 * signed under it. Published libraries sign them, and a definition asks for what stands in them.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Verification } from '../../shared/contract/presentations.ts'
import type { RegistryKind } from '../../shared/contract/registries.ts'
import { isObject, textsOf } from '../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../shared/presentation-exchange/json.ts'
import { contextRegistry } from '../../src-main/exchange/registries/context-registry.ts'
import { ISSUER } from '../support/exchange/definitions.ts'
import { CHALLENGE, DOMAIN, honestParties } from '../support/exchange/honest-parties.ts'
import {
  aBitstringList,
  aStatusList,
  aSubmission,
  signed,
  SUBMISSION_CONTEXT,
  THE_ISSUER,
} from '../support/exchange/presentations.ts'
import { bodyOf } from '../support/service/keystore-accounts.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'
import { startService } from '../support/service/test-service.ts'
import { OPERATOR } from '../support/service/vault-accounts.ts'
import { CONTEXTS_TO_IMPORT } from './honest-documents/contexts.ts'
import { HONEST_DOCUMENTS } from './honest-documents/all.ts'
import type { HonestDocument } from './honest-documents/document.ts'
import { NOT_ASKED } from './honest-documents/not-asked.ts'

const { service, clock, faults, connection } = startService()
clock.advanceMs(40 * 86_400_000)
const DATE = new Date(clock.nowMs()).toISOString().replace('.000Z', 'Z')
const { headers } = aSubscriptionKey({ connection, clock })
const operator = { ...headers, ...OPERATOR }
const { find } = contextRegistry({ find: (url) => CONTEXTS_TO_IMPORT.get(url) })
const { presented } = honestParties(find, DATE)

const MESSAGES = {
  id: 'https://status.example/3',
  credentialSubject: { ...(aBitstringList()['credentialSubject'] as JsonObject), statusPurpose: 'message' }, // it is one
}
const STATUS_LISTS = [aStatusList(), aBitstringList({ id: 'https://status.example/2' }), aBitstringList(MESSAGES)]

async function call<Answer>(operation: string, status: number, request: object): Promise<Answer> {
  return bodyOf<Answer>(await service.dispatch({ operation: `exchange.${operation}`, headers, ...request }), status)
}

beforeAll(async () => {
  const load = (kind: RegistryKind, body: object) =>
    call('registryImport', 201, { params: { kind }, headers: operator, body })
  for (const [key, document] of CONTEXTS_TO_IMPORT) await load('contexts', { key, document })
  for (const name of ['any', 'other']) {
    await load('schemas', { document: { $id: `https://schemas.example/${name}`, type: 'object' } })
  }
  for (const list of STATUS_LISTS) {
    await load('status-lists', { document: await signed(list, THE_ISSUER) })
  }
})
afterAll(async () => {
  await service.close()
  expect(faults).toEqual([])
})

it('there are at least 200 documents, each with a name of its own', () => {
  expect(new Set(HONEST_DOCUMENTS.map(({ name }) => name)).size).toBe(HONEST_DOCUMENTS.length)
  expect(HONEST_DOCUMENTS.length).toBeGreaterThanOrEqual(200)
})

it('what is not asked for is there', () => {
  const names = HONEST_DOCUMENTS.map(({ name }) => name)
  expect([...NOT_ASKED].filter((name) => !names.includes(name))).toEqual([])
})

for (const document of HONEST_DOCUMENTS) {
  it(document.name, async () => {
    const answer = await verify(document)

    expect({ valid: answer.valid, told: toldIn(answer) }).toEqual({ valid: true, told: document.warnings })
  })
}

async function verify(document: HonestDocument): Promise<Verification> {
  const definition_id = await defined(document)
  const submission = aSubmission(definition_id, { descriptor_map: mapOf(document) })
  const isInside = document.submission !== 'beside'
  const presentation = await presented(document, isInside ? inside(submission, document) : {})
  const options = {
    definition_id,
    challenge: CHALLENGE,
    domain: DOMAIN,
    require_challenge: true,
    max_age_seconds: 60,
    replay: 'off',
    trusted_issuers: [ISSUER],
  }
  const body = { presentation, ...(!isInside && { presentation_submission: submission }), options }
  return call<Verification>('verifyPresentation', 200, { body })
}

/** Members of a presentation whose proof covers what it answers. */
function inside(presentation_submission: JsonObject, { credentials }: HonestDocument): JsonObject {
  const [model] = textsOf(credentials[0]?.['@context'])
  const type = ['VerifiablePresentation', 'PresentationSubmission']
  return { '@context': [model, SUBMISSION_CONTEXT], type, presentation_submission }
}

function mapOf({ credentials, proofs, submission }: HonestDocument): readonly JsonObject[] {
  if (submission === 'empty') return []
  const format = proofs.includes('JWT') ? 'jwt_vc' : 'ldp_vc'
  return credentials.map((_, index) => ({ id: String(index), path: `$.verifiableCredential[${index}]`, format }))
}

/** A definition that asks for what stands in each credential. */
async function defined({ name, credentials, proofs, isAsked, submission }: HonestDocument): Promise<string> {
  const input_descriptors = credentials.map((credential, index) => ({
    id: String(index),
    ...(submission === 'empty' && { group: ['any'] }),
    constraints: { fields: isAsked && !NOT_ASKED.has(name) ? fieldsOf(credential, proofs) : [{ path: ['$.type'] }] },
  }))
  const reply = await call<{ presentation_definition: { id: string } }>('createPresentationDefinition', 201, {
    body: { input_descriptors, ...(submission === 'empty' && { submission_requirements: NOTHING_DEMANDED }) },
  })
  return reply.presentation_definition.id
}

const NOTHING_DEMANDED = [{ rule: 'pick', from: 'any', min: 0 }]
const MAX_FIELDS = 24
/** A JWT has them as claims, in seconds. */
const JWT_DATES = ['issuanceDate', 'expirationDate']

/** Values of the credential where they stand, spread over it. Labels of nameless nodes say nothing. */
function fieldsOf(credential: JsonObject, proofs: HonestDocument['proofs']): readonly JsonObject[] {
  const unasked = ['@context', ...(proofs.includes('JWT') ? JWT_DATES : [])]
  const values = valuesIn(credential, []).filter(({ at: [first] }) => !unasked.includes(String(first)))
  const step = Math.max(1, values.length / MAX_FIELDS)
  const chosen = Array.from(
    { length: Math.min(values.length, MAX_FIELDS) },
    (_, index) => values[Math.floor(index * step)],
  )
  return chosen.flatMap((one) => (one === undefined ? [] : [fieldOf(one)]))
}

interface Value {
  readonly at: Location
  readonly value: string | number | boolean
}

function valuesIn(value: unknown, at: Location): readonly Value[] {
  if (Array.isArray(value)) return value.flatMap((part, index) => valuesIn(part, [...at, index]))
  if (isObject(value)) {
    const members = Object.entries(value).filter(([name]) => name !== '@context')
    return members.flatMap(([name, part]) => valuesIn(part, [...at, name]))
  }
  const isUnasked = typeof value === 'string' && (value.length > 1000 || value.startsWith('_:'))
  return value === null || isUnasked ? [] : [{ at, value: value as Value['value'] }] // nothing else is left in JSON
}

/** Linked data states no order of several values, so that one of them is asked for by what it is, and not by its turn. */
function fieldOf({ at, value }: Value): JsonObject {
  const firstList = at.findIndex((step) => typeof step === 'number')
  const end = firstList === -1 ? at.length : firstList
  const path = `$${at
    .slice(0, end)
    .map((step) => `[${JSON.stringify(step)}]`)
    .join('')}`
  return { path: [path], filter: schemaOf(at.slice(end), value) }
}

function schemaOf([step, ...rest]: Location, value: unknown): JsonObject {
  if (step === undefined) return { const: value }
  const inner = schemaOf(rest, value)
  return typeof step === 'number' ? { contains: inner } : { required: [step], properties: { [step]: inner } }
}

/** What failed or warns, each once, as `check code`. */
function toldIn({ errors, warnings }: Verification): readonly string[] {
  const told = [
    ...errors.map(({ check, code }) => `${check} ${code}`),
    ...warnings.map(({ check, code }) => `warn ${check} ${code}`),
  ]
  return [...new Set(told)]
}
