import { posix } from 'node:path'

/** Contents of files by their path from the root. */
export type Sources = ReadonlyMap<string, string>

/** Ignores imports of types, which do not exist at run time. */
const IMPORT = /(?<!^(?:im|ex)port type [^']*)(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*'(\.{1,2}\/[^']+)'/gm

/** The importers of each file. */
export function importersIn(sources: Sources): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>()
  for (const [path, source] of sources) {
    for (const [, target = ''] of source.matchAll(IMPORT)) {
      const imported = posix.join(posix.dirname(path), target)
      const known = importers.get(imported)
      if (known === undefined) importers.set(imported, [path])
      else known.push(path)
    }
  }
  return importers
}

/** Greater distances do not matter, because every spec that opens a service imports all of it. */
const FAR = 3

/**
 * Lists the specs that import a file directly or indirectly. Those most likely to detect a fault come first, which have
 * few steps in between and many words of the path in common.
 */
export function relatedSpecs(file: string, importers: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const words = wordsOf(file)
  const likeness = (path: string): number => [...wordsOf(path)].filter((word) => words.has(word)).length
  return [...stepsFrom(file, importers)]
    .filter(([path]) => path.endsWith('.spec.ts'))
    .map(([path, steps]) => ({ path, rank: Math.min(steps, FAR) - likeness(path) }))
    .toSorted((one, other) => one.rank - other.rank || (one.path < other.path ? -1 : 1))
    .map(({ path }) => path)
}

/** The direct and indirect importers of a file, each with the number of steps. */
function stepsFrom(file: string, importers: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, number> {
  const steps = new Map([[file, 0]])
  for (const [path, count] of steps) {
    for (const importer of importers.get(path) ?? []) if (!steps.has(importer)) steps.set(importer, count + 1)
  }
  return steps
}

/** The words of a path in the singular, without the top folder and extensions. */
function wordsOf(path: string): ReadonlySet<string> {
  const [, ...parts] = path.replace(/(?:\.spec)?\.\w+$/, '').split('/')
  const words = parts
    .join('-')
    .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()
    .split('-')
  return new Set(words.map((word) => word.replace(/s$/, '')))
}
