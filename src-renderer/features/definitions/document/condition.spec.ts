// Proves docs/contract/window.md, Definitions.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prepareSchema } from '../../../../shared/json-schema/json-schema.ts'
import { newBudget } from '../../../../shared/presentation-exchange/budget.ts'
import { boundMembers, CONDITION_KINDS, conditionOf, filterWith, newFilter, typedOf, valueTyped } from './condition.ts'

describe('conditionOf', () => {
  it.each([
    [undefined, 'any'],
    [true, 'any'],
    [{}, 'any'],
    [{ type: 'string' }, 'other'],
    [{ const: 5 }, 'const'],
    [{ const: { a: 1 } }, 'other'],
    [{ type: 'string', enum: ['B', 'C'] }, 'enum'],
    [{ enum: [[]] }, 'other'],
    [{ type: 'string', pattern: '^B' }, 'pattern'],
    [{ type: 'integer', minimum: 18 }, 'numbers'],
    [{ minimum: 18, exclusiveMaximum: 20 }, 'other'],
    [{ type: 'string', format: 'date', formatMaximum: '2008-01-01' }, 'dates'],
    [{ type: 'string', format: 'date', minimum: '2008-01-01' }, 'dates'],
    [{ format: 'date' }, 'dates'],
    [{ format: 'email' }, 'other'],
    [{ const: 'B', title: 'Category' }, 'other'],
    [false, 'other'],
    [[], 'other'],
  ])('takes %j as %s', (filter, kind) => {
    expect(conditionOf(filter)).toBe(kind)
  })

  it.each(CONDITION_KINDS)('%s begins with a filter of its kind that may be used', (kind) => {
    const filter = newFilter(kind)
    expect(conditionOf(filter)).toBe(kind)
    if (filter !== undefined) expect(() => prepareSchema(filter, newBudget())).not.toThrow()
  })
})

it('boundMembers › keeps how the filter spells its bounds', () => {
  expect(boundMembers({ minimum: 1 })).toEqual({ from: 'minimum', to: 'maximum' })
  expect(boundMembers({ format: 'date', maximum: '2008-01-01' })).toEqual({ from: 'formatMinimum', to: 'maximum' })
})

describe('values in fields', () => {
  it('are texts, unless they are written as something else', () => {
    expect(['B', '5', '"5"', 'true', 'null', '-1.5e3', '05', '"', ''].map(valueTyped)).toEqual([
      'B', 5, '5', true, null, -1500, '05', '"', '',
    ]) // prettier-ignore
  })

  it('come back as what they were', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)), (value) => {
        expect(valueTyped(typedOf(value))).toEqual(value)
      }),
    )
  })

  it('take the type along, where the filter names one', () => {
    expect(filterWith({ type: 'string', const: 'B' }, 'const', 5)).toEqual({ type: 'number', const: 5 })
    expect(filterWith({ const: 'B' }, 'const', 5)).toEqual({ const: 5 })
    expect(filterWith({ type: 'string', enum: ['B'] }, 'enum', ['B', null])).toEqual({
      type: ['string', 'null'],
      enum: ['B', null],
    })
  })
})
