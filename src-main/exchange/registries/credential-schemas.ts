import { isObject, listOf, memberOf, textOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { SchemaOutcome, ValidateCredentialApart } from './schema-validator.ts'
import type { Allowance, StopCode } from './stop-code.ts'

/** A credential may name so many schemas. Each can keep a thread busy for seconds. */
export const MAX_SCHEMAS = 4

export interface SchemaContext {
  readonly validate: (...order: Parameters<ValidateCredentialApart>) => SchemaOutcome | Promise<SchemaOutcome>
  readonly allowance: Allowance
  /** Undefined while the verification may go on. */
  readonly stopped: () => StopCode | undefined
}

/** The entries of `credentialSchema`. */
export function schemasOf(credential: JsonObject): readonly JsonObject[] {
  return listOf(memberOf(credential, 'credentialSchema')).filter(isObject)
}

/**
 * Validates a credential with the schemas it names: one after the other, so that one verification waits in one place at a
 * time, and each distinct one once.
 *
 * @param plain as {@link ValidateCredentialApart} has it
 * @returns one outcome for each entry; none when it names more than {@link MAX_SCHEMAS}, which are not looked at
 */
export async function validateWithSchemas(
  credential: JsonObject,
  plain: JsonObject | undefined,
  { validate, allowance, stopped }: SchemaContext,
): Promise<readonly SchemaOutcome[]> {
  const schemas = schemasOf(credential)
  if (schemas.length > MAX_SCHEMAS) return []
  const outcomes = new Map<string, SchemaOutcome>()
  for (const schema of schemas) {
    const code = stopped()
    const key = keyOf(schema)
    if (code !== undefined) outcomes.set(key, outcomes.get(key) ?? { result: 'fail', code, violations: [] })
    else if (!outcomes.has(key)) outcomes.set(key, await validate(credential, schema, plain, allowance))
  }
  return schemas.flatMap((schema) => outcomes.get(keyOf(schema)) ?? [])
}

/** All that is read of an entry. */
function keyOf(schema: JsonObject): string {
  return JSON.stringify([textOf(memberOf(schema, 'id')), textsOf(memberOf(schema, 'type'))])
}
