import { findDemoSchema } from '../../../shared/demo-credentials/demo-schemas.ts'
import { READY_DEFINITIONS } from '../../../shared/demo-credentials/ready-definitions.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { IssueOrder } from '../issuer/issue-order.ts'

/** What a scenario is played with: a question, and credentials that answer it. */
export interface Scene {
  /** Scenes of one name share one stored definition. */
  readonly name: string
  readonly definition: JsonObject
  /** By descriptor, in the order in which they are presented; the first one is the one that is wrong, where one is. */
  readonly answers: Readonly<Record<string, SceneCredential>>
}

interface SceneCredential {
  readonly schema: string
  readonly format?: IssueOrder['format']
  readonly algorithm?: IssueOrder['algorithm']
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

const LICENCE: SceneCredential = { schema: schemaUrl('driving-licence') }
const AGE: SceneCredential = { schema: schemaUrl('proof-of-age') }
const MEMBERSHIP: SceneCredential = { schema: schemaUrl('membership') }
const IDENTITY: SceneCredential = { schema: schemaUrl('identity') }

function ready(key: string): JsonObject {
  const found = READY_DEFINITIONS.find((one) => one.key === key)
  if (found === undefined) throw new Error(`there is no ready definition ${key}`)
  return found.definition
}

const CAR_HIRE: Scene = {
  name: 'Car hire',
  definition: ready('car-hire'),
  answers: { licence: LICENCE, age: AGE },
}

/** Another definition that is stored beside those of the scenes. */
export const OTHER_SCENE: Scene = { name: 'Age only', definition: ready('age-only'), answers: { age: AGE } }

/** A licence is known by its type as well as by its schema. */
const LICENCE_TYPE = 'https://contexts.vaultbench.example/credentials#DrivingLicenceCredential'

/** Takes years to find that it does not match: each `a` can be taken in two ways. */
const SLOW_PATTERN = '^(?=(a+)+$).*$'
const SLOW_VALUE = `${'a'.repeat(60)}!`

const OWN_SCENES: Readonly<Record<string, Scene>> = {
  'schema-mismatch': {
    name: 'Scenario: another schema',
    definition: { name: 'Scenario: another schema', input_descriptors: [asks('driving-licence')] },
    answers: { 'driving-licence': MEMBERSHIP },
  },
  'filter-fails': {
    ...CAR_HIRE,
    answers: { licence: { ...LICENCE, values: { ...example('driving-licence'), category: 'A' } }, age: AGE },
  },
  'algorithm-not-allowed': {
    name: 'Strict formats',
    definition: ready('strict-formats'),
    answers: { identity: IDENTITY, membership: { ...MEMBERSHIP, format: 'jwt_vc', algorithm: 'RS256' } },
  },
  'too-many': {
    name: 'Scenario: one of two',
    definition: {
      name: 'Scenario: one of two',
      submission_requirements: [{ name: 'One of two', rule: 'pick', count: 1, from: 'A' }],
      input_descriptors: [asks('identity', { group: ['A'] }), asks('membership', { group: ['A'] })],
    },
    answers: { identity: IDENTITY, membership: MEMBERSHIP },
  },
  // Asked for by its schema, it would not be what is asked for either.
  'hidden-schema': {
    name: 'Scenario: a licence by its type',
    definition: {
      name: 'Scenario: a licence by its type',
      input_descriptors: [{ id: 'driving-licence', schema: [{ uri: LICENCE_TYPE }] }],
    },
    answers: { 'driving-licence': LICENCE },
  },
  // An optional field: one that is not found would be refused besides.
  'hidden-claim': {
    name: 'Scenario: no restrictions',
    definition: {
      name: 'Scenario: no restrictions',
      input_descriptors: [
        asks('driving-licence', {
          constraints: {
            fields: [
              {
                path: ['$.credentialSubject.restrictions'],
                optional: true,
                filter: { not: { const: example('driving-licence')['restrictions'] } },
              },
            ],
          },
        }),
      ],
    },
    answers: { 'driving-licence': LICENCE },
  },
  'backtracking-filter': {
    name: 'Scenario: a slow pattern',
    definition: {
      name: 'Scenario: a slow pattern',
      input_descriptors: [
        asks('membership', {
          constraints: {
            fields: [
              {
                path: ['$.credentialSubject.organization'],
                filter: { type: 'string', pattern: SLOW_PATTERN },
              },
            ],
          },
        }),
      ],
    },
    answers: { membership: { ...MEMBERSHIP, values: { ...example('membership'), organization: SLOW_VALUE } } },
  },
}

/** Most scenarios hire a car: two credentials, both needed. */
export function sceneOf(scenario: string): Scene {
  return Object.hasOwn(OWN_SCENES, scenario) ? (OWN_SCENES[scenario] ?? CAR_HIRE) : CAR_HIRE
}

export function valuesOf({ schema, values }: SceneCredential): JsonObject {
  return values ?? findDemoSchema(schema)?.example ?? {}
}
