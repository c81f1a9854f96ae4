// Proves docs/contract/window.md, Access.

import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '../../../shared/contract/caller.ts'
import type { ListedSession } from '../../../shared/contract/keystore-lists.ts'
import { text } from '../../i18n/i18n.ts'
import { aStatus, aUser } from '../../session/testing/fake-bridge.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import { useToasts } from '../../ui/toasts.ts'
import { useSessions } from './use-sessions.ts'

interface Sent {
  readonly id: string
}
const { send, callService } = vi.hoisted(() => {
  const send = vi.fn<(operation: string, request: unknown) => unknown>()
  return {
    send,
    callService: vi.fn((_as: unknown, { id }: Sent, request: unknown) =>
      Promise.resolve().then(() => send(id, request)),
    ),
  }
})
vi.mock('../../api/call.ts', () => ({ callService, asUser: (user_id: string) => ({ as: 'user', user_id }) }))

const session = (id: string): ListedSession => ({
  id,
  issued_by: 'keystore',
  valid_from: '2026-11-21T09:00:00.000Z',
  valid_till: '2026-11-28T09:00:00.000Z',
  client_identifier: null,
  timezone: null,
  current: false,
  made_by_user_id: null,
})
const own = (id: string) => ({ session_type: 'token', user_access_token: { id }, valid_till: null })
const refusal = (status: number, error: string) =>
  new CallError('x', status, [
    {
      error,
      http_code: status,
      message: 'for a reason',
      requested_language: 'en',
      message_in_requested_language: true,
      extra_info: {},
    },
  ])

describe('useSessions', () => {
  let running: string[]
  let refused: Readonly<Record<string, Error>>
  let ended: string[]

  beforeEach(() => {
    setActivePinia(createPinia())
    useWorkbenchStore().setStatus(aStatus('open'))
    useWorkbenchStore().setUsers([aUser('alice')])
    running = ['of-keystore', 'of-vault', 'one', 'two']
    refused = {}
    ended = []
    send.mockReset()
    send.mockImplementation((operation, request) => {
      if (operation === 'keystore.sessionsGet') return { sessions: running.map(session) }
      if (operation === 'keystore.sessionGet') return own('of-keystore')
      if (operation === 'vault.sessionGet') return own('of-vault')
      if (operation !== 'keystore.sessionsIdDelete') throw new Error(operation)
      const { id } = (request as { params: { id: string } }).params
      if (refused[id]) throw refused[id]
      ended.push(id)
      running = running.filter((other) => other !== id)
      return undefined
    })
  })

  const open = async () => {
    const sessions = useSessions('alice', () => 'Alice')
    await sessions.reload()
    return sessions
  }
  const idsOf = (list: readonly { id: string }[] | undefined) => list?.map(({ id }) => id)
  const settle = () => new Promise((resolve) => setTimeout(resolve))

  it('lists what runs, and tells the two sessions of the window from the others', async () => {
    const { sessions, others, windowIds } = await open()
    for (const [as] of callService.mock.calls) expect(as).toEqual({ as: 'user', user_id: 'alice' })
    expect(idsOf(sessions.value)).toEqual(['of-keystore', 'of-vault', 'one', 'two'])
    expect([...windowIds.value]).toEqual(['of-vault', 'of-keystore'])
    expect(idsOf(others.value)).toEqual(['one', 'two'])
  })

  it('hides a session at once and ends it when Undo is over', async () => {
    const { sessions, end } = await open()
    end([session('one')])
    expect(idsOf(sessions.value)).toEqual(['of-keystore', 'of-vault', 'two'])
    expect(ended).toEqual([])
    useToasts().flush()
    await settle()
    expect(ended).toEqual(['one'])
    expect(idsOf(sessions.value)).toEqual(['of-keystore', 'of-vault', 'two'])
  })

  it('shows a session again after Undo, and sends nothing', async () => {
    const { sessions, end } = await open()
    end([session('one')])
    const toasts = useToasts()
    void toasts.undo(toasts.toasts[0]?.id ?? 0)
    expect(idsOf(sessions.value)).toContain('one')
    toasts.flush()
    await settle()
    expect(ended).toEqual([])
  })

  it('shows a session again that could not be ended, and says why', async () => {
    const { sessions, end } = await open()
    refused = { one: refusal(500, 'internal_error') }
    end([session('one')])
    useToasts().flush()
    await settle()
    expect(idsOf(sessions.value)).toContain('one')
    expect(useToasts().toasts.at(-1)?.text).toBe(text('access.sessions.endFailed', { reason: 'For a reason.' }))
  })

  it('takes a session that is gone already as ended', async () => {
    const { end } = await open()
    refused = { one: refusal(404, 'not_found') }
    end([session('one')])
    useToasts().flush()
    await settle()
    expect(useToasts().toasts).toHaveLength(1)
  })

  it('ends all but those of the window, also one that started meanwhile', async () => {
    const { sessions, endOthers } = await open()
    running = ['newer', ...running]
    refused = { one: refusal(404, 'not_found') }
    expect(await endOthers()).toBe(3)
    expect(ended).toEqual(['newer', 'two'])
    running = ['of-keystore', 'of-vault']
    await settle()
    expect(idsOf(sessions.value)).not.toContain('two')
  })

  it('stops at the first session that cannot be ended', async () => {
    const { endOthers } = await open()
    refused = { one: refusal(500, 'internal_error') }
    await expect(endOthers()).rejects.toThrow('for a reason')
    expect(ended).toEqual([])
  })

  it.each([
    ['keystore', 'keystore.sessionLimitedInTimePost'],
    ['vault', 'vault.sessionLimitedInTimePost'],
  ] as const)('starts a limited session of the %s', async (part, operation) => {
    const { startLimited } = await open()
    send.mockImplementationOnce(() => ({ session: { session_authentication_string: 'a token', valid_till: 'then' } }))
    expect(await startLimited(part, 90)).toEqual({ token: 'a token', validTill: 'then' })
    expect(send).toHaveBeenCalledWith(operation, { body: { valid_for: 90 } })
  })
})
