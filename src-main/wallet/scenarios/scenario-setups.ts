import { findDemoSchema } from '../../../shared/demo-credentials/demo-schemas.ts'
import { READY_DEFINITIONS } from '../../../shared/demo-credentials/ready-definitions.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { TrialOrder } from './variants.ts'

/** The definition of a scenario, and credentials that match it. */
export interface ScenarioSetup {
  /** Setups with the same name share one stored definition. */
  readonly name: string
  readonly definition: JsonObject
  /** The binding that the request demands; `if_present` by default. */
  readonly binding?: 'required'
  /** Any age of the presentation is accepted: an unsigned one has none. */
  readonly isAgeless?: boolean
  /** Checks that only warn in this scenario. */
  readonly policy?: Readonly<Record<string, 'warn'>>
  /** The only schema for which the issuer is trusted; all by default. */
  readonly trustedFor?: string
  /** Answers by descriptor, in the order presented. If one is faulty, it is the first. */
  readonly answers: Readonly<Record<string, SetupCredential>>
}

interface SetupCredential extends Partial<Pick<TrialOrder, 'format' | 'algorithm'>> {
  readonly schema: string
  readonly values?: JsonObject
  /** JSON Pointers of the claims that an SD-JWT VC discloses. */
  readonly told?: readonly string[]
}

const SCHEMA_BASE = 'https://schemas.vaultbench.example'
const schemaUrl = (name: string) => `${SCHEMA_BASE}/${name}/1.0.0`
const example = (name: string) => findDemoSchema(schemaUrl(name))?.example ?? {}
const asks = (name: string, members: JsonObject = {}): JsonObject => ({
  id: name,
  schema: [{ uri: schemaUrl(name) }],
  ...members,
})

const LICENCE: SetupCredential = { schema: schemaUrl('driving-licence') }
const AGE: SetupCredential = { schema: schemaUrl('proof-of-age') }
const MEMBERSHIP: SetupCredential = { schema: schemaUrl('membership') }
const IDENTITY: SetupCredential = { schema: schemaUrl('identity') }

function readyDefinition(key: string): JsonObject {
  const found = READY_DEFINITIONS.find((definition) => definition.key === key)
  if (found === undefined) throw new Error(`there is no ready definition ${key}`)
  return found.definition
}

const CAR_HIRE: ScenarioSetup = {
  name: 'Car hire',
  definition: readyDefinition('car-hire'),
  answers: { licence: LICENCE, age: AGE },
}

/** A definition that no setup uses. */
export const OTHER_SETUP: ScenarioSetup = {
  name: 'Age only',
  definition: readyDefinition('age-only'),
  answers: { age: AGE },
}

/** The type of a licence, which a descriptor may ask for in place of its schema. */
const LICENCE_TYPE = 'https://contexts.vaultbench.example/credentials#DrivingLicenceCredential'

/** A backtracking engine takes years to find that this pattern does not match SLOW_VALUE. */
const SLOW_PATTERN = '^(?=(a+)+$).*$'
const SLOW_VALUE = `${'a'.repeat(60)}!`

const LICENCE_BY_TYPE: JsonObject = { id: 'driving-licence', schema: [{ uri: LICENCE_TYPE }] }
const NUMBER: JsonObject = {
  id: 'number',
  path: ['$.credentialSubject.licenceNumber', '$.credentialSubject[*].licenceNumber'],
}
const withConstraints = (constraints: JsonObject) => asks('driving-licence', { constraints })
const withFields = (...fields: readonly JsonObject[]) => withConstraints({ fields })
const refusing = (claim: string, value: unknown): JsonObject => ({
  path: [`$.credentialSubject.${claim}`],
  optional: true,
  filter: { not: { const: value } },
})

function named(title: string, input_descriptors: readonly JsonObject[]): Pick<ScenarioSetup, 'name' | 'definition'> {
  const name = `Scenario: ${title}`
  return { name, definition: { name, input_descriptors } }
}

/** A setup that asks for one credential. */
function single(title: string, descriptor: JsonObject, credential: SetupCredential): ScenarioSetup {
  return { ...named(title, [descriptor]), answers: { [String(descriptor['id'])]: credential } }
}

function without(claim: string, { [claim]: _claim, ...values }: JsonObject): JsonObject {
  return values
}

const IN_GROUP = { group: ['A'] }
const ONE_OF_TWO: ScenarioSetup = {
  name: 'Scenario: one of two',
  definition: {
    name: 'Scenario: one of two',
    submission_requirements: [{ name: 'One of two', rule: 'pick', count: 1, from: 'A' }],
    input_descriptors: [asks('identity', IN_GROUP), asks('membership', IN_GROUP)],
  },
  answers: { identity: IDENTITY, membership: MEMBERSHIP },
}

