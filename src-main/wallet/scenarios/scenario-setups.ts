import { findDemoSchema } from '../../../shared/demo-credentials/demo-schemas.ts'
import { READY_DEFINITIONS } from '../../../shared/demo-credentials/ready-definitions.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { IssueOrder } from '../issuer/issue-order.ts'

/** The definition of a scenario, and credentials that match it. */
export interface ScenarioSetup {
  /** Setups of one name share one stored definition. */
  readonly name: string
  readonly definition: JsonObject
  /** The binding that the request demands, if not the usual one. */
  readonly binding?: 'required'
  /** Levels of checks that would fail by those of scenarios, where the contract lets them warn. */
  readonly policy?: Readonly<Record<string, 'warn'>>
  /** The schema for which alone its issuer is trusted; without it, for all. */
  readonly trustedFor?: string
  /** Answers by descriptor, in the order presented; the first one is the wrong one, where one is. */
  readonly answers: Readonly<Record<string, SetupCredential>>
}

interface SetupCredential extends Partial<Pick<IssueOrder, 'format' | 'algorithm'>> {
  readonly schema: string
  readonly values?: JsonObject
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

function ready(key: string): JsonObject {
  const found = READY_DEFINITIONS.find((one) => one.key === key)
  if (found === undefined) throw new Error(`there is no ready definition ${key}`)
  return found.definition
}

const CAR_HIRE: ScenarioSetup = {
  name: 'Car hire',
  definition: ready('car-hire'),
  answers: { licence: LICENCE, age: AGE },
}

/** Another definition that is stored beside those of the setups. */
export const OTHER_SETUP: ScenarioSetup = { name: 'Age only', definition: ready('age-only'), answers: { age: AGE } }

/** A licence is known by its type as well as by its schema. */
const LICENCE_TYPE = 'https://contexts.vaultbench.example/credentials#DrivingLicenceCredential'

/** Takes years to find that it does not match: each `a` can be taken in two ways. */
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

function named(what: string, input_descriptors: readonly JsonObject[]): Pick<ScenarioSetup, 'name' | 'definition'> {
  const name = `Scenario: ${what}`
  return { name, definition: { name, input_descriptors } }
}

/** A setup that asks for one credential. */
function one(what: string, descriptor: JsonObject, credential: SetupCredential): ScenarioSetup {
  return { ...named(what, [descriptor]), answers: { [String(descriptor['id'])]: credential } }
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

const OWN_SCENES: Readonly<Record<string, ScenarioSetup>> = {
  'schema-mismatch': one('another schema', asks('driving-licence'), MEMBERSHIP),
  'filter-fails': {
    ...CAR_HIRE,
    answers: { licence: { ...LICENCE, values: { ...example('driving-licence'), category: 'A' } }, age: AGE },
  },
  'algorithm-not-allowed': {
    name: 'Strict formats',
    definition: ready('strict-formats'),
    answers: { identity: IDENTITY, membership: { ...MEMBERSHIP, format: 'jwt_vc', algorithm: 'RS256' } },
  },
  'too-many': ONE_OF_TWO,
  'unused-credential': ONE_OF_TWO,
  'hidden-credential': ONE_OF_TWO,
  'no-challenge': { ...CAR_HIRE, binding: 'required' },
  'issuer-of-other-things': { ...CAR_HIRE, trustedFor: schemaUrl('proof-of-age') },
  bearer: { ...CAR_HIRE, policy: { 'credential.holder': 'warn' } },
  'unknown-schema': {
    ...one('a licence by its type', LICENCE_BY_TYPE, LICENCE),
    policy: { 'credential.schema': 'warn' },
  },
  'field-missing': one('restrictions', withFields({ path: ['$.credentialSubject.restrictions'] }), {
    ...LICENCE,
    values: without('restrictions', example('driving-licence')),
  }),
  predicate: one(
    'a derived result',
    withFields({ path: ['$.credentialSubject.category'], filter: { type: 'string' }, predicate: 'required' }),
    LICENCE,
  ),
  'subject-is-issuer': one('self-issued', withConstraints({ subject_is_issuer: 'required' }), LICENCE),
  'status-demanded': one('suspended', withConstraints({ statuses: { suspended: { directive: 'required' } } }), LICENCE),
  'limit-disclosure': one(
    'limited disclosure',
    withConstraints({ limit_disclosure: 'required', fields: [{ path: ['$.credentialSubject.category'] }] }),
    LICENCE,
  ),
  'is-holder': one(
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
  // Optional fields: one that is not found would be refused as well.
  'hidden-claim': one(
    'no restrictions',
    withFields(refusing('restrictions', example('driving-licence')['restrictions'])),
    LICENCE,
  ),
  'two-names': one('another name', withFields(refusing('name', 'Eve')), {
    ...LICENCE,
    values: { ...example('driving-licence'), name: 'Eve' },
  }),
  'listed-value': one(
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

/** Most scenarios hire a car: two credentials, both needed. */
export function setupOf(scenario: string): ScenarioSetup {
  return Object.hasOwn(OWN_SCENES, scenario) ? (OWN_SCENES[scenario] ?? CAR_HIRE) : CAR_HIRE
}

export function valuesOf({ schema, values }: SetupCredential): JsonObject {
  return values ?? findDemoSchema(schema)?.example ?? {}
}
