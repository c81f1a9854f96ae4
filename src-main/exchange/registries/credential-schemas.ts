import type { AskedNames } from '../../../shared/presentation-exchange/asked-names.ts'
import { isObject, listOf, memberOf, textOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { SchemaOutcome, ValidateCredentialOnWorker } from './schema-validator.ts'
import type { Allowance, StopCode } from './stop-code.ts'

/** A credential may name so many schemas. Each can keep a thread busy for seconds. */
export const MAX_SCHEMAS = 4

export interface SchemaContext {
  /** What a `credentialSchema` names in its schema; nothing where none is registered. */
  readonly namesInSchema: (credentialSchema: JsonObject) => AskedNames
  readonly validate: (...order: Parameters<ValidateCredentialOnWorker>) => SchemaOutcome | Promise<SchemaOutcome>
  readonly allowance: Allowance
  /** Undefined while the verification may go on. */
  readonly stopped: () => StopCode | undefined
}

/** The entries of `credentialSchema`. */
export function schemasOf(credential: JsonObject): readonly JsonObject[] {
  return listOf(memberOf(credential, 'credentialSchema')).filter(isObject)
}

/** A credential as a schema sees it. */
interface Conforming {
  /** Reads each form that must conform by itself, by the names that the schema has. */
  readonly readBy: (asked: AskedNames) => Promise<readonly JsonObject[]>
  /** Means the same as in {@link ValidateCredential}. */
  readonly isStated: boolean
}

/**
 * Validates a credential with the schemas it names: one after the other, so that one verification waits in one place at a
 * time, and each distinct one once.
 *
 * @throws {ProofFault} `document_too_complex` where a credential says more than is read by the names of a schema
 * @returns one outcome for each entry; none when it names more than {@link MAX_SCHEMAS}, which are not looked at
 */
export async function validateWithSchemas(
  credential: JsonObject,
  conforming: Conforming,
  context: SchemaContext,
): Promise<readonly SchemaOutcome[]> {
  const schemas = schemasOf(credential)
  if (schemas.length > MAX_SCHEMAS) return []
  const outcomes = new Map<string, SchemaOutcome>()
  for (const schema of schemas) {
    const code = context.stopped()
    const key = keyOf(schema)
    if (code !== undefined) outcomes.set(key, outcomes.get(key) ?? { result: 'fail', code, violations: [] })
    else if (!outcomes.has(key)) outcomes.set(key, await worstOutcome(schema, conforming, context))
  }
  return schemas.flatMap((schema) => outcomes.get(keyOf(schema)) ?? [])
}

async function worstOutcome(
  schema: JsonObject,
  { readBy, isStated }: Conforming,
  { namesInSchema, validate, allowance }: SchemaContext,
): Promise<SchemaOutcome> {
  let worst: SchemaOutcome = { result: 'pass' }
  for (const form of await readBy(namesInSchema(schema))) {
    const outcome = await validate(form, schema, isStated, allowance)
    if (worst.result === 'pass' || outcome.result === 'fail') worst = outcome
  }
  return worst
}

/** All that is read of an entry. */
function keyOf(schema: JsonObject): string {
  return JSON.stringify([textOf(memberOf(schema, 'id')), textsOf(memberOf(schema, 'type'))])
}
