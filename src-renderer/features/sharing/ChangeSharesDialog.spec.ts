// Proves docs/contract/window.md, Everywhere: lists, Everywhere: undo, Sharing.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { text } from '../../i18n/i18n.ts'
import { leave } from '../../session/leaving.ts'
import { answer, askedFor, aStatus, aUser, resetBridge } from '../../session/testing/fake-bridge.ts'
import { mountAddress } from '../../session/testing/mount-window.ts'
import { byRole } from '../../ui/testing/mount-ui.ts'
import { useToasts } from '../../ui/toasts.ts'
import ChangeSharesDialog from './ChangeSharesDialog.vue'
import { aPerson, aShare } from './testing/a-share.ts'

const SHARES = Array.from({ length: 150 }, (_, index) => aShare(index, { direction: 'outgoing', own: true }))
const idOf = (index: number): string => aShare(index).share_id

const changed = vi.fn()

beforeEach(() => {
  resetBridge()
  changed.mockReset()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
})

/** Allows on-sharing of all of them. */
async function change(shares = SHARES): Promise<void> {
  const component = defineComponent(
    () => () => h(ChangeSharesDialog, { actor: 'alice', shares, open: true, onChanged: changed }),
  )
  await mountAddress(
    [
      { path: '/', component },
      { path: '/sharing/:actor/:tab/:share?', name: 'sharing', component },
    ],
    '/',
  )
  const onward = await vi.waitUntil(() => document.querySelector<HTMLSelectElement>('select[name=onward]'))
  onward.value = 'yes'
  onward.dispatchEvent(new Event('change', { bubbles: true }))
  byRole('button', text('sharing.change.save')).click()
}

const idsAskedFor = (): readonly number[] =>
  askedFor('sharesChange').map(({ body }) => (body as { share_ids: string[] }).share_ids.length)

describe('changing many shares', () => {
  it('shows progress, and Cancel ends it after the current call; what was changed can be restored', async () => {
    const first = Promise.withResolvers<unknown>()
    answer('sharesChange', () => first.promise)
    await change()
    await vi.waitFor(() => byRole('progressbar', text('sharing.change.working')))
    byRole('button', text('ui.cancel')).click()
    await vi.waitFor(() => expect(byRole('button', text('ui.cancel')).getAttribute('aria-busy')).toBe('true'))
    first.resolve({ done: 99, failed: [{ share_id: idOf(3), code: 'gone', message: 'is over' }] })

    await vi.waitFor(() => expect(useToasts().toasts).toHaveLength(1))
    expect(useToasts().toasts[0]).toMatchObject({
      text: 'Alice changed 99 shares with Bob. 1 not changed: is over Cancelled after 100 of 150; 50 are left unchanged.',
      tone: 'warn',
    })
    expect(changed.mock.calls).toEqual([[new Map([[idOf(3), 'is over']])]])
    expect(idsAskedFor()).toEqual([100])

    answer('sharesChange', () => ({ done: 99, failed: [] }))
    expect(await useToasts().undoLast()).toMatchObject({ undone: true })
    expect(idsAskedFor()).toEqual([100, 99])
    expect(askedFor('sharesChange')[1]?.body).toMatchObject({ onsharing_permitted: false })
  })

  it('restores what is left with the next Undo, when one was stopped', async () => {
    answer('sharesChange', () => ({ done: 1, failed: [] }))
    await change()
    await vi.waitFor(() => expect(useToasts().toasts).toHaveLength(1))
    answer('sharesChange', async () => {
      await Promise.resolve()
      useToasts().stop(useToasts().toasts[0]?.id ?? 0)
      return { done: 1, failed: [] }
    })

    expect(await useToasts().undoLast()).toMatchObject({ undone: false })
    expect(useToasts().toasts[1]?.text).toBe('Cancelled after 100 of 150; 50 are left unchanged.')
    answer('sharesChange', () => ({ done: 1, failed: [] }))
    expect(await useToasts().undoLast()).toMatchObject({ undone: true })

    expect(idsAskedFor()).toEqual([100, 50, 100, 50])
  })

  it('goes on with the next call when one is refused, and says of which shares', async () => {
    let calls = 0
    answer('sharesChange', () => {
      calls += 1
      if (calls === 1) throw new TypeError('the connection is lost')
      return { done: 50, failed: [] }
    })
    await change()

    await vi.waitFor(() => expect(useToasts().toasts).toHaveLength(1))
    expect(useToasts().toasts[0]?.text).toContain('Alice changed 50 shares with Bob. 100 not changed: ')
  })

  it('ends with the lock, in silence', async () => {
    answer('sharesChange', () => (leave(), { done: 100, failed: [] }))
    await change()

    await vi.waitFor(() => expect(idsAskedFor()).toEqual([100]))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(idsAskedFor()).toEqual([100])
    expect([useToasts().toasts, changed.mock.calls]).toEqual([[], []])
  })

  it('sends only to whom the acting user may change it', async () => {
    const others = SHARES.slice(0, 5).map((share) => ({ ...share, own: false, via: aPerson('dave') }))
    answer('sharesChange', () => ({ done: 1, failed: [] }))
    await change([...others, ...SHARES.slice(5, 7)])

    await vi.waitFor(() => expect(idsAskedFor()).toEqual([2]))
  })
})
