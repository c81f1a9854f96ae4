// Proves docs/contract/workbench.md, Operator.

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Send } from '../../../shared/contract/caller.ts'
import { localKey } from '../../crypto/keys.ts'
import { hashToken } from '../../crypto/token.ts'
import { createOperatorConsole } from './operator-console.ts'

const PASSWORD = 'word of the operator'

type Console = ReturnType<typeof createOperatorConsole>

/** A console whose service answers when it is told to. */
function aConsole() {
  const { promise: answered, resolve: answer } = Promise.withResolvers<unknown>()
  const send: Send = async () => {
    await answered
    return { ok: true, status: 200, body: {} }
  }
  const store = { hash: () => hashToken(PASSWORD), sealed: () => undefined, save: vi.fn(), saveSealed: vi.fn() }
  const onChange = vi.fn()
  const operatorConsole = createOperatorConsole({
    store,
    send,
    localKey: localKey(new Uint8Array(32).fill(7)),
    mayRemember: true,
    journal: { asWindow: (work) => work() },
    onChange,
  })
  return { operatorConsole, store, onChange, answer: () => answer(undefined) }
}

describe('createOperatorConsole', () => {
  it('locked while the service looks at the password › holds and remembers nothing', async () => {
    const { operatorConsole, store, onChange, answer } = aConsole()
    const opening = operatorConsole.open({ password: PASSWORD, remember: true })

    operatorConsole.wipe()
    answer()

    await expect(opening).rejects.toMatchObject({ code: 'workspace_locked' })
    expect(operatorConsole.state()).toEqual({ state: 'closed', remembered: false })
    expect([store.saveSealed.mock.calls, onChange.mock.calls]).toEqual([[], []])
  })

  it.each([
    ['closed', 'closed', (operatorConsole: Console) => operatorConsole.close(true)],
    [
      'given another password',
      'open',
      (operatorConsole: Console) => operatorConsole.setPassword({ password: 'another', remember: false }),
    ],
  ] as const)('%s while the service looks at the password › stays so', async (_what, state, act) => {
    const { operatorConsole, store, answer } = aConsole()
    const opening = operatorConsole.open({ password: PASSWORD, remember: true })

    act(operatorConsole)
    store.saveSealed.mockClear()
    answer()

    await expect(opening).rejects.toMatchObject({ code: 'operator_locked' })
    expect(operatorConsole.state()).toMatchObject({ state })
    expect(store.saveSealed).not.toHaveBeenCalled()
  })

  it.each(['close', 'wipe'] as const)('%s › overwrites the password', async (end) => {
    const { operatorConsole, answer } = aConsole()
    const made = vi.spyOn(Buffer, 'from')
    onTestFinished(() => {
      made.mockRestore()
    })
    answer()
    await operatorConsole.open({ password: PASSWORD, remember: false })
    const held = made.mock.results.map(({ value }) => value as Buffer).filter((one) => one.toString() === PASSWORD)
    expect(held).toHaveLength(1)

    operatorConsole[end](false)

    expect(held[0]?.every((byte) => byte === 0)).toBe(true)
    expect(operatorConsole.state()).toMatchObject({ state: 'closed' })
  })
})
