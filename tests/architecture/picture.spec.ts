import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withPictures } from '../../scripts/folder-arrows.ts'

/* `npm run picture` draws it; a circle of folders fails here by its name. */

it('docs/architecture.md › shows the folders and arrows of the code', () => {
  const document = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8')

  expect(document.match(/<!-- picture of /g)).toHaveLength(2)
  expect(withPictures(document)).toBe(document)
})
