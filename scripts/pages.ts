/*
 * npm run pages Updates the generated parts of documents: the folder pictures (docs/architecture.md) and the error
 * codes (docs/errors.md). tests/architecture/pages.spec.ts checks that they are current.
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
