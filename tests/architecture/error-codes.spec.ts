// Proves docs/contract/exchange.md, Checks.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CHECK_CODES, problemTypeOf } from '../../shared/presentation-exchange/check-codes.ts'
import { ERROR_CATALOGUE, EXTRA_INFO_FACTS } from '../../shared/contract/errors.ts'
import { serviceOperations } from '../../shared/contract/index.ts'
import { withErrorLists } from '../../scripts/error-lists.ts'

const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')

/** The items of a list of the page, each on one line. */
function listOf(name: string): readonly string[] {
  const [, after = ''] = page.split(`<!-- list of ${name} -->`)
  const [list = ''] = after.split('<!-- end of the list -->')
  return list
    .split(/^- /m)
    .slice(1)
    .map((item) => item.trim().replaceAll(/\s+/g, ' '))
}

/** Each item as a name in code and what stands in code behind it. */
const codesByName = (items: readonly string[]): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    items.map((item) => {
      const [name = '', ...codes] = [...item.matchAll(/`(\w+)`/g)].map(([, code = '']) => code)
      return [name, codes]
    }),
  )

it('docs/errors.md › gives each code of the catalogue its status and meaning, and no other code', () => {
  const listed = listOf('error codes').map((item) => {
    const [, code = '', status, meaning] = /^`(\w+)` (\d{3}): (.+)$/.exec(item) ?? []
    return [code, { status: Number(status), meaning }]
  })

  expect(listed).toHaveLength(Object.keys(ERROR_CATALOGUE).length)
  expect(Object.fromEntries(listed)).toEqual(ERROR_CATALOGUE)
})

it('docs/errors.md › lists what extra_info says beyond the request, with its codes, and nothing else', () => {
  const facts = Object.entries(EXTRA_INFO_FACTS).map(([key, { codes }]) => [key, codes])

  expect(codesByName(listOf('extra_info facts'))).toEqual(Object.fromEntries(facts))
})

it('operations › name no code twice', () => {
  for (const { id, errors } of serviceOperations) expect({ id, errors }).toEqual({ id, errors: [...new Set(errors)] })
})

it('docs/errors.md › lists every code of a check under its problem type, and no other', () => {
  expect(codesByName(listOf('check codes'))).toEqual(CHECK_CODES)
})

it('a mark of a list that does not exist › is refused by name', () => {
  expect(() => withErrorLists('<!-- list of nothing -->\n<!-- end of the list -->')).toThrow('no list of nothing')
})

it('codes of checks › belong to one problem type each', () => {
  const codes = Object.values(CHECK_CODES).flat()

  expect(codes.length).toBe(new Set(codes).size)
  for (const [type, ofType] of Object.entries(CHECK_CODES)) {
    for (const code of ofType) expect(problemTypeOf(code)).toBe(type)
  }
  expect(problemTypeOf('not_applicable')).toBeUndefined()
})
