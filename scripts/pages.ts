/*
 * npm run pages
 * Writes what documents say of the code: which folder uses which (docs/architecture.md) and the codes of errors
 * (docs/errors.md). tests/architecture/pages.spec.ts compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { withErrorLists } from './error-lists.ts'
import { withPictures } from './folder-arrows.ts'

for (const [page, written] of [
  ['docs/architecture.md', withPictures],
  ['docs/errors.md', withErrorLists],
] as const) {
  const path = new URL(`../${page}`, import.meta.url)
  writeFileSync(path, written(readFileSync(path, 'utf8')))
}
