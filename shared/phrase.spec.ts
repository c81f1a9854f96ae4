// Proves docs/contract/vault.md, Errors.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureReply } from '../src-main/service/reply.ts'
import { documentFaultsError, ErrorEntry, faultyFieldsError, ServiceError } from './contract/errors.ts'
import { asPhrase, isPhrase, phrase, textOf, messageFields } from './phrase.ts'

const entriesOf = (error: ServiceError) => failureReply(error, {}).body.errors

describe('phrase', () => {
  it('keeps values apart from the words around them, whatever they hold', () => {
    fc.assert(
      fc.property(fc.string(), fc.oneof(fc.string(), fc.constantFrom('{1}', '{2}', '$&', 'a\nb')), (one, other) => {
        const words = phrase`${one} asks for ${phrase`at least ${other}`}`

        expect(textOf(words)).toBe(`${one} asks for at least ${other}`)
        expect(isPhrase(JSON.parse(JSON.stringify(words)))).toBe(true)
      }),
    )
  })

  it('is told only where there are values', () => {
    expect(messageFields('is missing')).toEqual({ message: 'is missing' })
    expect(messageFields(asPhrase('is missing'))).toEqual({ message: 'is missing' })
    expect(messageFields(phrase`has ${2}`)).toEqual({
      message: 'has 2',
      phrase: { template: 'has {1}', values: ['2'] },
    })
  })

  it.each([null, 'text', { template: 'a' }, { template: 'a {1}', values: [5] }, { template: '{1}', values: [{}] }])(
    'is not what has another form: %j',
    (value) => {
      expect(isPhrase(value)).toBe(false)
    },
  )
})

describe('a refusal', () => {
  it('says beside its message what that was made of', () => {
    const [entry] = entriesOf(new ServiceError('not_found', phrase`Call ${7} is not kept.`))

    expect(entry).toMatchObject({
      message: 'Call 7 is not kept.',
      phrase: { template: 'Call {1} is not kept.', values: ['7'] },
    })
    expect(ErrorEntry.parse(entry)).toEqual(entry)
  })

  it('of several fields has one each, with the rule as a phrase behind the place', () => {
    const rule = phrase`must have ${3} entries`
    const error = faultyFieldsError([
      { path: 'a', code: 'param_missing', rule: 'is missing' },
      { path: 'b[0]', code: 'invalid_params', rule, name: '{1} $&' },
    ])

    expect(entriesOf(error).map((entry) => [entry.message, entry.phrase])).toEqual([
      ['`a` is missing.', { template: '{1} {2}.', values: ['`a`', asPhrase('is missing')] }],
      ['`b[0]` ("{1} $&") must have 3 entries.', { template: '{1} {2}.', values: ['`b[0]` ("{1} $&")', rule] }],
    ])
  })

  it.each([
    [1, '`/a` is odd.'],
    [2, '`/a` is odd; there is 1 more fault.'],
    [3, '`/a` is odd; there are 2 more faults.'],
  ])('of a document counts its other faults: %i', (count, message) => {
    const faults = Array.from({ length: count }, () => ({ path: '/a', code: 'type', message: 'is odd' }))

    expect(documentFaultsError(faults).message).toBe(message)
  })

  it.each([
    'The name "{1}" is taken.',
    new ServiceError('not_found', 'There is no {2} here.').message,
    textOf(phrase`${'{1}'} is not {2}.`),
  ])('without values says what looks like a place of one as it is: %s', (message) => {
    const [entry] = entriesOf(new ServiceError('not_found', message))

    expect(entry?.message).toBe(message)
    expect(textOf(asPhrase(message))).toBe(message)
  })

  it('without values has none', () => {
    expect(entriesOf(new ServiceError('not_found', 'There is no such user.'))[0]).not.toHaveProperty('phrase')
  })
})
