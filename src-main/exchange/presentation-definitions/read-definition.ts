import { documentFaultsError, phrase, ServiceError } from '../../../shared/contract/errors.ts'
import { MAX_JSON_DEPTH } from '../../../shared/contract/json-depth.ts'
import { MAX_DEFINITION_BYTES } from '../../../shared/contract/presentation-definitions.ts'
import { checkQueryDefinition } from '../../../shared/dcql/check-query.ts'
import { isQueryDefinition } from '../../../shared/dcql/query.ts'
import { checkDefinition } from '../../../shared/presentation-exchange/check-definition.ts'
import type { DefinitionFault } from '../../../shared/presentation-exchange/definition-faults.ts'
import { isNestedDeeper, isObject } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'

export interface AcceptedDefinition {
  readonly definition: JsonObject
  /** Their paths are relative to the body. */
  readonly warnings: readonly DefinitionFault[]
}

const ENVELOPE = 'presentation_definition'

/**
 * Checks the definition in a body, which is the body itself or its member `presentation_definition`. It is a presentation
 * definition, or a DCQL query with a name and a purpose (docs/contract/exchange.md, Definitions).
 *
 * @throws {ServiceError} `bad_request` if it is nested too deeply, `payload_too_large`, `invalid_params` with at most
 *   50 faults in `extra_info.fields`
 */
export function readDefinition(body: JsonObject): AcceptedDefinition {
  requireReadable(body, MAX_DEFINITION_BYTES)
  const definition = definitionIn(body)
  const check = isQueryDefinition(definition) ? checkQueryDefinition : checkDefinition
  const { faults, warnings } = check(definition)
  const isEnveloped = definition !== body
  const inBody = (fault: DefinitionFault) => (isEnveloped ? { ...fault, path: `/${ENVELOPE}${fault.path}` } : fault)
  refuseFaults(faults.map(inBody))
  return { definition, warnings: warnings.map(inBody) }
}

/** Finds the definition in either form of body, without checking it. */
export function definitionIn(body: JsonObject): JsonObject {
  const inner = body[ENVELOPE]
  return isObject(inner) && !Object.hasOwn(body, 'input_descriptors') && !isQueryDefinition(body) ? inner : body
}

/**
 * Requires a body that is small enough to be checked.
 *
 * @returns the body as JSON; a text is returned unchanged
 * @throws {ServiceError} `bad_request`, `payload_too_large`
 */
export function requireReadable(body: JsonObject | string, maxBytes: number): string {
  if (isNestedDeeper(body, MAX_JSON_DEPTH)) {
    throw new ServiceError('bad_request', phrase`The body is nested deeper than ${MAX_JSON_DEPTH} levels.`)
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  if (Buffer.byteLength(text) <= maxBytes) return text
  throw new ServiceError('payload_too_large', phrase`The body must not be larger than ${maxBytes} bytes.`)
}

function refuseFaults(faults: readonly DefinitionFault[]): void {
  if (faults.length > 0) throw documentFaultsError(faults)
}
