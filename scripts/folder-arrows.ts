import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folders that each folder uses. */
export type Arrows = ReadonlyMap<string, ReadonlySet<string>>

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const IMPORT = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*'(\.{1,2}\/[^']+)'/g
const NOT_THE_PRODUCT = /\.spec\.ts$|\/(?:testing|published)\//
const PICTURE = /(<!-- picture of ([\w-]+) -->\n)[^]*?(<!-- end of the picture -->)/g

/** Arrows between the folders directly below `part` (`src-main`), and from them to `shared`. */
export function arrowsOf(part: string): Arrows {
  return arrowsBetween(part, (path) => folderOf(part, path))
}

/**
 * Arrows between the folders two levels below `part` (`src-main/vault/items`), including files directly below the
 * first.
 */
export function arrowsOfSubfolders(part: string): Arrows {
  return arrowsBetween(part, (path) => {
    const folders = path.split('/').slice(0, -1)
    return folders.length > 1 ? folders.slice(0, 3).join('/') : undefined
  })
}

/** Pairs of folders that use each other, as `a <-> b`. */
export function pairsIn(arrows: Arrows): readonly string[] {
  const mutual = (from: string, to: string) => from < to && arrows.get(to)?.has(from) === true
  return [...arrows].flatMap(([from, used]) =>
    [...used].filter((to) => mutual(from, to)).map((to) => `${from} <-> ${to}`),
  )
}

function arrowsBetween(part: string, folder: (path: string) => string | undefined): Arrows {
  const arrows = new Map<string, Set<string>>()
  for (const path of globSync(`${part}/**/*.{ts,vue}`, { cwd: ROOT })) {
    const from = folder(path)
    if (from === undefined || NOT_THE_PRODUCT.test(path)) continue
    const used = arrows.get(from) ?? new Set()
    arrows.set(from, used)
    for (const [, target = ''] of readFileSync(`${ROOT}${path}`, 'utf8').matchAll(IMPORT)) {
      const to = folder(posix.join(posix.dirname(path), target))
      if (to !== undefined && to !== from) used.add(to)
    }
  }
  return arrows
}

/** Undefined for the entry files, which are not in a folder of the part. */
function folderOf(part: string, path: string): string | undefined {
  const [top, folder, ...rest] = path.split('/')
  if (top === 'shared') return 'shared'
  return top === part && rest.length > 0 ? folder : undefined
}

/** Folders that use each other in a circle, the first one repeated at the end; undefined if there is none. */
export function circleIn(arrows: Arrows): readonly string[] | undefined {
  const done = new Set<string>()
  const walk = (folder: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder]
    if (done.has(folder)) return undefined
    for (const next of arrows.get(folder) ?? []) {
      const circle = walk(next, [...path, folder])
      if (circle !== undefined) return circle
    }
    done.add(folder)
    return undefined
  }
  for (const folder of arrows.keys()) {
    const circle = walk(folder, [])
    if (circle !== undefined) return circle
  }
  return undefined
}

/**
 * Removes arrows implied by others, so that the layers are visible: a folder may use everything it can reach.
 *
 * @param arrows without a circle
 */
export function reduced(arrows: Arrows): Arrows {
  const reaches = (from: string, to: string): boolean =>
    [...(arrows.get(from) ?? [])].some((next) => next === to || reaches(next, to))
  return new Map(
    [...arrows].map(([folder, used]) => {
      const direct = [...used].filter((to) => ![...used].some((other) => other !== to && reaches(other, to)))
      return [folder, new Set(direct)]
    }),
  )
}

/** Draws a Mermaid flowchart, sorted so that it changes only with the code. */
export function drawn(arrows: Arrows): string {
  const lines = [...arrows].flatMap(([from, used]) => [...used].map((to) => `  ${from} --> ${to}`))
  return ['```mermaid', 'flowchart TD', ...lines.toSorted(), '```', ''].join('\n')
}

/** Updates the pictures in a document. @throws {Error} naming a circle of folders */
export function withPictures(document: string): string {
  return document.replace(PICTURE, (_, begin: string, part: string, end: string) => {
    const arrows = arrowsOf(part)
    const circle = circleIn(arrows)
    if (circle !== undefined) throw new Error(`folders of ${part} use each other: ${circle.join(' -> ')}`)
    return `${begin}\n${drawn(reduced(arrows))}\n${end}`
  })
}
