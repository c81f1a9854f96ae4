// Proves docs/contract/window.md, Everywhere.

import { describe, expect, it, vi } from 'vitest'
import { refusal } from '../session/testing/fake-bridge.ts'
import { useAttempt, useQuestion } from './use-attempt.ts'

const refused = () => Promise.reject(refusal('not_found', 404, 'there is none'))

describe('useAttempt', () => {
  it('is busy with one thing at a time', async () => {
    let end: (answer: string) => void = () => undefined
    const act = vi.fn((_name: string) => new Promise<string>((resolve) => (end = resolve)))
    const { busy, isBusyWith, run } = useAttempt(act)

    const first = run('one')
    expect(await run('two')).toBeUndefined()

    expect([isBusyWith('one'), isBusyWith('two')]).toEqual([true, false])
    end('done')
    expect(await first).toBe('done')
    expect(busy.value).toBe(false)
    expect(act).toHaveBeenCalledTimes(1)
  })

  it('says why it was refused, until it is tried again', async () => {
    let act: () => Promise<void> = refused
    const told = vi.fn()
    const { failure, run } = useAttempt(() => act(), { refused: told })

    await run()
    expect(failure.value).toMatchObject({ code: 'not_found', message: 'There is none.' })
    expect(told).toHaveBeenCalledExactlyOnceWith(failure.value)

    act = () => Promise.resolve()
    await run()
    expect(failure.value).toBeUndefined()
  })

  it('throws on what is a bug', async () => {
    const { busy, run } = useAttempt(() => Promise.reject(new Error('a bug')))

    await expect(run()).rejects.toThrow('a bug')
    expect(busy.value).toBe(false)
  })
})

describe('useQuestion', () => {
  it('does it after a yes, and keeps what it was about while it closes', async () => {
    const act = vi.fn(() => Promise.resolve())
    const { ask, asked, dialog } = useQuestion(act)

    ask('Crane')
    expect(dialog.value.open).toBe(true)
    expect(act).not.toHaveBeenCalled()
    await dialog.value.onConfirm()

    expect(act).toHaveBeenCalledExactlyOnceWith('Crane')
    expect([dialog.value.open, asked.value]).toEqual([false, 'Crane'])
  })

  it('stays open with a refusal, which the next question does not show', async () => {
    const { ask, dialog } = useQuestion<string>(refused)

    ask('Crane')
    await dialog.value.onConfirm()
    expect(dialog.value).toMatchObject({ open: true, failure: { code: 'not_found' } })

    ask('Quay')
    expect(dialog.value.failure).toBeUndefined()
  })
})
