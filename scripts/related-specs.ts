import { posix } from 'node:path'

/** Paths from the root to what stands in the files. */
export type Sources = ReadonlyMap<string, string>

/** An import of types alone does not count: nothing of that runs. */
const IMPORT = /(?<!^(?:im|ex)port type [^']*)(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*'(\.{1,2}\/[^']+)'/gm

/** Each file with those that import it. */
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

/** Farther is all alike: every spec that opens a service imports all of it. */
const FAR = 3

/**
 * Every spec that imports a file, straight or by others, the most likely to notice a fault of it first: the fewer steps
 * lie between and the more words their paths have in common, the better.
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

/** All that imports a file, each with the number of imports on the way. */
function stepsFrom(file: string, importers: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, number> {
  const steps = new Map([[file, 0]])
  for (const [path, count] of steps) {
    for (const importer of importers.get(path) ?? []) if (!steps.has(importer)) steps.set(importer, count + 1)
  }
  return steps
}

/** Words of a path in the singular, without the uppermost folder and the endings. */
function wordsOf(path: string): ReadonlySet<string> {
  const [, ...parts] = path.replace(/(?:\.spec)?\.\w+$/, '').split('/')
  const words = parts
    .join('-')
    .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()
    .split('-')
  return new Set(words.map((word) => word.replace(/s$/, '')))
}
