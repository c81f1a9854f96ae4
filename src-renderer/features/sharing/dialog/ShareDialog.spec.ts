// Proves docs/contract/window.md, Sharing.

import { beforeEach, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import type { ShareSubject } from '../../../session/share-dialog.ts'
import { useShareDialog } from '../../../session/share-dialog.ts'
import { answer, aStatus, aUser, resetBridge } from '../../../session/testing/fake-bridge.ts'
import { mountAddress } from '../../../session/testing/mount-window.ts'
import { text } from '../../../i18n/i18n.ts'
import { byRole } from '../../../ui/testing/mount-ui.ts'
import { useToasts } from '../../../ui/toasts.ts'
import { aPerson, aShare, sharesReply } from '../testing/a-share.ts'
import ShareDialog from '../ShareDialog.vue'

const PASSPORT = { item_id: 'i', item_label: 'Passport' }
const OF_ONES_OWN = 'You see every such share and can end it.'
const OF_RECEIVED = 'The owner sees and can end every share of it; you see your own.'

const aConnection = (id: string) => ({
  ...aPerson(id),
  connection_id: id,
  user_type: 'human',
  format: 'own',
  fingerprint: null,
})

beforeEach(() => {
  for (const side of ['offsetHeight', 'clientHeight', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(400)
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answer('connectionRows', () => ({ rows: [aConnection('bob'), aConnection('carol')], total: 2 }))
  answer('itemShares', () => ({ rows: [] }))
})

async function openShareDialog(...subjects: readonly ShareSubject[]): Promise<readonly string[]> {
  const component = defineComponent(() => {
    useShareDialog().share('alice', subjects)
    return () => h(ShareDialog)
  })
  await mountAddress([{ path: '/share', component }], '/share')
  await vi.waitFor(() => expect(byRole('option', /Carol/)).toBeDefined())
  return [...document.querySelectorAll('[role=option]')].map((option) => option.textContent.trim())
}

const shownText = (): string => document.body.textContent

it('offers everybody the actor is connected with for an own item', async () => {
  expect(await openShareDialog(PASSPORT)).toEqual(['Bob', 'Carol'])
  expect(shownText()).toContain(OF_ONES_OWN)
  expect(shownText()).not.toContain(OF_RECEIVED)
})

it('shows that the owner of a received item cannot be chosen, and tells who passes it on what is true', async () => {
  expect(await openShareDialog({ ...PASSPORT, owner_id: 'vault-bob' })).toEqual(['Bobowns it', 'Carol'])
  expect(byRole('option', /Bob/).getAttribute('aria-disabled')).toBe('true')
  byRole('button', 'Select all').click()
  await vi.waitFor(() => expect(byRole('option', /Carol/).getAttribute('aria-selected')).toBe('true'))
  expect(byRole('option', /Bob/).getAttribute('aria-selected')).toBe('false')
  expect(shownText()).toContain('1 selected, 200 at most')
  expect(shownText()).toContain(OF_RECEIVED)
})

it('names what is not shared with whom before many items are shared, and sends no call with it', async () => {
  const calls: unknown[] = []
  const hers = aShare(1, { item_id: 'b', direction: 'outgoing', own: true, person: aPerson('carol') })
  const declined = aShare(2, { item_id: 'c', direction: 'outgoing', person: aPerson('carol'), state: 'rejected' })
  const oneSlot = aShare(3, { item_id: 'c', direction: 'outgoing', person: aPerson('carol'), slot_id: 's' })
  answer('shareRows', (request) => {
    const { person_id } = (request as { query: { person_id: string } }).query
    const rows = person_id === 'vault-carol' ? [hers, declined, oneSlot] : []
    return sharesReply(rows, {})
  })
  answer('shareCreate', (request) => {
    calls.push((request as { body: unknown }).body)
    return { created: 2, share_ids: [], failed: [], warnings: [] }
  })

  await openShareDialog(
    { item_id: 'a', item_label: 'Badge', owner_id: 'vault-bob' },
    { item_id: 'b', item_label: 'Passport' },
    { item_id: 'c', item_label: 'Licence' },
  )
  byRole('button', 'Select all').click()

  await vi.waitFor(() => expect(shownText()).toContain('Carol already has 1 of these items; it is left out.'))
  expect(shownText()).toContain('Bob owns 1 of these items; it is left out.')
  expect(shownText()).toContain('4 shares will be made.')
  byRole('button', 'Share with 2 people').click()
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  expect(calls).toMatchObject([
    { recipient_ids: ['vault-bob'], items: [{ item_id: 'b' }, { item_id: 'c' }] },
    { recipient_ids: ['vault-carol'], items: [{ item_id: 'a' }, { item_id: 'c' }] },
  ])
  await vi.waitFor(() => expect(useToasts().toasts[0]?.text).toContain('; 2 left out'))
})

it('ends sharing many where a person wants that: what was made stays, with Undo, and a message says the rest', async () => {
  const subjects = Array.from({ length: 450 }, (_, index) => ({ item_id: `i${index}`, item_label: `Item ${index}` }))
  const first = Promise.withResolvers<unknown>()
  let calls = 0
  answer('shareCreate', () => ((calls += 1), first.promise))
  answer('shareRows', () => sharesReply([], {}))
  await openShareDialog(...subjects)
  byRole('option', /Carol/).click()
  await vi.waitFor(() => expect(shownText()).toContain('450 shares will be made.'))
  byRole('button', 'Share with 1 person').click()
  await vi.waitFor(() => expect(byRole('progressbar', text('sharing.dialog.sealing'))).toBeDefined())

  byRole('button', text('ui.cancel')).click()
  await vi.waitFor(() => expect(byRole('button', text('ui.cancel')).getAttribute('aria-busy')).toBe('true'))
  first.resolve({ created: 200, share_ids: ['s'], failed: [], warnings: [] })

  await vi.waitFor(() => expect(useShareDialog().asked).toBeUndefined())
  expect(calls).toBe(1)
  const toast = useToasts().toasts[0]
  expect(toast).toMatchObject({
    text: 'Cancelled: 200 of 450 shares were made; 250 were not started.',
    tone: 'warn',
  })
  expect(toast?.undo).toBeDefined()
})

it('has no button to share where nobody is connected', async () => {
  answer('connectionRows', () => ({ rows: [], total: 0 }))
  const component = defineComponent(() => {
    useShareDialog().share('alice', [PASSPORT])
    return () => h(ShareDialog)
  })
  await mountAddress([{ path: '/share', component }], '/share')

  await vi.waitFor(() => expect(shownText()).toContain(text('sharing.dialog.nobody')))
  expect(() => byRole('button', text('sharing.dialog.submit'))).toThrow()
})

it('shares nothing where nothing is left for the people who were chosen', async () => {
  await openShareDialog({ ...PASSPORT, owner_id: 'vault-bob' }, { ...PASSPORT, item_id: 'j', owner_id: 'vault-bob' })
  expect(shownText()).toContain('owns all of them')
})

it('offers everybody where the owner is hidden from the one who passes it on', async () => {
  expect(await openShareDialog({ ...PASSPORT, owner_id: null })).toEqual(['Bob', 'Carol'])
  expect(shownText()).toContain(OF_RECEIVED)
})
