import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withErrorLists } from '../../scripts/error-lists.ts'
import { withPictures } from '../../scripts/folder-arrows.ts'

/* `npm run pages` writes what is compared here; a circle of folders fails here by its name. */

const pageOf = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')

it('docs/architecture.md › shows the folders and arrows of the code', () => {
  const document = pageOf('architecture.md')

  expect(document.match(/<!-- picture of /g)).toHaveLength(2)
  expect(withPictures(document)).toBe(document)
})

it('docs/errors.md › lists the codes of errors, of facts in extra_info and of checks', () => {
  const document = pageOf('errors.md')

  expect(document.match(/<!-- list of /g)).toHaveLength(3)
  expect(withErrorLists(document)).toBe(document)
})
