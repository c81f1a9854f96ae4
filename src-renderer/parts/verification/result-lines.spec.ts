// Proves docs/contract/window.md, Verification results.

import { describe, expect, it } from 'vitest'
import { CHECK_IDS } from '../../../shared/contract/presentations.ts'
import { countResults, LINES, notRunCheck, resultLines } from './result-lines.ts'
import { aCheck, aVerification, EXPIRED } from './testing/a-verification.ts'

const resultsOf = (verification: ReturnType<typeof aVerification>) =>
  Object.fromEntries(resultLines(verification).map(({ id, result }) => [id, result]))

describe('LINES', () => {
  it('hold every check exactly once', () => {
    const all: readonly string[] = Object.values(LINES).flat()

    expect([...all].sort()).toEqual([...CHECK_IDS].sort())
    expect(Object.keys(LINES)).toHaveLength(9)
  })
})

describe('resultLines', () => {
  it('are nine that pass when everything holds', () => {
    const lines = resultLines(aVerification())

    expect(countResults(lines.map(({ result }) => result))).toEqual({ pass: 9, fail: 0, warn: 0, not_run: 0 })
  })

  it('fail in one line only when one check fails', () => {
    const lines = resultsOf(aVerification([EXPIRED]))

    expect(lines['in_force']).toBe('fail')
    expect(Object.values(lines).filter((result) => result === 'pass')).toHaveLength(8)
  })

  it('show a failure over a warning, a warning over a pass, and a pass over what was not run', () => {
    const warned = aCheck('credential.shape', { result: 'warn', code: 'type_missing' })
    const failed = aCheck('presentation.shape', { result: 'fail', code: 'holder_missing' })
    const off = aCheck('presentation.replay', { result: 'not_run', code: 'off' })

    expect(resultsOf(aVerification([warned]))['structure']).toBe('warn')
    expect(resultsOf(aVerification([warned, failed]))['structure']).toBe('fail')
    expect(resultsOf(aVerification([off]))['fresh']).toBe('pass')
  })

  it('are not run, never passed, when none of their checks ran', () => {
    const trust = aCheck('credential.trust', { result: 'not_run', code: 'no_data' })

    expect(resultsOf(aVerification([trust]))['trusted']).toBe('not_run')
    expect(resultsOf(aVerification([], { descriptors: [], checks: [] }))['asked']).toBe('not_run')
  })

  it('begin with what fails, then keep the order of the contract', () => {
    const off = aCheck('credential.issuance', { result: 'not_run', code: 'off' })
    const inForce = resultLines(aVerification([off, EXPIRED])).find(({ id }) => id === 'in_force')

    expect(inForce?.checks.map(({ check }) => check.check)).toEqual([
      'credential.expiry',
      'credential.status',
      'credential.issuance',
    ])
  })

  it('say of every check which credential and which input it is about', () => {
    const [expiry] = resultLines(aVerification([EXPIRED])).flatMap(({ checks }) =>
      checks.filter(({ check }) => check.result === 'fail'),
    )
    const field = resultLines(aVerification())
      .flatMap(({ checks }) => checks)
      .find(({ check }) => check.check === 'descriptor.field')

    expect(expiry).toMatchObject({ credential: 0, descriptor: null })
    expect(field).toMatchObject({ credential: 0, descriptor: 'licence' })
  })
})

describe('notRunCheck', () => {
  it('explains with what blocked, before what does not apply', () => {
    const none = { credential: null, descriptor: null }
    const absent = { ...none, check: aCheck('presentation.domain', { result: 'not_run', code: 'not_applicable' }) }
    const blocked = {
      ...none,
      check: aCheck('presentation.time', { result: 'not_run', code: 'blocked', blocked_by: 'presentation.proof' }),
    }

    expect(notRunCheck([absent, blocked])?.blocked_by).toBe('presentation.proof')
    expect(notRunCheck([{ ...none, check: aCheck('presentation.time') }])).toBeUndefined()
  })
})
