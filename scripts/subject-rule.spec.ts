import { describe, expect, it } from 'vitest'
import { subjectFault } from './subject-rule.ts'

describe('the subject of a commit', () => {
  it.each([
    'items: keep the attachment of a slot',
    'service, crypto: wipe a key that was refused',
    'block store: process addresses before bytes',
    'side-by-side: seed both windows',
    'docs: README first, then the rest',
    'tests/http: bring the program that is asked',
    `a: ${'b'.repeat(57)}`,
    `a: ${'ü'.repeat(57)}`,
  ])('is taken: %s', (subject) => {
    expect(subjectFault(subject)).toBeUndefined()
  })

  it.each([
    ['keep the attachment of a slot', 'is not "area: imperative"'],
    ['Items: keep the attachment', 'is not "area: imperative"'],
    ['items:keep the attachment', 'is not "area: imperative"'],
    ['items: ', 'is not "area: imperative"'],
    ['items,files: keep both', 'is not "area: imperative"'],
    ['Revert "items: keep the attachment"', 'is not "area: imperative"'],
    [`a: ${'b'.repeat(58)}`, 'has 61 characters'],
    ['items: keep the attachment.', 'ends with a full stop'],
    ['items: Keep the attachment', 'begins with a capital letter'],
    ['items: keeps the attachment', 'begins with "keeps"'],
    ['items: fixes the attachment', 'begins with "fixes"'],
    ['items: removed the attachment', 'begins with "removed"'],
    ['items: naming the attachment', 'begins with "naming"'],
    ['items: made the attachment stay', 'begins with "made"'],
    ['items: the attachment stays', 'begins with "the"'],
    ['items: what, and why', 'begins with "what"'],
  ])('is refused: %s', (subject, fault) => {
    expect(subjectFault(subject)).toContain(fault)
  })
})
