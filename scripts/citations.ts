import { existsSync, readFileSync } from 'node:fs'

/*
 * Comments and documents cite a page of the project by its path, followed by its headings, separated by commas.
 * Semicolons separate pages. A citation may be wrapped anywhere.
 */

/** Paths of pages are relative to this folder. */
export const ROOT = new URL('../', import.meta.url)

export interface Citation {
  readonly page: string
  readonly headings: readonly string[]
  /** Why the citation does not resolve; undefined if it does. */
  readonly unresolved: string | undefined
}

/** Matches block comments, groups of line comments and template comments, but not their look-alikes in strings. */
const COMMENT =
  /(?<=^|[ \t({,;])\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/[^\n]*(?:\n(?=[ \t]*\/\/)|$))+|(?<=[^\s:'"`/][ \t]+)\/\/ [^\n]*|<!--[\s\S]*?-->/gm

const PAGE = /docs\/[\w/-]+\.md/g

/** What may follow a heading: punctuation, the end of a table cell, or the end of the text. */
const AFTER_HEADING = /^(?:$|[.,;)"]|\s*\|)/

export const readFromRoot = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')

export const onOneLine = (text: string): string => text.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ')

/** Returns each comment of a source, on one line. */
export function commentsOf(source: string): readonly string[] {
  return [...source.matchAll(COMMENT)].map(([comment]) => onOneLine(comment))
}

const headings = new Map<string, readonly string[]>()

/** All headings of a page, of every level. */
export function headingsOf(page: string): readonly string[] {
  const known = headings.get(page)
  if (known !== undefined) return known
  const found = [...readFromRoot(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading)
  headings.set(page, found)
  return found
}

/** Returns the citations in a text without line breaks. */
export function citationsIn(line: string): readonly Citation[] {
  return [...line.matchAll(PAGE)].map(({ 0: page, index }) => {
    if (!existsSync(new URL(page, ROOT))) return { page, headings: [], unresolved: `there is no ${page}` }
    return { page, ...citedHeadings(page, line.slice(index + page.length)) }
  })
}

function citedHeadings(page: string, text: string): Omit<Citation, 'page'> {
  const longestFirst = headingsOf(page).toSorted((one, other) => other.length - one.length)
  const cited: string[] = []
  let rest = text
  while (rest.startsWith(', ')) {
    const after = rest.slice(', '.length)
    const heading = longestFirst.find((one) => after.startsWith(one) && AFTER_HEADING.test(after.slice(one.length)))
    if (heading === undefined) {
      return { headings: cited, unresolved: `no heading of ${page} begins "${after.slice(0, 90)}"` }
    }
    cited.push(heading)
    rest = after.slice(heading.length)
  }
  return { headings: cited, unresolved: undefined }
}
