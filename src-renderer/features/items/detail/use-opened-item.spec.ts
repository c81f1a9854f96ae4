// Proves docs/contract/window.md, Everywhere, Items.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick, ref } from 'vue'
import { answer, askedFor, push, pushChange, refuse, resetService, status } from '../testing/fake-service.ts'
import { mountSetup, settle } from '../testing/mount-setup.ts'
import { openedItem } from '../testing/samples.ts'
import { useOpenedItem } from './use-opened-item.ts'

vi.mock('../../../api/call.ts', async () => (await import('../testing/fake-service.ts')).fakeCalls)

beforeEach(() => {
  resetService()
  answer('itemOpen', ({ params }) => openedItem(undefined, { id: params?.['item_id'] ?? '' }))
})

async function mountOpened() {
  const id = ref<string | undefined>('item-1')
  const mounted = await mountSetup(() => useOpenedItem('alice', () => id.value))
  await settle()
  return { ...mounted, id }
}

describe('opened item', () => {
  it('is gone in the moment another one is asked for', async () => {
    const { result, id } = await mountOpened()
    expect(result.opened.value?.item.id).toBe('item-1')
    id.value = 'item-2'
    expect(result.opened.value).toBeUndefined()
    await settle()
    expect(result.opened.value?.item.id).toBe('item-2')
  })

  it('ignores an answer that comes after the next one was asked for', async () => {
    const { result, id } = await mountOpened()
    id.value = 'item-2'
    id.value = undefined
    await settle()
    expect(result.opened.value).toBeUndefined()
  })

  it('is read again in place when something of its user changed, and not for others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const id = ref<string | undefined>('item-1')
    const { result } = await mountSetup(() => useOpenedItem('alice', () => id.value))
    await vi.advanceTimersByTimeAsync(0)
    answer('itemOpen', () => openedItem(undefined, { label: 'Renamed' }))
    pushChange('vault-bob')
    await vi.advanceTimersByTimeAsync(200)
    expect(result.opened.value?.item.label).toBe('Passport')
    pushChange()
    pushChange()
    expect(result.opened.value?.item.label).toBe('Passport')
    await vi.advanceTimersByTimeAsync(200)
    expect(result.opened.value?.item.label).toBe('Renamed')
    expect(askedFor('itemOpen')).toHaveLength(2)
    vi.useRealTimers()
  })

  it('says why an item cannot be shown, and shows nothing older', async () => {
    const { result } = await mountOpened()
    answer('itemOpen', () => refuse('not_found', 404, 'no such item'))
    await result.open()
    expect(result.failure.value).toMatchObject({ code: 'not_found', message: 'No such item.' })
    expect(result.opened.value).toBeUndefined()
  })

  it('drops every value in the moment of locking', async () => {
    const { result } = await mountOpened()
    push({ type: 'status', status: status('locked') })
    expect(result.opened.value).toBeUndefined()
    await nextTick()
    expect(result.opened.value).toBeUndefined()
  })
})
