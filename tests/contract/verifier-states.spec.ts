// Proves docs/contract/exchange.md, States.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VerifierRequestState } from '../../shared/contract/verifier-requests.ts'
import type { VerifierRequest } from '../../shared/contract/verifier-requests.ts'
import { REQUEST_EVENTS, isOpen, nextState } from '../../src-main/verifier/request-states.ts'
import { draws } from '../support/draws.ts'
import { startService } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { ANY_CREDENTIAL, aVerifier } from '../support/exchange/verifier.ts'

/*
 * Walks of any steps through the states of a request (docs/contract/exchange.md, States): after each step the state and
 * the status of the answer are those of a model that knows nothing of the implementation.
 */

const EXPIRES_IN_SECONDS = 60
const MAX_ATTEMPTS = 3

const STEPS = ['fetch', 'valid', 'invalid', 'unreadable', 'cancel', 'wait', 'end'] as const
type Step = (typeof STEPS)[number]

interface Model {
  readonly state: VerifierRequestState
  readonly attempts: number
  readonly secondsLeft: number
}

const CLOSED_STATUS: Partial<Record<VerifierRequestState, number>> = { verified: 409, expired: 410, cancelled: 410 }

function afterTime(model: Model, step: Step): Model {
  const seconds = step === 'wait' ? 20 : step === 'end' ? EXPIRES_IN_SECONDS : 0
  const secondsLeft = model.secondsLeft - seconds
  const ends = secondsLeft <= 0 && CLOSED_STATUS[model.state] === undefined
  return { ...model, secondsLeft, state: ends ? 'expired' : model.state }
}

/** @returns what the step leads to, and the status it is answered with; undefined: nothing is sent */
function expected(model: Model, step: Step): { readonly next: Model; readonly status: number | undefined } {
  const next = afterTime(model, step)
  if (step === 'wait' || step === 'end') return { next, status: undefined }
  const closed = CLOSED_STATUS[next.state]
  if (closed !== undefined) return { next, status: closed }
  if (step === 'fetch')
    return { next: { ...next, state: next.state === 'waiting' ? 'fetched' : next.state }, status: 200 }
  if (step === 'cancel') return { next: { ...next, state: 'cancelled' }, status: 204 }
  if (next.attempts >= MAX_ATTEMPTS) return { next, status: 429 }
  if (step === 'unreadable') return { next, status: 400 }
  return {
    next: { ...next, attempts: next.attempts + 1, state: step === 'valid' ? 'verified' : 'rejected' },
    status: 200,
  }
}

describe('states of a verifier request', () => {
  it('follow the contract on every walk', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 8 }), async (steps) => {
        const { verifier, clock, faults, request } = await begin()
        let model: Model = { state: 'waiting', attempts: 0, secondsLeft: EXPIRES_IN_SECONDS }
        for (const step of steps) {
          const { next, status } = expected(model, step)
          const sent = await take(step, { verifier, clock, request })
          const { state, attempt_count } = await verifier.read(request)

          expect({ step, status: sent, state, attempt_count }).toEqual({
            step,
            status,
            state: next.state,
            attempt_count: next.attempts,
          })
          model = next
        }
        expect(faults).toEqual([])
      }),
      { numRuns: draws(15, 200) },
    )
  })

  it('a closed request stays what it is, and an open one never goes back to waiting', () => {
    const state = fc.constantFrom(...VerifierRequestState.options)
    fc.assert(
      fc.property(state, fc.constantFrom(...REQUEST_EVENTS), (from, event) => {
        const to = nextState(from, event)
        if (!isOpen(from)) expect(to).toBe(from)
        else if (to === 'waiting') expect([from, event]).not.toContain('definition_fetched')
        if (from !== 'waiting') expect(to).not.toBe('waiting')
      }),
    )
  })
})

async function begin() {
  const started = startService()
  const running: TestService = {
    ...started,
    send: (one) => started.service.dispatch(one),
    close: () => Promise.resolve(),
  }
  const verifier = aVerifier(running)
  const wish = {
    presentation_definition: ANY_CREDENTIAL,
    expires_in: EXPIRES_IN_SECONDS,
    max_attempts: MAX_ATTEMPTS,
  }
  return { verifier, clock: started.clock, faults: started.faults, request: await verifier.request(wish) }
}

async function take(
  step: Step,
  {
    verifier,
    clock,
    request,
  }: Pick<Awaited<ReturnType<typeof begin>>, 'verifier' | 'clock'> & { readonly request: VerifierRequest },
): Promise<number | undefined> {
  switch (step) {
    case 'fetch':
      return (await verifier.fetched(request)).status
    case 'valid':
      return (await verifier.post(request, await verifier.presentation(request))).status
    case 'invalid':
      return (await verifier.post(request, await verifier.presentation(request, { challenge: 'other' }))).status
    case 'unreadable':
      return (await verifier.post(request, {})).status
    case 'cancel':
      return (await verifier.desk('cancelVerifierRequest', { params: { request_id: request.id } })).status
    case 'wait':
      clock.advanceMs(20_000)
      return undefined
    case 'end':
      clock.advanceMs(EXPIRES_IN_SECONDS * 1000)
      return undefined
  }
}
