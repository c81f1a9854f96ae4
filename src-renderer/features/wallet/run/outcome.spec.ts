// Proves docs/contract/window.md, Wallet.

import { describe, expect, it } from 'vitest'
import type { VerifierAttempt } from '../../../../shared/contract/verifier-requests.ts'
import { aCheck, aVerification } from '../../../parts/verification/testing/a-verification.ts'
import { aRun } from '../testing/samples.ts'
import { actualOfRun, attemptOf, toldMessages, toldWarnings } from './outcome.ts'

const answered = (body: unknown, http_status = 200) => aRun({ answer: { http_status, body } })
const problem = (check: string, code: string) => ({ check, code, pointer: null, message: '' })

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

describe('actualOfRun', () => {
  it('believes the verifier more than what the wallet was told', () => {
    const answer = { http_status: 200, body: { valid: false, errors: [problem('credential.status', 'x')] } }
    const verification = aVerification([aCheck('credential.expiry', { result: 'fail', code: 'credential_expired' })])

    expect(actualOfRun(answer).failed).toEqual([{ check: 'credential.status', code: 'x' }])
    expect(actualOfRun(answer, anAttempt({ verification })).failed).toBe(verification.errors)
    expect(actualOfRun(answer, anAttempt({ verification })).valid).toBe(false)
  })

  it('reads nothing out of an answer that is no object', () => {
    for (const body of [null, 'no', 3, { errors: 'x' }, { errors: [null, 3] }]) {
      expect(actualOfRun({ http_status: 400, body })).toMatchObject({ failed: [], warned: [], http_code: null })
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
