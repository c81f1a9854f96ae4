import { isObject } from './json.ts'
import type { PreparedPath } from './json-path.ts'

/**
 * Names that somebody looks for in linked data, whose contexts may give one thing several: of members, and of what stands
 * as a value, as a type does.
 */
export interface AskedNames {
  readonly members: ReadonlySet<string>
  readonly values: ReadonlySet<string>
}

export const NO_NAMES: AskedNames = { members: new Set(), values: new Set() }

const VALUE_KEYWORDS: readonly string[] = ['const', 'enum']

/** What paths, schemas and URIs of a definition, or a schema of its own, name. More than is asked for does no harm. */
export function askedNames(
  schemas: readonly unknown[],
  paths: readonly PreparedPath[] = [],
  uris: readonly string[] = [],
): AskedNames {
  const members = new Set(paths.flatMap(({ names }) => names))
  const values = new Set(uris)
  for (const schema of schemas) look(schema, members)
  return { members, values }

  function look(part: unknown, found: Set<string>): void {
    if (typeof part === 'string') found.add(part)
    else if (Array.isArray(part)) for (const inner of part) look(inner, found)
    else if (isObject(part)) {
      for (const [name, inner] of Object.entries(part)) {
        members.add(name)
        look(inner, VALUE_KEYWORDS.includes(name) ? values : found)
      }
    }
  }
}
