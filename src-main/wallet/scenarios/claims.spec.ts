// Proves docs/contract/window.md, Wallet.

import { describe, expect, it } from 'vitest'
import { DEMO_SCHEMAS } from '../../../shared/demo-credentials/demo-schemas.ts'
import { READY_DEFINITIONS } from '../../../shared/demo-credentials/ready-definitions.ts'
import { valueViolations } from '../issuer/value-violations.ts'
import { askedIn, changedClaim, swappableNames, wrongClaim } from './claims.ts'

const nothing = () => false
const everything = () => true

describe.each(DEMO_SCHEMAS)('claims of $name', (schema) => {
  const claims = { schema: schema.id, values: schema.example }

  it('changedClaim › another value, which the schema allows', () => {
    const changed = changedClaim(claims, nothing) ?? {}
    const [name = ''] = Object.keys(changed)

    expect(Object.keys(changed)).toHaveLength(1)
    expect(changed[name]).not.toEqual(schema.example[name])
    expect(valueViolations(schema, { ...schema.example, ...changed })).toEqual([])
  })

  it('wrongClaim › a value of a type that the schema refuses', () => {
    const wrong = wrongClaim(claims, nothing)

    expect(valueViolations(schema, { ...schema.example, ...wrong }).map(({ keyword }) => keyword)).toContain('type')
  })

  it('swappableNames › names that can change places without breaking the schema', () => {
    const [one = '', other = ''] = swappableNames(claims, nothing) ?? []
    const { [one]: value, [other]: otherValue, ...rest } = schema.example
    const exchanged = { ...rest, [other]: value, ...(otherValue !== undefined && { [one]: otherValue }) }
    const violations = valueViolations(schema, exchanged)

    expect(one).not.toBe(other)
    expect(violations.filter(({ keyword }) => keyword !== 'additionalProperties')).toEqual([])
  })

  it.each([changedClaim, wrongClaim, swappableNames])('%o › leaves alone what is asked for', (find) => {
    expect(find(claims, everything)).toBeUndefined()
  })
})

describe('askedIn', () => {
  it('knows the claims that paths name', () => {
    const definition = READY_DEFINITIONS.find(({ key }) => key === 'car-hire')?.definition ?? {}
    const isAsked = askedIn(definition)

    expect(['category', 'licenceNumber', 'ageOver18'].map(isAsked)).toEqual([true, true, true])
    expect(['givenName', 'ageOver21'].map(isAsked)).toEqual([false, false])
  })

  it('takes what is no definition for one that asks nothing', () => {
    expect(askedIn({ input_descriptors: 7 })('category')).toBe(false)
  })
})
