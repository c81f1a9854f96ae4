// Proves docs/contract/window.md, Wallet.

import { describe, expect, it } from 'vitest'
import { DEMO_SCHEMAS } from '../../../../shared/demo-credentials/demo-schemas.ts'
import { fieldsOf, textsOf, valuesOf } from './schema-fields.ts'

const SCHEMA = {
  required: ['name'],
  properties: {
    name: { title: 'Name', type: 'string' },
    born: { type: 'string', format: 'date' },
    salary: { type: 'integer' },
    over18: { type: 'boolean' },
    category: { type: 'string', enum: ['A', 'B'] },
    points: { enum: [1, 2] },
    home: { type: 'object' },
  },
}
const fields = fieldsOf(SCHEMA)

describe('fields of a schema', () => {
  it('have a kind, a label, and know what is required', () => {
    expect(fields.map(({ label, kind, required }) => [label, kind, required])).toEqual([
      ['Name', 'text', true],
      ['Born', 'date', false],
      ['Salary', 'number', false],
      ['Over 18', 'choice', false],
      ['Category', 'choice', false],
      ['Points', 'choice', false],
      ['Home', 'json', false],
    ])
  })

  it('mean values of the right type, and leave out what is empty', () => {
    const texts = { name: '12', born: '', salary: '12', over18: 'true', category: 'A', points: '2', home: '{"a":1}' }

    expect(valuesOf(fields, texts)).toEqual({
      name: '12',
      salary: 12,
      over18: true,
      category: 'A',
      points: 2,
      home: { a: 1 },
    })
  })

  it('keep a text that is no value of the type, so that it can be issued anyway', () => {
    expect(valuesOf(fields, { salary: 'a lot', home: '{' })).toEqual({ salary: 'a lot', home: '{' })
  })

  it.each(DEMO_SCHEMAS.map((one) => [one.name, one] as const))('give back the example of %s', (_, one) => {
    const all = fieldsOf(one.schema)

    expect(valuesOf(all, textsOf(all, one.example))).toEqual(one.example)
    expect(all.filter(({ kind }) => kind === 'json')).toEqual([])
  })
})
