// Proves docs/contract/exchange.md, Checks.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CHECK_CODES, problemTypeOf } from '../../shared/presentation-exchange/check-codes.ts'
import { ERROR_CATALOGUE, EXTRA_INFO_FACTS } from '../../shared/contract/errors.ts'
import { serviceOperations } from '../../shared/contract/index.ts'

const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
const section = (heading: string): string => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

/** Under each status a list: the code, what it means, and behind the arrow what the caller can do. */
const documented = section('Codes')
  .split(/^### /m)
  .slice(1)
  .flatMap((ofStatus) =>
    items(ofStatus).map((item) => {
      const [, code = '', meaning, advice] = /^`(\w+)`: (.+?) → (.+)$/.exec(item) ?? []
      return { code, status: Number.parseInt(ofStatus), meaning, advice }
    }),
  )

/** The items of a list, each on one line. */
function items(list: string): readonly string[] {
  return list
    .split(/^- /m)
    .slice(1)
    .map((item) => item.trim().replaceAll(/\s+/g, ' '))
}

it('docs/errors.md › lists every code of the catalogue, and no other', () => {
  expect(documented.map(({ code }) => code).sort()).toEqual(Object.keys(ERROR_CATALOGUE).sort())
})

it('docs/errors.md › gives each code its status and meaning, and says what to do', () => {
  for (const { code, status, meaning, advice } of documented) {
    expect({ code, status, meaning }).toEqual({ code, ...ERROR_CATALOGUE[code as keyof typeof ERROR_CATALOGUE] })
    expect(advice?.length).toBeGreaterThan(10)
  }
})

it('docs/errors.md › lists what extra_info says beyond the request, with its codes, and nothing else', () => {
  const [, section = ''] = page.split('## What `extra_info` says beyond the request')
  const [ofFacts = ''] = section.split('\n## ')
  const lines = [...ofFacts.matchAll(/^- `(\w+)`: (.+)$/gm)]
  const listed = lines.map(([, key = '', codes = '']) => [key, [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => code)])

  const facts = Object.entries(EXTRA_INFO_FACTS).map(([key, { codes }]) => [key, codes])
  expect(listed).toEqual(facts)
})

it('operations › name no code twice', () => {
  for (const { id, errors } of serviceOperations) expect({ id, errors }).toEqual({ id, errors: [...new Set(errors)] })
})

it('docs/errors.md › lists every code of a check under its problem type, and no other', () => {
  const [lists = ''] = section('Codes of checks').split('### ')
  const listed = items(lists).map((list) => [...list.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))

  expect(Object.fromEntries(listed.map(([type = '', ...codes]) => [type, codes]))).toEqual(CHECK_CODES)
})

it('codes of checks › belong to one problem type each', () => {
  const codes = Object.values(CHECK_CODES).flat()

  expect(codes.length).toBe(new Set(codes).size)
  for (const [type, ofType] of Object.entries(CHECK_CODES)) {
    for (const code of ofType) expect(problemTypeOf(code)).toBe(type)
  }
  expect(problemTypeOf('not_applicable')).toBeUndefined()
})
