import { expect, it } from 'vitest'
import { z } from 'zod'
import { textOf } from './phrase.ts'
import { ruleOf, ruleText } from './rule-text.ts'

const NONE = { message: '' }

it('ruleText › lists twenty values, and says how many others there are', () => {
  const values = Array.from({ length: 23 }, (_, index) => `v${index}`)
  const said = (count: number) =>
    textOf(ruleOf(z.enum(values.slice(0, count)).safeParse('other', { error: ruleText }).error?.issues[0] ?? NONE))

  expect(said(1)).toBe('must be "v0"')
  expect(said(2)).toBe('must be one of "v0", "v1"')
  expect(said(20)).toMatch(/"v19"$/)
  expect(said(23)).toMatch(/"v19" and 3 others$/)
})
