import { ServiceError } from '../../shared/contract/errors.ts'
import { MAX_JSON_DEPTH } from '../../shared/contract/json-depth.ts'

/**
 * Holds a value that came without a body of JSON to what such a body could have said, and to bytes: who stores, shows or
 * prints it as JSON relies on that. A member may be undefined, which is as if it were not there.
 *
 * @throws {ServiceError} `bad_request` for what JSON has no form for, a circle among it, and for more than 64 levels
 */
export function requirePlainData(value: unknown, levels = MAX_JSON_DEPTH): void {
  if (isSimple(value) || value instanceof Uint8Array) return
  if (!isListOrObject(value)) throw new ServiceError('bad_request', 'The request holds what JSON has no form for.')
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

/** Dates, maps and their like are no objects of JSON, wherever they were made. */
function isListOrObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  return Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]'
}
