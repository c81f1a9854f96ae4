import { isObject, memberOf, textOf } from '../presentation-exchange/json.ts'
import type { JsonObject } from '../presentation-exchange/json.ts'
import context from './credentials-context.json' with { type: 'json' }
import bankAccount from './schemas/bank-account.json' with { type: 'json' }
import diploma from './schemas/diploma.json' with { type: 'json' }
import drivingLicence from './schemas/driving-licence.json' with { type: 'json' }
import employment from './schemas/employment.json' with { type: 'json' }
import identity from './schemas/identity.json' with { type: 'json' }
import membership from './schemas/membership.json' with { type: 'json' }
import proofOfAge from './schemas/proof-of-age.json' with { type: 'json' }

/** Schemas of the demo issuers' credentials: JSON Schemas of draft 7, each about the subject of a credential. */
export interface DemoSchema {
  /** `https://schemas.vaultbench.example/{name}/1.0.0` */
  readonly id: string
  readonly name: string
  readonly title: string
  /** The type of the credential, beside `VerifiableCredential`. */
  readonly type: string
  /**
   * The type of its SD-JWT VCs, `https://credentials.vaultbench.example/{name}`. It is not the URL of the schema, because a
   * schema demands claims that a holder may withhold.
   */
  readonly vct: string
  readonly schema: JsonObject
  /** Values that conform: the first example of each property that has one. */
  readonly example: Readonly<Record<string, unknown>>
}

/** Defines every term and type of these credentials, protected, so that no other context can change their meaning. */
export const DEMO_CONTEXT_URL = 'https://contexts.vaultbench.example/credentials/v1'
export const DEMO_CONTEXT: JsonObject = context

export const DEMO_SCHEMAS: readonly DemoSchema[] = [
  demoSchema('identity', 'IdentityCredential', identity),
  demoSchema('proof-of-age', 'ProofOfAgeCredential', proofOfAge),
  demoSchema('driving-licence', 'DrivingLicenceCredential', drivingLicence),
  demoSchema('employment', 'EmploymentCredential', employment),
  demoSchema('diploma', 'DiplomaCredential', diploma),
  demoSchema('bank-account', 'BankAccountCredential', bankAccount),
  demoSchema('membership', 'MembershipCredential', membership),
]

/** @returns undefined for the URL of any other schema */
export function findDemoSchema(id: string): DemoSchema | undefined {
  return DEMO_SCHEMAS.find((schema) => schema.id === id)
}

function demoSchema(name: string, type: string, schema: JsonObject): DemoSchema {
  const title = textOf(memberOf(schema, 'title')) ?? name
  return {
    id: `https://schemas.vaultbench.example/${name}/1.0.0`,
    name,
    title,
    type,
    vct: `https://credentials.vaultbench.example/${name}`,
    schema,
    example: exampleOf(schema),
  }
}

function exampleOf(schema: JsonObject): Readonly<Record<string, unknown>> {
  const properties = memberOf(schema, 'properties')
  if (!isObject(properties)) return {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      const examples = memberOf(property, 'examples')
      return Array.isArray(examples) ? [[name, examples[0] as unknown]] : []
    }),
  )
}
