import type { JsonObject } from '../../../../shared/presentation-exchange/json.ts'

/** A descriptor that asks for a category of driving licence. */
export function aDescriptor(members: JsonObject = {}): JsonObject {
  return {
    id: 'licence',
    schema: [{ uri: 'https://schemas.vaultbench.example/driving-licence/1.0.0' }],
    constraints: { fields: [{ path: ['$.credentialSubject.category'], filter: { const: 'B' } }] },
    ...members,
  }
}

/** A descriptor with one field and nothing else. */
export function withField(field: JsonObject): JsonObject {
  return { id: 'one', constraints: { fields: [field] } }
}

/** A DCQL query for one claim. */
export function aQuery(members: JsonObject = {}, sets: JsonObject = {}): JsonObject {
  const meta = { vct_values: ['https://credentials.example/age'] }
  const credential = { id: 'age', format: 'dc+sd-jwt', meta, claims: [{ path: ['ageOver18'], values: [true] }] }
  return { name: 'Bar', dcql_query: { credentials: [{ ...credential, ...members }], ...sets } }
}

export function aDefinition(members: JsonObject = {}): JsonObject {
  return { name: 'Car hire', purpose: 'To hand over a car', input_descriptors: [aDescriptor()], ...members }
}