const OWN_SETUPS: Readonly<Record<string, ScenarioSetup>> = {
  'schema-mismatch': single('another schema', asks('driving-licence'), MEMBERSHIP),
  'filter-fails': {
    ...CAR_HIRE,
    answers: { licence: { ...LICENCE, values: { ...example('driving-licence'), category: 'A' } }, age: AGE },
  },
  'algorithm-not-allowed': {
    name: 'Strict formats',
    definition: readyDefinition('strict-formats'),
    answers: { identity: IDENTITY, membership: { ...MEMBERSHIP, format: 'jwt_vc', algorithm: 'RS256' } },
  },
  'too-many': ONE_OF_TWO,
  'unused-credential': ONE_OF_TWO,
  'hidden-credential': ONE_OF_TWO,
  'no-challenge': { ...CAR_HIRE, binding: 'required' },
  'issuer-of-other-things': { ...CAR_HIRE, trustedFor: schemaUrl('proof-of-age') },
  bearer: { ...CAR_HIRE, policy: { 'credential.holder': 'warn' } },
  'unknown-schema': {
    ...single('a licence by its type', LICENCE_BY_TYPE, LICENCE),
    policy: { 'credential.schema': 'warn' },
  },
  'field-missing': single('restrictions', withFields({ path: ['$.credentialSubject.restrictions'] }), {
    ...LICENCE,
    values: without('restrictions', example('driving-licence')),
  }),
  predicate: single(
    'a derived result',
    withFields({ path: ['$.credentialSubject.category'], filter: { type: 'string' }, predicate: 'required' }),
    LICENCE,
  ),
  'subject-is-issuer': single('self-issued', withConstraints({ subject_is_issuer: 'required' }), LICENCE),
  'status-demanded': single(
    'suspended',
    withConstraints({ statuses: { suspended: { directive: 'required' } } }),
    LICENCE,
  ),
  'limit-disclosure': single(
    'limited disclosure',
    withConstraints({ limit_disclosure: 'required', fields: [{ path: ['$.credentialSubject.category'] }] }),
    LICENCE,
  ),
  'is-holder': single(
    'a licence of the holder',
    {
      ...LICENCE_BY_TYPE,
      constraints: { fields: [NUMBER], is_holder: [{ field_id: ['number'], directive: 'required' }] },
    },
    LICENCE,
  ),
  'same-subject': {
    ...named('licence and age of one person', [
      {
        ...LICENCE_BY_TYPE,
        constraints: { fields: [NUMBER], same_subject: [{ field_id: ['number', 'age'], directive: 'required' }] },
      },
      asks('proof-of-age', { constraints: { fields: [{ id: 'age', path: ['$.credentialSubject.ageOver18'] }] } }),
    ]),
    answers: { 'driving-licence': LICENCE, 'proof-of-age': AGE },
  },
  // The field is optional, because a required one would be refused even if it were not found.
  'hidden-claim': single(
    'no restrictions',
    withFields(refusing('restrictions', example('driving-licence')['restrictions'])),
    LICENCE,
  ),
  'two-names': single('another name', withFields(refusing('name', 'Eve')), {
    ...LICENCE,
    values: { ...example('driving-licence'), name: 'Eve' },
  }),
  'listed-value': single(
    'a car licence',
    withFields({ path: ['$.credentialSubject.category'], optional: true, filter: { pattern: '^[BCD]$' } }),
    { ...LICENCE, values: { ...example('driving-licence'), category: 'A' } },
  ),
  'jwt-exchanged': {
    ...named('two memberships', [asks('membership', { id: 'first' }), asks('membership', { id: 'second' })]),
    answers: { first: { ...MEMBERSHIP, format: 'jwt_vc' }, second: { ...MEMBERSHIP, format: 'jwt_vc' } },
  },
  'backtracking-filter': {
    ...named('a slow pattern', [
      asks('membership', {
        constraints: {
          fields: [{ path: ['$.credentialSubject.organization'], filter: { type: 'string', pattern: SLOW_PATTERN } }],
        },
      }),
    ]),
    answers: { membership: { ...MEMBERSHIP, values: { ...example('membership'), organization: SLOW_VALUE } } },
  },
}

const SD_LICENCE: SetupCredential = { ...LICENCE, told: ['/category', '/licenceNumber'] }
const SD_ANSWERS = { licence: SD_LICENCE }
const A_BIKE: SetupCredential = { ...SD_LICENCE, values: { ...example('driving-licence'), category: 'A' } }
const CAR_CATEGORIES = ['B', 'C', 'D']

const licenceQuery = (id: string, members: JsonObject = {}): JsonObject => ({
  ...{ id, format: 'dc+sd-jwt', meta: { vct_values: ['https://credentials.vaultbench.example/driving-licence'] } },
  ...members,
})

function asking(what: string, members: JsonObject, others: JsonObject = {}): ScenarioSetup {
  const dcql_query = { credentials: [licenceQuery('licence', members)], ...others }
  const name = `Scenario: ${what}`
  return { name, definition: { name, dcql_query }, answers: SD_ANSWERS }
}

