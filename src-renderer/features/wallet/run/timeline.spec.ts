// Proves docs/contract/window.md, Wallet.

import { describe, expect, it } from 'vitest'
import type { VerifierRequestStep } from '../../../../shared/contract/verifier-requests.ts'
import type { RunStep } from '../../../../shared/contract/workbench-wallet.ts'
import { timelineOf } from './timeline.ts'

const at = (ms: number): string => new Date(Date.UTC(2026, 10, 20, 8, 0, 0, ms)).toISOString()
const nothing = { http_status: null, bytes: null, duration_ms: null, detail: null }

function walletStep(ms: number, kind: RunStep['kind'], changes: Partial<RunStep> = {}): RunStep {
  return { at: at(ms), kind, method: null, url: null, ...nothing, ...changes }
}

function verifierStep(ms: number, kind: VerifierRequestStep['kind'], changes: Partial<VerifierRequestStep> = {}) {
  return { at: at(ms), kind, attempt_id: null, ...nothing, ...changes }
}

describe('timelineOf', () => {
  it('puts the steps of both parties in one order, also within a millisecond', () => {
    const steps = [walletStep(2, 'link_read'), walletStep(10, 'submitted'), walletStep(12, 'answered')]
    const timeline = [
      verifierStep(1, 'created'),
      verifierStep(2, 'definition_fetched'),
      verifierStep(10, 'presentation_received'),
      verifierStep(12, 'verified'),
    ]

    const merged = timelineOf({ id: 'r', steps }, { id: 'q', timeline })

    expect(merged.map(({ party, kind }) => `${party} ${kind}`)).toEqual([
      'verifier created',
      'wallet link_read',
      'verifier definition_fetched',
      'wallet submitted',
      'verifier presentation_received',
      'verifier verified',
      'wallet answered',
    ])
  })

  it('marks what went wrong', () => {
    const merged = timelineOf({
      id: 'r',
      steps: [walletStep(1, 'definition_fetched', { http_status: 410 }), walletStep(2, 'failed')],
    })

    expect(merged.map(({ tone }) => tone)).toEqual(['bad', 'bad'])
  })

  it('knows the calls of steps that made one', () => {
    const url = 'http://127.0.0.1:43121/verifier/requests/q/definition'
    const merged = timelineOf(
      { id: 'r', steps: [walletStep(1, 'link_read'), walletStep(2, 'definition_fetched', { method: 'GET', url })] },
      { id: 'q', timeline: [verifierStep(3, 'verified')] },
    )

    expect(merged.map(({ calls }) => calls)).toEqual([
      undefined,
      'method:get path:/verifier/requests/q/definition',
      'method:post path:/presentations/verify',
    ])
  })
})
