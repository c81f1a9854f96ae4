// Proves docs/contract/window.md, Access.

import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '../../../shared/contract/caller.ts'
import { text as message } from '../../i18n/i18n.ts'
import { aStatus, aUser } from '../../session/testing/fake-bridge.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import { useToasts } from '../../ui/toasts.ts'
import { useLoginKeys } from './use-login-keys.ts'

const { send } = vi.hoisted(() => ({ send: vi.fn<(operation: string, request: unknown) => unknown>() }))
vi.mock('../../api/call.ts', () => ({
  asUser: (user_id: string) => ({ as: 'user', user_id }),
  call: (operation: { id: string }, request: unknown) => Promise.resolve(send(operation.id, request)),
  callService: (_as: unknown, { id }: { id: string }, request: unknown) => Promise.resolve(send(id, request)),
}))

const key = (id: string) => ({ id, label: `key ${id}`, created_at: '2026-11-21T09:00:00.000Z', expire_at: null })

describe('useLoginKeys', () => {
  beforeEach(() => {
    setActivePinia(createPinia())
    useWorkbenchStore().setStatus(aStatus('open'))
    useWorkbenchStore().setUsers([aUser('alice')])
    send.mockReset()
    send.mockImplementation((operation) =>
      operation === 'keystore.loginKeysGet' ? { login_keys: [key('1'), key('2')] } : undefined,
    )
  })

  it('deletes with Undo', async () => {
    const { loginKeys, remove } = useLoginKeys('alice', () => 'Alice')
    await vi.waitFor(() => expect(loginKeys.value).toHaveLength(2))
    remove([key('1')])
    expect(loginKeys.value).toEqual([key('2')])
    expect(send).toHaveBeenCalledTimes(1)
    expect(useToasts().toasts[0]?.text).toBe(message('access.loginKeys.deleted', { label: 'key 1', name: 'Alice' }))
    useToasts().flush()
    await vi.waitFor(() => {
      expect(send).toHaveBeenCalledWith('keystore.loginKeysIdDelete', { params: { id: '1' } })
    })
  })

  it('deletes several with one Undo, brings back what is refused, and says of how many', async () => {
    const { loginKeys, remove } = useLoginKeys('alice', () => 'Alice')
    await vi.waitFor(() => expect(loginKeys.value).toHaveLength(2))
    send.mockImplementation((operation) => {
      if (operation === 'keystore.loginKeysIdDelete') throw new CallError('locked', 423, [])
      return { login_keys: [key('1'), key('2')] }
    })

    remove([key('1'), key('2')])
    expect(loginKeys.value).toEqual([])
    useToasts().flush()
    await vi.waitFor(() => expect(loginKeys.value).toHaveLength(2))

    expect(useToasts().toasts.map(({ text }) => text)).toEqual([
      message('rows.andOthers', { said: 'Login key “key 1” of Alice deleted', count: 1 }),
      expect.stringMatching(/not deleted.*\(and 1 more\)$/),
    ])
  })

  it('makes a key and reads the list again', async () => {
    const { create, loginKeys } = useLoginKeys('alice', () => 'Alice')
    await vi.waitFor(() => expect(loginKeys.value).toHaveLength(2))
    send.mockClear()
    send.mockImplementationOnce(() => ({ ...key('3'), login_key: 'shown once' }))
    expect(await create({ label: 'Crane', expireAt: null, passphrase: 'typed' })).toBe('shown once')
    expect(send).toHaveBeenNthCalledWith(1, 'workbench.loginKeyMake', {
      params: { user_id: 'alice' },
      body: { passphrase: 'typed', label: 'Crane', expire_at: null },
    })
    expect(send).toHaveBeenNthCalledWith(2, 'keystore.loginKeysGet', {})
  })
})