const SD_CAR_HIRE = asking('car hire by query', {
  claims: [{ path: ['category'], values: CAR_CATEGORIES }, { path: ['licenceNumber'] }],
})

function selecting(what: string, descriptor: JsonObject, constraints: JsonObject = {}): ScenarioSetup {
  const fields = [{ path: ['$.category'], filter: { enum: CAR_CATEGORIES } }, { path: ['$.licenceNumber'] }]
  return single(what, { id: 'licence', constraints: { fields, ...constraints }, ...descriptor }, SD_LICENCE)
}

/** What is bound to no key is presented without a date and without a challenge. */
const UNBOUND = { isAgeless: true, policy: { 'credential.holder': 'warn' } } as const
const SD_OF_NOBODY = { ...asking('a licence of nobody', { require_cryptographic_holder_binding: false }), ...UNBOUND }
const SD_CAR_HIRE_DEFINED = selecting('car hire by SD-JWT', {})
const SD_LICENCE_IF_ANY = asking(
  'a licence, if any',
  {},
  { credential_sets: [{ options: [['licence']], required: false }] },
)
const TWO_QUERIES = { credentials: [licenceQuery('licence'), licenceQuery('second')] }

const LINKED_DATA_LICENCES = {
  id: 'licence',
  format: 'ldp_vc',
  multiple: true,
  meta: { type_values: [[LICENCE_TYPE], ['DrivingLicenceCredential']] },
  claims: [{ path: ['credentialSubject', 'category'] }],
}

/** Scenarios that present an SD-JWT VC; the others of them hire a car with a query. */
const SD_JWT_SETUPS: Readonly<Record<string, ScenarioSetup>> = {
  'sd-replay-elsewhere': { ...SD_CAR_HIRE, policy: { 'presentation.replay': 'warn' } },
  'sd-digest-algorithm': SD_OF_NOBODY,
  'sd-binding-unexpected': SD_OF_NOBODY,
  'sd-bearer': SD_OF_NOBODY,
  'sd-binding-key': SD_OF_NOBODY,
  'sd-no-challenge': { ...SD_OF_NOBODY, binding: 'required' },
  'sd-binding-unreadable': { ...SD_CAR_HIRE, isAgeless: true },
  'sd-unbound': { ...SD_CAR_HIRE, ...UNBOUND },
  'sd-no-metadata': { ...SD_CAR_HIRE, policy: { 'credential.trust': 'warn' } },
  'sd-issuer-of-other-things': { ...SD_CAR_HIRE, trustedFor: schemaUrl('proof-of-age') },
  'sd-schema-violation': asking('a licence with a schema', {
    meta: { vct_values: [LICENCE.schema] },
    claims: [{ path: ['category'] }, { path: ['licenceNumber'] }],
  }),
  'sd-other-authority': asking('a licence by one authority', {
    trusted_authorities: [{ type: 'aki', values: ['s9tIpPmhxdiuNkHMEWNpYim8S8Y'] }],
  }),
  'sd-limit-disclosure': selecting('no more than a car hire', {}, { limit_disclosure: 'required' }),
  'sd-answer-missing': asking('two licences', {}, TWO_QUERIES),
  'sd-set-unsatisfied': asking(
    'a pair of licences',
    {},
    {
      ...TWO_QUERIES,
      credential_sets: [{ options: [['licence', 'second']] }],
    },
  ),
  'sd-no-type': SD_CAR_HIRE_DEFINED,
  'sd-wrong-value': { ...SD_CAR_HIRE, answers: { licence: A_BIKE } },
  'sd-filter-fails': { ...SD_CAR_HIRE_DEFINED, answers: { licence: A_BIKE } },
  'sd-algorithm-not-allowed': selecting('an SD-JWT of ES256', {
    format: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } },
  }),
  'sd-no-query-id': SD_LICENCE_IF_ANY,
  'sd-wrong-query': { ...SD_LICENCE_IF_ANY, answers: { 'another-query': SD_LICENCE } },
  'vp-mixed-formats': {
    name: 'Scenario: licences as linked data',
    definition: { name: 'Scenario: licences as linked data', dcql_query: { credentials: [LINKED_DATA_LICENCES] } },
    answers: { licence: LICENCE },
  },
}

/** Scenarios of an answer to OpenID4VP, and those of an SD-JWT VC, which both present one. */
const SD_JWT_PREFIX = /^(?:sd|vp)-/

/** Most scenarios hire a car: with two credentials, both needed, or with an SD-JWT VC. */
export function setupOf(scenario: string): ScenarioSetup {
  const isSdJwt = SD_JWT_PREFIX.test(scenario)
  const [setups, usual] = isSdJwt ? [SD_JWT_SETUPS, SD_CAR_HIRE] : [OWN_SETUPS, CAR_HIRE]
  return Object.hasOwn(setups, scenario) ? (setups[scenario] ?? usual) : usual
}

export function valuesOf({ schema, values }: SetupCredential): JsonObject {
  return values ?? findDemoSchema(schema)?.example ?? {}
}
