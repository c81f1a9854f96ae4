import { ServiceError } from '../../shared/contract/errors.ts'
import { MAX_JSON_DEPTH } from '../../shared/contract/json-depth.ts'

/**
 * Requires that a value which did not arrive as JSON holds nothing but JSON values and bytes, because the code that
 * stores or shows it relies on that. A member that is undefined counts as absent.
 *
 * @throws {ServiceError} `bad_request` for other values, and beyond 64 levels, as in a cycle
 */
export function requirePlainData(value: unknown, levels = MAX_JSON_DEPTH): void {
  if (isSimple(value) || value instanceof Uint8Array) return
  if (!isListOrObject(value))
    throw new ServiceError('bad_request', 'The request holds a value that JSON cannot express.')
  if (levels === 0) {
    throw new ServiceError('bad_request', `The request is nested deeper than ${MAX_JSON_DEPTH} levels.`)
  }
  for (const inner of Object.values(value)) requirePlainData(inner, levels - 1)
}

function isSimple(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  )
}

/** Dates, maps and the like are not JSON objects, whichever realm made them. */
function isListOrObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  return Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]'
}
