// Proves docs/contract/window.md, Wallet.

import { text } from '../../../i18n/i18n.ts'
import { answer, askedFor, push, refusal } from '../../../session/testing/fake-bridge.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { mountSetup, mountWallet, press, resetWallet, settle, shownText } from '../testing/mount-wallet.ts'
import { useToasts } from '../../../ui/toasts.ts'
import { byRole } from '../../../ui/testing/mount-ui.ts'
import { aMatrixRow } from '../testing/samples.ts'
import { useMatrix } from './use-matrix.ts'

beforeEach(resetWallet)

const other = aMatrixRow('too-late', { outcome: 'other_reason' })

describe('useMatrix', () => {
  it('takes rows in as they come, of its own user only', async () => {
    let finish: (reply: unknown) => void = () => undefined
    answer('walletScenarioRun', () => new Promise((resolve) => (finish = resolve)))
    const { result } = await mountSetup(() => useMatrix('bob'))

    const running = result.run(null)
    await settle()
    push({ type: 'scenario', user_id: 'bob', row: aMatrixRow('expired'), done: 1, of: 2 })
    push({ type: 'scenario', user_id: 'alice', row: other, done: 2, of: 2 })
    expect(result.matrix.value).toMatchObject({ running: true, done: 1, of: 2 })
    expect([...result.matrix.value.rows.keys()]).toEqual(['expired'])
    finish({ rows: [aMatrixRow('expired'), other] })
    await running

    expect(result.matrix.value.running).toBe(false)
    expect([...result.matrix.value.rows.keys()]).toEqual(['expired', 'too-late'])
  })

  it('shows what came of an earlier run, and says why it cannot', async () => {
    answer('walletScenarioRun', () => ({ rows: [aMatrixRow('expired'), other] }))
    answer('walletScenarioRunRows', () => ({ runs: [{ id: 's2' }, { id: 's1' }] }))
    answer('walletScenarioRunOpen', () => ({ rows: [other] }))
    const { result } = await mountSetup(() => useMatrix('bob'))
    await result.run(null)
    expect(result.matrix.value.shown).toBe('s2')

    await result.show('s1')

    expect([...result.matrix.value.rows.keys()]).toEqual(['too-late'])
    expect(result.matrix.value.shown).toBe('s1')
    answer('walletScenarioRunOpen', () => {
      throw refusal('not_found', 404)
    })
    await result.show('s0')
    expect([result.failure.value?.code, result.matrix.value.shown]).toEqual(['not_found', 's1'])
  })

  it('keeps the other rows when one scenario is run again', async () => {
    answer('walletScenarioRun', () => ({ rows: [aMatrixRow('expired'), other] }))
    const { result } = await mountSetup(() => useMatrix('bob'))
    await result.run(null)
    answer('walletScenarioRun', () => ({ rows: [aMatrixRow('too-late')] }))

    await result.run(['too-late'])

    expect(askedFor('walletScenarioRun').at(-1)?.body).toEqual({ scenarios: ['too-late'] })
    expect([...result.matrix.value.rows.values()].map(({ outcome }) => outcome)).toEqual(['as_expected', 'as_expected'])
  })

  it('says why nothing was run', async () => {
    answer('walletScenarioRun', () => {
      throw refusal('wallet_run_open', 409, 'a request is open')
    })
    const { result } = await mountSetup(() => useMatrix('bob'))

    await result.run(null)

    expect(result.failure.value?.code).toBe('wallet_run_open')
    expect(result.matrix.value.running).toBe(false)
  })

  it('says why it could not be ended, and can be asked again', async () => {
    answer('walletScenarioRunEnd', () => {
      throw refusal('internal_error', 500)
    })
    const { result } = await mountSetup(() => useMatrix('bob'))

    await result.stop()

    expect([result.failure.value?.code, result.matrix.value.ending]).toEqual(['internal_error', false])
  })

  it('shows the earlier result again after a run that was ended before its first scenario', async () => {
    answer('walletScenarioRun', () => ({ rows: [] }))
    answer('walletScenarioRunRows', () => ({ runs: [{ id: 's1' }] }))
    const { result } = await mountSetup(() => useMatrix('bob'))

    expect(await result.run(null)).toBe(0)

    expect(result.matrix.value.shown).toBeUndefined()
  })
})

describe('page of the scenarios', () => {
  it('shows expected against actual, and only what is red when asked', async () => {
    answer('walletScenarioRun', () => ({ rows: [aMatrixRow('expired'), other] }))
    await mountWallet('/scenarios')
    expect(shownText()).toContain('credential.expiry: credential_expired')
    expect(shownText()).toContain('HTTP 410 request_expired')

    await press(text('wallet.matrix.runAll'))
    expect(shownText()).toContain('1 as expected')
    expect(shownText()).toContain(text('wallet.outcome.other_reason'))
    document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
    await settle()

    expect(document.querySelectorAll('tbody tr')).toHaveLength(1)
    expect(document.querySelector('tbody a')?.getAttribute('href')).toBe('/u/bob/wallet/runs/run-too-late')
  })

  it('ends a run where a person wants that, keeps what came of it, and says how many ran', async () => {
    const run = Promise.withResolvers<unknown>()
    answer('walletScenarioRun', () => run.promise)
    answer('walletScenarioRunEnd', () => undefined)
    await mountWallet('/scenarios')
    await press(text('wallet.matrix.runAll'))

    await press(text('ui.cancel'))
    expect(byRole('button', text('ui.cancel')).getAttribute('aria-busy')).toBe('true')
    expect(askedFor('walletScenarioRunEnd').map(({ params }) => params)).toEqual([{ user_id: 'bob' }])
    run.resolve({ rows: [aMatrixRow('expired')] })
    await settle()

    expect(shownText()).toContain('1 as expected')
    expect(useToasts().toasts[0]).toMatchObject({ text: 'Cancelled: 1 of 2 scenarios were run.', tone: 'warn' })
  })
})
