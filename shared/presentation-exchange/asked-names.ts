import { isObject } from './json.ts'
import type { PreparedPath } from './json-path.ts'

/**
 * The names that a definition or schema uses for members, and for types and other values that are identifiers. The contexts
 * of linked data may define several names for one IRI.
 */
export interface AskedNames {
  readonly members: ReadonlySet<string>
  readonly values: ReadonlySet<string>
}

export const NO_NAMES: AskedNames = { members: new Set(), values: new Set() }

const VALUE_KEYWORDS: readonly string[] = ['const', 'enum']

/** Collects all names in schemas, paths and URIs. It may collect too many, which does no harm. */
export function askedNames(
  schemas: readonly unknown[],
  paths: readonly PreparedPath[] = [],
  uris: readonly string[] = [],
): AskedNames {
  const members = new Set(paths.flatMap(({ names }) => names))
  const values = new Set(uris)
  for (const schema of schemas) collect(schema, members)
  return { members, values }

  function collect(part: unknown, target: Set<string>): void {
    if (typeof part === 'string') target.add(part)
    else if (Array.isArray(part)) for (const inner of part) collect(inner, target)
    else if (isObject(part)) {
      for (const [name, inner] of Object.entries(part)) {
        members.add(name)
        collect(inner, VALUE_KEYWORDS.includes(name) ? values : target)
      }
    }
  }
}
