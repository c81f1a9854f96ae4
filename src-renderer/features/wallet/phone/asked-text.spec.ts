// Proves docs/contract/window.md, Wallet.

import { describe, expect, it } from 'vitest'
import { claimName, fieldName, toldNames } from './asked-text.ts'

describe('texts of what is asked', () => {
  it('name a field as its verifier does, else by the last name of its path', () => {
    expect(fieldName({ name: 'Day of birth', path: '$.x' })).toBe('Day of birth')
    expect(fieldName({ name: null, path: '$.credentialSubject.birthDate' })).toBe('Birth date')
    expect(fieldName({ name: ' ', path: "$.credentialSubject['family_name']" })).toBe('Family name')
    expect(fieldName({ name: null, path: '$.vc.type[*]' })).toBe('Type')
    expect(fieldName({ name: null, path: '$' })).toBe('$')
  })

  it('write names in words and what is said as a sentence', () => {
    expect(claimName('ageOver18')).toBe('Age over 18')
    expect(claimName('annualSalary')).toBe('Annual salary')
    expect(claimName('_')).toBe('_')
  })

  it('name what is told with what it is inside of, elements from 1, and nothing twice', () => {
    const pointers = ['/birth_date', '/address', '/address/street', '/addressed', '/nationalities/0', '/a~1b']

    expect(toldNames(pointers)).toEqual(['Birth date', 'Address › Street', 'Addressed', 'Nationalities › 1', 'A/b'])
  })
})
