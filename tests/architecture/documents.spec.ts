import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const ROOT = new URL('../../', import.meta.url)
/** A file or folder of the project in a document, written from the root. */
const PATH = /`((?:docs|shared|src-main|src-renderer|tests|bench|scripts)\/[\w./*-]*)`/g
/** A file of the project that a document links to or shows, from where the document is. */
const LINK = /\]\((?!https?:|#)([^)#\s]+)/g

/** Decisions are never rewritten, so they may name what is gone. */
const documents = [
  'README.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...globSync('docs/**/*.md', { cwd: ROOT, exclude: ['docs/adr/**'] }),
]

it.each(documents)('%s › names only files that are there', (document) => {
  const text = readFileSync(new URL(document, ROOT), 'utf8')
  const named = new Set([...text.matchAll(PATH)].map(([, path = '']) => path))

  expect([...named].filter((path) => !isThere(path))).toEqual([])
})

it.each([...documents, 'CONTRIBUTING.md'])('%s › links only files that are there', (document) => {
  const text = readFileSync(new URL(document, ROOT), 'utf8')
  const links = [...text.matchAll(LINK)].map(([, link = '']) => link)

  expect(links.filter((link) => !existsSync(new URL(link, new URL(document, ROOT))))).toEqual([])
})

/** Decisions are named by their number alone. */
function isThere(path: string): boolean {
  return existsSync(new URL(path, ROOT)) || globSync(`${path}*`, { cwd: ROOT }).length > 0
}
