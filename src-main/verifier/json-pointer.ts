import type { Location } from '../../shared/presentation-exchange/json.ts'

/** Steps of a JSON Pointer (RFC 6901). */
export function stepsOf(pointer: string): Location {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}
