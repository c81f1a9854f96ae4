import type { AskedNames } from '../../../shared/presentation-exchange/asked-names.ts'
import { isObject, listOf, memberOf, textOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { SchemaOutcome, ValidateCredentialOnWorker } from './schema-validator.ts'
import type { Allowance, StopCode } from './stop-code.ts'

/** How many schemas a credential may name, because each can keep a thread busy for seconds. */
export const MAX_SCHEMAS = 4

export interface SchemaContext {
  /** The names that the registered schema of a `credentialSchema` asks for; empty if none is registered. */
  readonly namesInSchema: (credentialSchema: JsonObject) => AskedNames
  readonly validate: (...order: Parameters<ValidateCredentialOnWorker>) => SchemaOutcome | Promise<SchemaOutcome>
  readonly allowance: Allowance
  /** Why the verification must stop; undefined while it may go on. */
  readonly stopped: () => StopCode | undefined
}

/** The entries of `credentialSchema`. */
export function schemasOf(credential: JsonObject): readonly JsonObject[] {
  return listOf(memberOf(credential, 'credentialSchema')).filter(isObject)
}

/** The forms of a credential that a schema validates. */
interface Conforming {
  /** Reads each form that must conform, by the names that the schema asks for. */
  readonly readBy: (asked: AskedNames) => Promise<readonly JsonObject[]>
  /** See {@link ValidateCredential}. */
  readonly isStated: boolean
}

/**
 * Validates a credential with each distinct schema it names, one after the other, so that a verification waits in only
 * one queue at a time.
 *
 * @throws {ProofFault} `document_too_complex` if reading the credential by the names of a schema exceeds the limit
 * @returns one outcome for each entry; empty if there are more than {@link MAX_SCHEMAS}
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

/** A key of the parts of an entry that matter. */
function keyOf(schema: JsonObject): string {
  return JSON.stringify([textOf(memberOf(schema, 'id')), textsOf(memberOf(schema, 'type'))])
}
