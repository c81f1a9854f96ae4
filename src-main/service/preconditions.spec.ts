// Proves docs/contract/vault.md, Transports: what is read.

import { describe, expect, it } from 'vitest'
import { failedPrecondition, requirePreconditions } from './preconditions.ts'
import type { AddressedResource } from './preconditions.ts'

const TAG = '"a, b"'
const THERE: AddressedResource = { tag: TAG }
const UNTAGGED: AddressedResource = { tag: undefined }
const NOTHING: AddressedResource = undefined

describe('failedPrecondition', () => {
  it.each([
    ['the tag', THERE, TAG, undefined],
    ['the tag, in a list', THERE, `"x",${TAG} , "y"`, undefined],
    ['whatever is there', THERE, ' * ', undefined],
    ['whatever is there, without a tag', UNTAGGED, '*', undefined],
    ['whatever is there, where nothing is', NOTHING, '*', 'if_match'],
    ['the tag, where nothing is', NOTHING, TAG, 'if_match'],
    ['a tag, where there is none', UNTAGGED, TAG, 'if_match'],
    ['another tag', THERE, '"a"', 'if_match'],
    ['the tag as a weak one', THERE, `W/${TAG}`, 'if_match'],
    ['the weak tag that is there', { tag: 'W/"a"' }, 'W/"a"', 'if_match'],
    ['the tag without quotes', THERE, 'a, b', 'if_match'],
    ['no tag', THERE, '', 'if_match'],
  ] as const)('If-Match of %s', (_what, named, if_match, failed) => {
    expect(failedPrecondition({ if_match }, named)).toBe(failed)
  })

  it.each([
    ['the tag', THERE, TAG, 'if_none_match'],
    ['the tag as a weak one', THERE, `W/${TAG}`, 'if_none_match'],
    ['the tag, where a weak one is there', { tag: 'W/"a"' }, '"a"', 'if_none_match'],
    ['the tag, in a list', THERE, `W/"x", ${TAG}`, 'if_none_match'],
    ['whatever is there', UNTAGGED, '*', 'if_none_match'],
    ['whatever is there, where nothing is', NOTHING, '*', undefined],
    ['a tag, where there is none', UNTAGGED, TAG, undefined],
    ['another tag', THERE, '"a","b"', undefined],
    ['a part of the tag', THERE, '"a', undefined],
  ] as const)('If-None-Match of %s', (_what, named, if_none_match, failed) => {
    expect(failedPrecondition({ if_none_match }, named)).toBe(failed)
  })

  it('looks at If-Match first', () => {
    expect(failedPrecondition({ if_match: '"x"', if_none_match: TAG }, THERE)).toBe('if_match')
  })
})

it('requirePreconditions › names the header, and the tag there is', () => {
  expect(() => requirePreconditions({}, NOTHING)).not.toThrow()
  expect(() => requirePreconditions({ if_match: '"x"' }, THERE)).toThrow(
    `If-Match does not hold: there is something, with the entity tag ${TAG}.`,
  )
  expect(() => requirePreconditions({ if_match: '"x"' }, NOTHING)).toThrow('there is nothing')
})
