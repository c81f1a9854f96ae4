// Proves docs/contract/window.md, Verification results.

import { text } from '../../i18n/i18n.ts'
import { describe, expect, it } from 'vitest'
import { h } from 'vue'
import { CallError } from '../../../shared/contract/caller.ts'
import { NO_WORDS, useServiceWords } from '../../i18n/service-words.ts'
import { byRole, mountUi, settle } from '../../ui/testing/mount-ui.ts'
import { aCheck, aVerification, EXPIRED } from './testing/a-verification.ts'
import VerificationResult from './VerificationResult.vue'

const PRESENTATION = {
  type: 'VerifiablePresentation',
  verifiableCredential: [{ expirationDate: '2026-11-08T00:00:00Z' }],
}

function show(verification = aVerification(), presentation?: unknown) {
  const { wrapper } = mountUi(() => h(VerificationResult, { verification, presentation }))
  const line = (id: string) => wrapper.get(`[data-line=${id}]`)
  return { wrapper, line, counts: wrapper.get('[data-counts]').text() }
}

describe('VerificationResult', () => {
  it('counts nine lines and leaves them closed when everything holds', () => {
    const { wrapper, counts } = show()

    expect(counts).toBe('9 passed')
    expect(wrapper.get('[data-verdict]').text()).toBe(text('parts.result.valid'))
    expect(wrapper.findAll('details[open]')).toHaveLength(0)
  })

  it('says when it was made relative to now, with the exact time on hover', () => {
    const made = show(aVerification([], { verified_at: '2001-11-20T18:04:05.120Z' })).wrapper.get('time')

    expect(made.text()).toMatch(/^Checked \d+ years ago, 4.1 ms$/)
    expect(made.attributes('title')).toContain('2001')
  })

  it('opens the line that fails, with value, place, code and rule', () => {
    const { wrapper, line, counts } = show(aVerification([EXPIRED]))

    expect(counts).toBe('8 passed, 1 failed')
    expect(wrapper.get('[data-verdict]').text()).toBe(text('parts.result.invalid'))
    expect(wrapper.findAll('details[open]')).toHaveLength(1)
    for (const shown of [
      'The credential expired on 2026-11-08.',
      '2026-11-08T00:00:00Z',
      'later than 2026-11-20T18:04:05.120Z',
      '/verifiableCredential/0/expirationDate',
      'credential_expired, RANGE_ERROR',
      'The expiration date is in the future',
      'credential.expiry',
      'Driving licence',
    ]) {
      expect(line('in_force').text()).toContain(shown)
    }
  })

  it('never shows a check that was not run as one that passed, and says why', () => {
    const missing = aCheck('presentation.proof', { result: 'fail', code: 'proof_missing', message: 'no proof' })
    const blocked = (
      ['presentation.time', 'presentation.challenge', 'presentation.domain', 'presentation.replay'] as const
    ).map((id) => aCheck(id, { result: 'not_run', code: 'blocked', blocked_by: 'presentation.proof' }))
    const { line, counts } = show(aVerification([missing, ...blocked]))

    expect(counts).toBe('7 passed, 1 failed, 1 not run')
    expect(line('fresh').text()).toContain('“Proof of the presentation” (presentation.proof) failed')
    expect(line('fresh').text()).not.toContain('Pass')
  })

  it('says in a line that passed that a part of it was blocked', () => {
    const blocked = aCheck('credential.issuer', { result: 'not_run', code: 'blocked', blocked_by: 'credential.proof' })

    expect(
      show(aVerification([blocked]))
        .line('issuer_proof')
        .text(),
    ).toContain('1 check not run')
  })

  it.each([
    ['2026-11-08T00:00:00Z', 'Expired'],
    ['2999-01-01T00:00:00Z', 'Valid'],
  ])('a credential until %s, of which no list says anything › %s', (valid_until, state) => {
    const verification = aVerification([EXPIRED])
    const credentials = verification.credentials.map((one) => ({ ...one, valid_until }))

    expect(show({ ...verification, credentials }).wrapper.text()).toContain(`Status${state}`)
  })

  it('leads to the place in the JSON, read when it is asked for', async () => {
    show(aVerification([EXPIRED]), () => Promise.resolve(PRESENTATION))

    byRole('button', text('parts.result.showInJson')).click()
    await settle()

    expect(document.querySelector('[role=dialog] mark')?.textContent).toBe(
      '      "expirationDate": "2026-11-08T00:00:00Z"',
    )
  })

  it('says why the presentation cannot be read any more', async () => {
    const gone = new CallError('x', 404, [])
    show(aVerification([EXPIRED]), () => Promise.reject(gone))

    byRole('button', text('parts.result.showInJson')).click()
    await settle()

    expect(document.querySelector('[role=dialog] [role=alert]')?.textContent).toContain('404')
  })

  it('offers no place where the presentation is not there any more', () => {
    expect(show(aVerification([EXPIRED])).wrapper.text()).not.toContain(text('parts.result.showInJson'))
  })

  it('lists what a schema found', () => {
    const extra = [{ pointer: '/credentialSubject/age', keyword: 'minimum', message: 'must be at least 18' }]
    const violated = aCheck('credential.schema', { result: 'fail', code: 'schema_violation', message: 'no', extra })

    expect(
      show(aVerification([violated]))
        .line('schema')
        .text(),
    ).toMatch(/age\s+must be at least 18\s+\(minimum\)/)
  })

  it('tells of each credential and each input what holds', () => {
    const { wrapper } = show(aVerification([EXPIRED]))

    expect(wrapper.text()).toContain('Harbour Registry')
    expect(wrapper.findAll('table')[0]?.text()).toMatch(/Driving licence.*1 of 1.*Fail/)
    expect(wrapper.findAll('table')[1]?.text()).toMatch(/Inputs of group A.*All 1.*Fail/)
  })

  it('says in the language of the window what credentials and inputs of the program are called', () => {
    useServiceWords({ ...NO_WORDS, supplied: { 'Driving licence': 'Führerschein' } })
    const { wrapper } = show(aVerification([EXPIRED]))
    useServiceWords(NO_WORDS)

    expect(wrapper.text()).toContain('Führerschein')
    expect(wrapper.text()).not.toContain('Driving licence')
  })
})
