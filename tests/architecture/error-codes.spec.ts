import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ERROR_CATALOGUE } from '../../shared/contract/errors.ts'
import { serviceOperations } from '../../shared/contract/index.ts'

const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
const documented = [...page.matchAll(/^\| `(\w+)` +\| (\d{3}) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, code = '', status, meaning, advice]) => ({ code, status: Number(status), meaning, advice }),
)

it('docs/errors.md › lists every code of the catalogue, and no other', () => {
  expect(documented.map(({ code }) => code).sort()).toEqual(Object.keys(ERROR_CATALOGUE).sort())
})

it('docs/errors.md › gives each code its status and meaning, and says what to do', () => {
  for (const { code, status, meaning, advice } of documented) {
    expect({ code, status, meaning }).toEqual({ code, ...ERROR_CATALOGUE[code as keyof typeof ERROR_CATALOGUE] })
    expect(advice?.length).toBeGreaterThan(10)
  }
})

it('operations › name no code twice', () => {
  for (const { id, errors } of serviceOperations) expect({ id, errors }).toEqual({ id, errors: [...new Set(errors)] })
})
