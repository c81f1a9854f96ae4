import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/*
 * A comment that rests on a rule names the page and the heading where the rule stands, in brackets or as a sentence of
 * its own; several headings of a page with commas between them, several pages with semicolons. This test follows each.
 */

const ROOT = new URL('../../', import.meta.url)
const SOURCES = '{src-main,src-renderer,shared,scripts,tests,bench}/**/*.{ts,vue,js,css}'

const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')

/** Block comments, lines of comments together, comments of templates. Not what only looks so inside of a text or path. */
const COMMENT =
  /(?<=^|[ \t({,;])\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/[^\n]*(?:\n(?=[ \t]*\/\/)|$))+|(?<=[^\s:'"`/][ \t]+)\/\/ [^\n]*|<!--[\s\S]*?-->/gm

interface Text {
  readonly path: string
  /** On one line, because a citation may be broken anywhere. */
  readonly line: string
}

const onOneLine = (text: string): string => text.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ')

function comments(): readonly Text[] {
  const self = fileURLToPath(import.meta.url)
  return globSync(SOURCES, { cwd: ROOT })
    .filter((path) => fileURLToPath(new URL(path, ROOT)) !== self)
    .flatMap((path) => [...read(path).matchAll(COMMENT)].map(([comment]) => ({ path, line: onOneLine(comment) })))
}

function documents(): readonly Text[] {
  return ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT })].map((path) => ({
    path,
    line: onOneLine(read(path)),
  }))
}

const headings = new Map<string, readonly string[]>()

function headingsOf(page: string): readonly string[] {
  const known = headings.get(page)
  if (known !== undefined) return known
  const found = [...read(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading)
  headings.set(page, found)
  return found
}

const PAGE = /docs\/[\w/-]+\.md/g

/** What is wrong with the citations of a text: pages and headings that are not there. */
function unresolved({ path, line }: Text): readonly string[] {
  return [...line.matchAll(PAGE)].flatMap(({ 0: page, index }) => {
    if (!existsSync(new URL(page, ROOT))) return [`${path}: there is no ${page}`]
    const rest = withoutHeadings(line.slice(index + page.length), page)
    return rest === undefined ? [`${path}: no heading of ${page} begins "${line.slice(index, index + 120)}"`] : []
  })
}

/** A heading ends with its sentence, its brackets, its cell, or before the next heading. */
const AFTER_HEADING = /^(?:$|[.,;)"]|\s*\|)/

/** What follows the headings a citation names; undefined where something else stands in their place. */
function withoutHeadings(text: string, page: string): string | undefined {
  let rest = text
  while (rest.startsWith(', ')) {
    const after = rest.slice(', '.length)
    const longestFirst = headingsOf(page).toSorted((one, other) => other.length - one.length)
    const heading = longestFirst.find((one) => after.startsWith(one) && AFTER_HEADING.test(after.slice(one.length)))
    if (heading === undefined) return undefined
    rest = after.slice(heading.length)
  }
  return rest
}

/** How a text that is not in the repository was or would be cited: by its name, by numbers of its parts. */
const ELSEWHERE = [
  /\bcontract,? (?:section )?\d[\d.]*/,
  /\bdecisions?,? (?:D\d|")/,
  /\b(?:security|requirement),? [A-Z]\d/,
  /\brequirement, ["A-Z]|\bthe requirement(?:'s own| shows| says| writes| puts)/,
  /\b[DE]\d{1,3}\b/,
  /\b[PQRS]\d{1,2}\b(?!-)/,
  /(?<!RFC \d{3,5}, )\bsection \d/,
  /\b(?:flow|table|rule) \d+\.\d/,
  /(?<= )\(\d{1,2}(?:\.\d+)+\)/,
  /\b[\w-]+\.md \d/,
  /\bthe style guide\b/,
] as const

it('comments and documents › cite only pages and headings that are there', () => {
  expect([...comments(), ...documents()].flatMap(unresolved)).toEqual([])
})

it('comments › cite no text that is not here', () => {
  const found = comments().flatMap(({ path, line }) =>
    ELSEWHERE.flatMap((pattern) => pattern.exec(line)?.[0] ?? []).map((cited) => `${path}: ${cited}`),
  )

  expect(found).toEqual([])
})

it.each(globSync('docs/contract/*.md', { cwd: ROOT }))('%s › has each heading once', (page) => {
  const all = headingsOf(page)

  expect(all.filter((heading, index) => all.indexOf(heading) !== index)).toEqual([])
})
