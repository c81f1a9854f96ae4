import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { citationsIn, commentsOf, headingsOf, onOneLine, readFromRoot, ROOT } from '../../scripts/citations.ts'

/*
 * A comment that rests on a rule names the page and the heading where the rule stands, in brackets or as a sentence of
 * its own; several headings of a page with commas between them, several pages with semicolons. This test follows each.
 */

const SOURCES = '{src-main,src-renderer,shared,scripts,tests,bench}/**/*.{ts,vue,js,css}'

interface Text {
  readonly path: string
  /** On one line, because a citation may be broken anywhere. */
  readonly line: string
}

function comments(): readonly Text[] {
  const self = fileURLToPath(import.meta.url)
  return globSync(SOURCES, { cwd: ROOT })
    .filter((path) => fileURLToPath(new URL(path, ROOT)) !== self)
    .flatMap((path) => commentsOf(readFromRoot(path)).map((line) => ({ path, line })))
}

function documents(): readonly Text[] {
  return ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT })].map((path) => ({
    path,
    line: onOneLine(readFromRoot(path)),
  }))
}

/** What is wrong with the citations of a text: pages and headings that are not there. */
function unresolved({ path, line }: Text): readonly string[] {
  return citationsIn(line).flatMap((citation) =>
    citation.unresolved === undefined ? [] : [`${path}: ${citation.unresolved}`],
  )
}

/** The name of a file, or the end of its path. Scripts are left out, because those of libraries are named, too. */
const FILE = /(?<![\w./*@-])\w[\w./-]*\.(?:ts|vue|css|sql)(?![\w-])/g

/** Every way to name a file: its whole path, and that without its first folders. */
function endingsOf(path: string): readonly string[] {
  const steps = path.split('/')
  return steps.map((_, index) => steps.slice(index).join('/'))
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

it('comments and documents › name only files that are there', () => {
  const files = globSync('{src-main,src-renderer,shared,scripts,tests,bench}/**/*.{ts,vue,css,sql}', { cwd: ROOT })
  const others = globSync('*.ts', { cwd: ROOT })
  const names = new Set([...files, ...others].flatMap(endingsOf))
  const missing = [...comments(), ...documents()].flatMap(({ path, line }) =>
    [...line.matchAll(FILE)].flatMap(([name]) => (names.has(name) ? [] : [`${path}: there is no ${name}`])),
  )

  expect(missing).toEqual([])
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
