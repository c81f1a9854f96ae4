// Proves docs/contract/window.md, Wallet.

import { describe, expect, it } from 'vitest'
import type { VerifierAttempt } from '../../../../shared/contract/verifier-requests.ts'
import { aCheck, aVerification } from '../../../parts/verification/testing/a-verification.ts'
import { aRun, aScenario } from '../testing/samples.ts'
import { attemptOf, failedChecks, outcomeOf, refusalCode, toldMessages, toldWarnings, warnedChecks } from './outcome.ts'

const answered = (body: unknown, http_status = 200) => aRun({ answer: { http_status, body } })
const problem = (check: string, code: string) => ({ check, code, pointer: null, message: '' })
const expired = aScenario('expired')
const late = aScenario('too-late', { check: null, codes: ['request_expired'], http_status: 410 })

function anAttempt(changes: Partial<VerifierAttempt> = {}): VerifierAttempt {
  return {
    id: 'a1',
    received_at: '2026-11-20T08:00:01.000Z',
    remote: null,
    bytes: 100,
    http_status: 200,
    valid: false,
    error: null,
    verification: null,
    presentation_kept: true,
    ...changes,
  }
}

describe('outcomeOf', () => {
  it('is as expected when the one check fails with its code, also for several credentials', () => {
    const run = answered({ valid: false, errors: [problem('credential.expiry', 'credential_expired')] })

    expect(outcomeOf(expired, run, failedChecks(run))).toBe('as_expected')
    const twice = [...failedChecks(run), ...failedChecks(run)]
    expect(outcomeOf(expired, run, twice)).toBe('as_expected')
  })

  it('is another reason when another check fails, also beside it, or with another code', () => {
    const of = (...errors: object[]) => {
      const run = answered({ valid: false, errors })
      return outcomeOf(expired, run, failedChecks(run))
    }
    const right = problem('credential.expiry', 'credential_expired')

    expect(of(problem('credential.status', 'credential_revoked'))).toBe('other_reason')
    expect(of(right, problem('credential.status', 'credential_revoked'))).toBe('other_reason')
    expect(of(problem('credential.expiry', 'date_invalid'))).toBe('other_reason')
    expect(of()).toBe('other_reason')
  })

  it('is not refused when the verifier accepts it', () => {
    expect(outcomeOf(expired, answered({ valid: true, errors: [] }), [])).toBe('not_refused')
    expect(outcomeOf(late, answered({ valid: true }), [])).toBe('not_refused')
  })

  it('is as expected when what must be accepted is, with the warning that belongs to it', () => {
    const bearer = aScenario('bearer', { result: 'warn', check: 'credential.holder', codes: ['holder_not_bound'] })
    const set = aScenario('proof-set', { result: 'pass', check: 'credential.proof', codes: [] })
    const of = (scenario: typeof bearer, ...warnings: object[]) => {
      const run = answered({ valid: true, errors: [], warnings })
      return outcomeOf(scenario, run, failedChecks(run), warnedChecks(run))
    }
    const warning = problem('credential.holder', 'holder_not_bound')

    expect(of(bearer, warning)).toBe('as_expected')
    expect(of(bearer)).toBe('other_reason')
    expect(of(bearer, problem('credential.holder', 'internal'))).toBe('other_reason')
    expect(of(set, warning)).toBe('as_expected')
    expect(of(set, problem('credential.proof', 'internal'))).toBe('other_reason')
    expect(outcomeOf(set, answered({ valid: false }), [])).toBe('other_reason')
  })

  it('compares status and code where no verification must come', () => {
    const refusal = (error: string) => ({ errors: [{ error, message: 'no' }] })

    expect(outcomeOf(late, answered(refusal('request_expired'), 410), [])).toBe('as_expected')
    expect(outcomeOf(late, answered(refusal('request_cancelled'), 410), [])).toBe('other_reason')
    expect(outcomeOf(late, answered(refusal('request_expired'), 404), [])).toBe('other_reason')
  })
})

describe('failedChecks', () => {
  it('believes the verifier more than what the wallet was told', () => {
    const run = answered({ valid: false })
    const verification = aVerification([aCheck('credential.expiry', { result: 'fail', code: 'credential_expired' })])

    expect(failedChecks(run)).toEqual([])
    expect(failedChecks(run, anAttempt({ verification })).length).toBe(verification.errors.length)
  })

  it('reads nothing out of an answer that is no object', () => {
    for (const body of [null, 'no', 3, { errors: 'x' }, { errors: [null, 3] }]) {
      expect(failedChecks(answered(body))).toEqual([])
      expect(refusalCode(answered(body))).toBeUndefined()
    }
  })
})

describe('attemptOf', () => {
  it('finds the attempt by the verification, else the first one after the presentation was sent', () => {
    const verification = aVerification([], { verification_id: 'v7' })
    const judged = anAttempt({ id: 'judged', verification })
    const step = { at: '2026-11-20T08:00:00.500Z', kind: 'submitted', detail: null, bytes: 1, duration_ms: 1 } as const
    const steps = [{ ...step, method: 'POST', url: null, http_status: null }]

    expect(attemptOf(answered({ verification_id: 'v7' }), [anAttempt(), judged])?.id).toBe('judged')
    expect(attemptOf(answered({ verification_id: 'v8' }), [judged])).toBeUndefined()
    const earlier = anAttempt({ id: 'earlier', received_at: '2026-11-20T08:00:00.000Z' })
    expect(attemptOf({ ...answered({}), steps }, [earlier, anAttempt()])?.id).toBe('a1')
    expect(attemptOf(answered({}), [earlier])).toBeUndefined()
  })
})

describe('what the verifier told', () => {
  const said = (message: string) => ({ ...problem('credential.trust', 'x'), message })
  const run = answered({ valid: true, errors: [said('no')], warnings: [said('nobody knows'), said('nobody knows')] })

  it('is what does not hold, and what it warned of, each warning once', () => {
    expect([toldMessages(run), toldWarnings(run)]).toEqual([['No.'], ['Nobody knows.']])
  })

  it.each([{ valid: true }, { valid: true, warnings: 'x' }, { valid: true, warnings: [5, {}] }, '<html>'])(
    'is nothing for %j',
    (body) => {
      expect(toldWarnings(answered(body))).toEqual([])
    },
  )
})
