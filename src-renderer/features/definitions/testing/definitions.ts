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

export function aDefinition(members: JsonObject = {}): JsonObject {
  return { name: 'Car hire', purpose: 'To hand over a car', input_descriptors: [aDescriptor()], ...members }
}
