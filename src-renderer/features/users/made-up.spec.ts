// Proves docs/contract/window.md, Users.

import { expect, it } from 'vitest'
import { madeUpName, madeUpNames } from './made-up.ts'

it('makes up names that nobody has, also when all were given away', () => {
  const names = madeUpNames(600, ['Amara Adeyemi'])

  expect(new Set(names).size).toBe(600)
  expect(names).not.toContain('Amara Adeyemi')
  expect(madeUpName(new Set())).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/)
})
