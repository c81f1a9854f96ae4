import { existsSync, readFileSync } from 'node:fs'

/*
 * How comments and documents cite: a page of the project by its path, then headings of it with commas between them;
 * several pages with semicolons. A citation may be broken over lines anywhere.
 */

/** Pages are named from here. */
export const ROOT = new URL('../', import.meta.url)

export interface Citation {
  readonly page: string
  readonly headings: readonly string[]
  /** What stands where a page or a heading should; undefined where everything named is there. */
  readonly unresolved: string | undefined
}

/** Block comments, lines of comments together, comments of templates. Not what only looks so inside of a text or path. */
const COMMENT =
  /(?<=^|[ \t({,;])\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/[^\n]*(?:\n(?=[ \t]*\/\/)|$))+|(?<=[^\s:'"`/][ \t]+)\/\/ [^\n]*|<!--[\s\S]*?-->/gm

const PAGE = /docs\/[\w/-]+\.md/g

/** A heading ends with its sentence, its brackets, its cell, or before the next heading. */
const AFTER_HEADING = /^(?:$|[.,;)"]|\s*\|)/

export const readFromRoot = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')

export const onOneLine = (text: string): string => text.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ')

/** Each comment of a source, on one line. */
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

/** What a text, on one line, cites. */
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
