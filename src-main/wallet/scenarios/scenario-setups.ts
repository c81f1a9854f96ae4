import { findDemoSchema } from '../../../shared/demo-credentials/demo-schemas.ts'
import { READY_DEFINITIONS } from '../../../shared/demo-credentials/ready-definitions.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { IssueOrder } from '../issuer/issue-order.ts'

/** The definition of a scenario, and credentials that match it. */
export interface ScenarioSetup {
  /** Setups with the same name share one stored definition. */
  readonly name: string
  readonly definition: JsonObject
  /** The binding that the request demands; `if_present` by default. */
  readonly binding?: 'required'
  /** Checks that only warn in this scenario. */
  readonly policy?: Readonly<Record<string, 'warn'>>
  /** The only schema for which the issuer is trusted; all by default. */
  readonly trustedFor?: string
  /** Answers by descriptor, in the order presented. If one is faulty, it is the first. */
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

/** The setup of a scenario, which for most is to hire a car with two required credentials. */
export function setupOf(scenario: string): ScenarioSetup {
  return Object.hasOwn(OWN_SETUPS, scenario) ? (OWN_SETUPS[scenario] ?? CAR_HIRE) : CAR_HIRE
}

export function valuesOf({ schema, values }: SetupCredential): JsonObject {
  return values ?? findDemoSchema(schema)?.example ?? {}
}
