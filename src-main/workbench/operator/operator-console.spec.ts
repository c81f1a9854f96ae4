// Proves docs/contract/workbench.md, Operator.

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Send } from '../../../shared/contract/caller.ts'
import { localKey } from '../../crypto/keys.ts'
import { hashToken } from '../../crypto/token.ts'
import { createOperatorDesk } from './operator-desk.ts'

const PASSWORD = 'word of the operator'

type Desk = ReturnType<typeof createOperatorDesk>

/** A desk whose service answers when it is told to. */
function aDesk() {
  const { promise: answered, resolve: answer } = Promise.withResolvers<unknown>()
  const send: Send = async () => {
    await answered
    return { ok: true, status: 200, body: {} }
  }
  const store = { hash: () => hashToken(PASSWORD), sealed: () => undefined, save: vi.fn(), saveSealed: vi.fn() }
  const onChange = vi.fn()
  const desk = createOperatorDesk({
    store,
    send,
    localKey: localKey(new Uint8Array(32).fill(7)),
    mayRemember: true,
    journal: { asWindow: (work) => work() },
    onChange,
  })
  return { desk, store, onChange, answer: () => answer(undefined) }
}

describe('createOperatorDesk', () => {
  it('locked while the service looks at the password › holds and remembers nothing', async () => {
    const { desk, store, onChange, answer } = aDesk()
    const opening = desk.open({ password: PASSWORD, remember: true })

    desk.wipe()
    answer()

    await expect(opening).rejects.toMatchObject({ code: 'workspace_locked' })
    expect(desk.state()).toEqual({ state: 'closed', remembered: false })
    expect([store.saveSealed.mock.calls, onChange.mock.calls]).toEqual([[], []])
  })

  it.each([
    ['closed', 'closed', (desk: Desk) => desk.close(true)],
    ['given another password', 'open', (desk: Desk) => desk.setPassword({ password: 'another', remember: false })],
  ] as const)('%s while the service looks at the password › stays so', async (_what, state, act) => {
    const { desk, store, answer } = aDesk()
    const opening = desk.open({ password: PASSWORD, remember: true })

    act(desk)
    store.saveSealed.mockClear()
    answer()

    await expect(opening).rejects.toMatchObject({ code: 'operator_locked' })
    expect(desk.state()).toMatchObject({ state })
    expect(store.saveSealed).not.toHaveBeenCalled()
  })

  it.each(['close', 'wipe'] as const)('%s › overwrites the password', async (end) => {
    const { desk, answer } = aDesk()
    const made = vi.spyOn(Buffer, 'from')
    onTestFinished(() => {
      made.mockRestore()
    })
    answer()
    await desk.open({ password: PASSWORD, remember: false })
    const held = made.mock.results.map(({ value }) => value as Buffer).filter((one) => one.toString() === PASSWORD)
    expect(held).toHaveLength(1)

    desk[end](false)

    expect(held[0]?.every((byte) => byte === 0)).toBe(true)
    expect(desk.state()).toMatchObject({ state: 'closed' })
  })
})
