// Proves docs/contract/window.md, Everywhere: undo, Items.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { text as message } from '../../i18n/i18n.ts'
import { useToasts } from '../../ui/toasts.ts'
import { usePendingRemovals } from '../../session/pending-removals.ts'
import { answer, askedFor, push, refuse, resetService, status } from './testing/fake-service.ts'
import { mountSetup, settle } from './testing/mount-setup.ts'
import { itemRow } from './testing/samples.ts'
import { useItemDeletion } from './use-item-deletion.ts'

vi.mock('../../api/call.ts', async () => (await import('./testing/fake-service.ts')).fakeCalls)

beforeEach(() => {
  resetService()
  answer('itemsIdDelete', () => undefined)
})

async function mountDeletion() {
  const { result } = await mountSetup(() => useItemDeletion('alice'))
  return { ...result, toasts: useToasts(), pending: usePendingRemovals() }
}

describe('item deletion', () => {
  it('hides at once and calls nothing before the time for Undo is over', async () => {
    const { remove, toasts, pending } = await mountDeletion()
    expect(remove([itemRow(1), itemRow(2)])).toEqual(['item-1', 'item-2'])
    expect([...pending.of('alice')]).toEqual(['item-1', 'item-2'])
    expect(toasts.toasts.at(-1)?.text).toBe("2 items deleted from Alice Weber's vault")
    expect(askedFor('itemsIdDelete')).toEqual([])
    toasts.flush()
    await settle()
    expect(askedFor('itemsIdDelete').map(({ as, params }) => [as, params?.['id']])).toEqual([
      ['alice', 'item-1'],
      ['alice', 'item-2'],
    ])
  })

  it('brings everything back on Undo, and calls nothing', async () => {
    const { remove, toasts, pending } = await mountDeletion()
    remove([itemRow(1)])
    void toasts.undo(toasts.toasts.at(-1)?.id ?? 0)
    toasts.flush()
    await settle()
    expect(pending.of('alice').size).toBe(0)
    expect(askedFor('itemsIdDelete')).toEqual([])
  })

  it('stops where a person wants that: what is not deleted is back, and a message says how many', async () => {
    const { remove, toasts, pending } = await mountDeletion()
    answer('itemsIdDelete', () => toasts.toasts[0]?.work?.stop())
    remove([itemRow(1), itemRow(2), itemRow(3)])
    toasts.flush()
    expect(toasts.toasts[0]?.work?.progress()).toEqual({ done: 0, of: 3 })
    await settle()

    expect(askedFor('itemsIdDelete')).toHaveLength(1)
    expect([...pending.of('alice')]).toEqual(['item-1'])
    expect(toasts.toasts.at(-1)).toMatchObject({
      text: "3 items deleted from Alice Weber's vault. Cancelled after 1 of 3; 2 are left unchanged.",
      tone: 'warn',
    })
  })

  it('ends with a lock in its midst, and says nothing then', async () => {
    const { remove, toasts, pending } = await mountDeletion()
    answer('itemsIdDelete', () => push({ type: 'status', status: status('locked') }))
    remove([itemRow(1), itemRow(2)])
    toasts.flush()
    await settle()

    expect(askedFor('itemsIdDelete')).toHaveLength(1)
    expect(pending.of('alice').size).toBe(0)
    expect(toasts.toasts).toEqual([])
  })

  it('brings back what was refused and says why; what is gone already is fine', async () => {
    const { remove, toasts, pending } = await mountDeletion()
    answer('itemsIdDelete', ({ params }) =>
      params?.['id'] === 'item-1' ? refuse('not_found', 404, 'gone') : refuse('storage_full', 507, 'the disk is full'),
    )
    remove([itemRow(1), itemRow(2)])
    toasts.flush()
    await settle()
    expect([...pending.of('alice')]).toEqual(['item-1'])
    expect(toasts.toasts.at(-1)).toMatchObject({ text: '1 not deleted: The disk is full.', tone: 'bad' })
  })

  it('hides nothing any more after locking, which cancels what waits', async () => {
    const { remove, pending } = await mountDeletion()
    remove([itemRow(1)])
    push({ type: 'status', status: status('locked') })
    expect(pending.of('alice').size).toBe(0)
  })

  it('ends the share of a received one, and declines one that waits, with Undo', async () => {
    answer('sharesRevoke', () => ({ failed: [] }))
    answer('sharesReject', () => ({ failed: [] }))
    const { remove, toasts, pending } = await mountDeletion()
    const sender = { user_id: 'vault-bob', name: 'Bob', connected: true }
    const accepted = itemRow(2, { own: false, share_id: 's2', share_state: 'accepted', sender })
    const waiting = itemRow(3, { own: false, share_id: 's3', share_state: 'acceptance_required', sender })

    expect(remove([itemRow(1), accepted, waiting])).toEqual(['item-1', 'item-2', 'item-3'])
    expect([...pending.of('alice')].sort()).toEqual(['item-1', 'item-2', 's2'])
    expect([...pending.of('alice', 'declined')].sort()).toEqual(['item-3', 's3'])
    const undone = toasts.toasts.find(
      ({ text }) => text === message('parts.ending.decline.one', { item: 'Item 3', person: 'Bob' }),
    )
    void toasts.undo(undone?.id ?? 0)
    toasts.flush()
    await settle()

    expect(askedFor('sharesRevoke').map(({ body }) => body)).toEqual([{ share_ids: ['s2'] }])
    expect(askedFor('sharesReject')).toEqual([])
    expect(askedFor('itemsIdDelete').map(({ params }) => params?.['id'])).toEqual(['item-1'])
  })

  it('leaves a received one alone while nobody knows its share', async () => {
    const { remove, pending } = await mountDeletion()
    expect(remove([itemRow(1, { own: false })])).toEqual([])
    expect(pending.of('alice').size).toBe(0)
  })
})
