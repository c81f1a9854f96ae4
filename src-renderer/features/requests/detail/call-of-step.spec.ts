// Proves docs/contract/window.md, Verifier.

import { describe, expect, it } from 'vitest'
import type { CallSummary } from '../../../../shared/contract/workbench.ts'
import { callOfStep, filterOfCall, isStepOfCall } from './call-of-step.ts'
import { definitionCurl, presentationCurl } from './request-curl.ts'

const AT = '2026-11-22T09:00:00.000Z'

function aCall(number: number, method: string, path: string, at = AT): CallSummary {
  const rest = { source: 'loopback', transport: 'http', api: 'verifier', operation: null, user_id: null } as const
  return { ...rest, number, at, method, path, status: 200, duration_ms: 20, error: null }
}

const calls = [
  aCall(1, 'POST', '/verifier/requests'),
  aCall(2, 'GET', '/verifier/requests/r1/definition', '2026-11-22T09:00:01.000Z'),
  aCall(3, 'GET', '/verifier/requests/r1/definition', '2026-11-22T09:00:02.000Z'),
  aCall(4, 'GET', '/verifier/requests/other/definition', '2026-11-22T09:00:02.000Z'),
  aCall(5, 'POST', '/verifier/requests/r1/presentations', '2026-11-22T09:00:03.000Z'),
]
const numberOf = (kind: Parameters<typeof callOfStep>[0]['kind'], at: string) =>
  callOfStep({ kind, at }, 'r1', calls)?.number

describe('callOfStep', () => {
  it('is the call of this request that ran nearest to the step', () => {
    expect(numberOf('created', AT)).toBe(1)
    expect(numberOf('definition_fetched', '2026-11-22T09:00:01.010Z')).toBe(2)
    expect(numberOf('definition_fetched', '2026-11-22T09:00:01.990Z')).toBe(3)
    expect(numberOf('rejected', '2026-11-22T09:00:03.015Z')).toBe(5)
  })

  it('is that of a wallet of another maker, too', () => {
    const fetched = aCall(6, 'POST', '/verifier/requests/r1/request_object', '2026-11-22T09:00:05.000Z')
    const answered = aCall(7, 'POST', '/verifier/requests/r1/response', '2026-11-22T09:00:06.000Z')
    const found = (kind: Parameters<typeof callOfStep>[0]['kind'], at: string) =>
      callOfStep({ kind, at }, 'r1', [...calls, fetched, answered])?.number

    expect(found('definition_fetched', '2026-11-22T09:00:05.005Z')).toBe(6)
    expect(found('declined', '2026-11-22T09:00:06.005Z')).toBe(7)
    expect(found('rejected', '2026-11-22T09:00:06.005Z')).toBe(7)
  })

  it('is found from a step that was written when a long call began', () => {
    const long = {
      ...aCall(9, 'POST', '/verifier/requests/r1/presentations', '2026-11-22T09:01:10.000Z'),
      duration_ms: 9000,
    }
    const step = { kind: 'presentation_received', at: '2026-11-22T09:01:01.005Z' } as const

    expect(callOfStep(step, 'r1', [long])?.number).toBe(9)
  })

  it('is none when the journal holds none, or only of another time', () => {
    expect(numberOf('cancelled', AT)).toBeUndefined()
    expect(numberOf('presentation_received', '2026-11-22T08:00:00.000Z')).toBeUndefined()
  })

  it('is none for what the verifier does by itself', () => {
    expect([isStepOfCall({ kind: 'expired' }), isStepOfCall({ kind: 'action_done' })]).toEqual([false, false])
    expect(numberOf('expired', AT)).toBeUndefined()
  })
})

describe('filterOfCall', () => {
  it('names method and path of the call', () => {
    expect(filterOfCall(aCall(1, 'GET', '/verifier/requests/r1/definition'))).toBe(
      'method:get path:/requests/r1/definition',
    )
  })
})

describe('curl', () => {
  it('quotes addresses for a shell', () => {
    const tricky = "http://127.0.0.1:1/o'clock?a=1&b=2"

    expect(definitionCurl({ definition_url: tricky })).toBe(`curl 'http://127.0.0.1:1/o'\\''clock?a=1&b=2'`)
    expect(presentationCurl({ destination_url: 'http://h/x' })).toBe(
      "curl -X POST 'http://h/x' -H 'Content-Type: application/json' -d @presentation.json",
    )
  })
})
