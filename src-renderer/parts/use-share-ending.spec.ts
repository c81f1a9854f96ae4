// Proves docs/contract/window.md, Everywhere: undo, Items, Sharing.

import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, askedFor, aStatus, aUser, resetBridge } from '../session/testing/fake-bridge.ts'
import { leave } from '../session/leaving.ts'
import { usePendingRemovals } from '../session/pending-removals.ts'
import { startWorkbench } from '../session/use-workbench.ts'
import { useToasts } from '../ui/toasts.ts'
import { useShareEnding } from './use-share-ending.ts'

const share = (share_id: string) => ({ share_id, item_label: 'Passport', person: { name: 'Bob' } })

beforeEach(async () => {
  setActivePinia(createPinia())
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  await startWorkbench()
})

describe('useShareEnding', () => {
  it('sends nothing before the time for Undo is over, and nothing after Undo', () => {
    const { end } = useShareEnding('alice')
    end('revoke', [share('1')])
    expect([...usePendingRemovals().of('alice')]).toEqual(['1'])

    void useToasts().undo(useToasts().toasts.at(-1)?.id ?? 0)
    useToasts().flush()

    expect(usePendingRemovals().of('alice').size).toBe(0)
    expect(askedFor('sharesRevoke')).toHaveLength(0)
  })

  it('brings back what was refused and says why; what was gone already stays away', async () => {
    const failed = [
      { share_id: '1', code: 'not_found', message: 'there is no such share' },
      { share_id: '2', code: 'forbidden', message: 'not yours' },
    ]
    answer('sharesRevoke', () => ({ done: 1, failed }))
    useShareEnding('alice').end('revoke', ['1', '2', '3'].map(share))

    useToasts().flush()

    await vi.waitFor(() => expect(useToasts().toasts.at(-1)?.text).toBe('1 not revoked: not yours'))
    expect([...usePendingRemovals().of('alice')]).toEqual(['1', '3'])
  })

  it('can be stopped between two calls: what is left comes back, and a message says how many', async () => {
    answer('sharesRevoke', async () => {
      await Promise.resolve()
      useToasts().stop(useToasts().toasts[0]?.id ?? 0)
      return { done: 50, failed: [{ share_id: '3', code: 'forbidden', message: 'not yours' }] }
    })
    const ids = Array.from({ length: 120 }, (_, index) => String(index))
    useShareEnding('alice').end('revoke', ids.map(share))

    useToasts().flush()
    expect(useToasts().toasts[0]?.work?.progress()).toEqual({ done: 0, of: 120 })

    await vi.waitFor(() => expect(useToasts().toasts).toHaveLength(3))
    expect(
      useToasts()
        .toasts.map(({ text }) => text)
        .slice(1),
    ).toEqual([
      '120 shares of Alice revoked. Cancelled after 50 of 120; 70 are left unchanged.',
      '1 not revoked: not yours',
    ])
    expect(askedFor('sharesRevoke')).toHaveLength(1)
    expect([...usePendingRemovals().of('alice')]).toEqual(ids.slice(0, 50).filter((id) => id !== '3'))
  })

  it('undoes sharing many with progress, until it is stopped; the next Undo goes on', async () => {
    const ids = Array.from({ length: 120 }, (_, index) => String(index))
    const { withdraw } = useShareEnding('alice')
    useToasts().show({ text: 'Shared', link: null, undo: () => withdraw(ids) })
    answer('sharesRevoke', async () => {
      await Promise.resolve()
      expect(useToasts().toasts[0]?.work?.progress()).toEqual({ done: 0, of: 120 })
      useToasts().stop(useToasts().toasts[0]?.id ?? 0)
      return { done: 50, failed: [] }
    })

    expect(await useToasts().undoLast()).toMatchObject({ undone: false })

    expect(useToasts().toasts[1]).toMatchObject({
      text: 'Cancelled after 50 of 120; 70 are left unchanged.',
      tone: 'warn',
    })
    answer('sharesRevoke', () => ({ done: 0, failed: [{ share_id: '1', code: 'not_found', message: 'is over' }] }))
    expect(await useToasts().undoLast()).toMatchObject({ undone: true, toast: { text: 'Shared' } })
    expect(askedFor('sharesRevoke').map(({ body }) => body)).toHaveLength(4)
  })

  it('ends no more shares of an Undo once the workspace is locked', async () => {
    answer('sharesRevoke', () => (leave(), { done: 50, failed: [] }))
    const ids = Array.from({ length: 120 }, (_, index) => String(index))

    await useShareEnding('alice').withdraw(ids).ended

    expect(askedFor('sharesRevoke')).toHaveLength(1)
  })

  it('hides a received copy with its share, until lists know what became of it', async () => {
    vi.useFakeTimers()
    answer('sharesRevoke', () => ({ done: 1, failed: [] }))
    useShareEnding('alice').end('leave', [{ ...share('1'), copy_id: 'copy' }])
    expect([...usePendingRemovals().of('alice')]).toEqual(['1', 'copy'])

    useToasts().flush()
    await vi.advanceTimersByTimeAsync(1500)

    expect(askedFor('sharesRevoke')[0]?.body).toEqual({ share_ids: ['1'] })
    expect([...usePendingRemovals().of('alice')]).toEqual(['1'])
    vi.useRealTimers()
  })

  it('hides what was declined from what waits alone', () => {
    useShareEnding('alice').end('decline', [share('1')])
    expect([...usePendingRemovals().of('alice', 'declined')]).toEqual(['1'])
    expect(usePendingRemovals().of('alice').size).toBe(0)
  })
})
