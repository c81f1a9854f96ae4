// Proves docs/contract/window.md, Everywhere: lists, Sharing.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { text as message } from '../../i18n/i18n.ts'
import {
  answer,
  arrive,
  askedFor,
  aStatus,
  aUser,
  push,
  refusal,
  resetBridge,
} from '../../session/testing/fake-bridge.ts'
import type { ShareRow } from '../../../shared/contract/workbench-sharing.ts'
import { giveSizes } from '../../ui/testing/mount-ui.ts'
import { useToasts } from '../../ui/toasts.ts'
import { aPerson, aShare, sharesReply } from './testing/a-share.ts'
import { mountSharing } from './testing/mount-sharing.ts'

let rows: readonly ShareRow[] = []

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice'), aUser('bob')] }))
  answer('shareRows', ({ query }) => sharesReply(rows, query))
  answer('awaitedCopies', () => ({ copies: [] }))
  rows = [aShare(1)]
})

function type(field: HTMLInputElement | null, text: string): void {
  if (field === null) throw new Error('no field')
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.form?.requestSubmit()
}

const shownText = (): string => document.body.textContent
const buttonNamed = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === name)
  if (found === undefined) throw new Error(`no button ${name}`)
  return found
}

async function openChange(): Promise<void> {
  await mountSharing(`/u/alice/sharing/outgoing/${aShare(1).share_id}`)
  await vi.waitFor(() => expect(shownText()).toContain(message('sharing.bulk.end.outgoing')))
  buttonNamed(message('sharing.change.save')).click()
  await vi.waitFor(() =>
    expect(shownText()).toContain(message('sharing.change.one', { item: 'Item 1', person: 'Bob' })),
  )
}

function chooseOnward(value: string): void {
  const onward = document.querySelector<HTMLSelectElement>('select[name=onward]')
  if (onward) onward.value = value
  onward?.dispatchEvent(new Event('change', { bubbles: true }))
  document.querySelector<HTMLFormElement>('[role=dialog] form')?.requestSubmit()
}

describe('sharing', () => {
  it('asks for what waits first, and for each direction in its tab', async () => {
    await mountSharing('/u/alice/sharing')
    await arrive()
    expect(askedFor('shareRows')[0]?.query).toMatchObject({ direction: 'incoming', state: 'acceptance_required' })

    await mountSharing('/u/alice/sharing/outgoing')
    await arrive()
    expect(askedFor('shareRows').at(-1)?.query).toMatchObject({ direction: 'outgoing' })

    await mountSharing('/u/alice/sharing/outgoing?state=not_rejected')
    await arrive()
    expect(askedFor('shareRows').at(-1)?.query).toMatchObject({ direction: 'outgoing', declined: false })
  })

  it('keeps to the shares of one item when one is opened, until every one is asked for', async () => {
    giveSizes()
    await mountSharing('/u/alice/sharing/outgoing?item=i1')
    const row = await vi.waitFor(() => document.querySelector<HTMLElement>('[data-index="0"]') ?? expect.fail('no row'))
    row.click()
    await vi.waitFor(() => expect(shownText()).toContain(message('sharing.fact.key')))
    expect(askedFor('shareRows').at(-1)?.query).toMatchObject({ item_id: 'i1' })

    buttonNamed(message('sharing.filter.everyItem')).click()

    await vi.waitFor(() => expect(askedFor('shareRows').at(-1)?.query).not.toHaveProperty('item_id'))
  })

  it('shows the newest shares at once, says that the others are read, and lists them when they are', async () => {
    rows = Array.from({ length: 130 }, (_, number) => aShare(number))
    let complete = false
    answer('shareRows', ({ query }) => {
      const whole = sharesReply(rows, query)
      return complete ? whole : { ...whole, rows: whole.rows.slice(0, 50), complete }
    })
    await mountSharing('/u/alice/sharing/incoming')
    await vi.waitFor(() => expect(shownText()).toContain('Loading 80 more'))
    const asks = askedFor('shareRows').length

    complete = true
    push({ type: 'shares-read', user_id: 'bob' })
    await arrive()
    expect(askedFor('shareRows')).toHaveLength(asks)
    push({ type: 'shares-read', user_id: 'alice' })
    await vi.waitFor(() => expect(shownText()).not.toContain('Loading 80 more'))
    expect(askedFor('shareRows')).toHaveLength(asks + 1)
  })

  it('lists what a line of the graph stands for, chosen by the keyboard', async () => {
    rows = [aShare(1), aShare(2, { person: aPerson('carol') })]
    answer('shareRows', ({ query }) =>
      sharesReply((query as { direction: string }).direction === 'incoming' ? rows : [], query),
    )
    await mountSharing('/u/alice/sharing/graph')
    const lineOf = (name: string) => document.querySelector<SVGElement>(`[role=button][aria-label^="${name} to"]`)
    const listed = () => [...document.querySelectorAll('tbody a')].map((link) => link.textContent)
    await vi.waitFor(() => expect(listed()).toEqual(['Item 1', 'Item 2']))

    lineOf('Carol')?.focus()
    expect(document.activeElement).toBe(lineOf('Carol'))
    lineOf('Carol')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    await arrive()

    expect(listed()).toEqual(['Item 2'])
    expect(lineOf('Carol')?.getAttribute('aria-pressed')).toBe('true')
  })

  it('says beside the title how many shares invitations carry', async () => {
    const intents = [1, 2].map((number) => ({
      ...{ id: `p${number}`, item_id: 'item-1', slot_id: null, item_still_exists: true, slot_still_exists: true },
      ...{ invitation_id: 'i', acceptance_required: 'acceptance_not_required', onsharing_permitted: false },
      ...{ terms: null, expires_at: null, created_at: '2026-11-20T08:00:00.000Z' },
    }))
    answer('invitationRows', () => ({ rows: [] }))
    answer('forward as user', ({ body }) => {
      const isIntents = Reflect.get(Object(body), 'operation') === 'vault.shareIntentsGet'
      const entries = isIntents ? { share_intents: intents } : { items: [{ id: 'item-1', label: 'Boat' }] }
      return { ok: true, status: 200, body: { ...entries, next_page_after: null } }
    })
    await mountSharing('/u/alice/sharing/planned')

    await vi.waitFor(() =>
      expect(document.querySelector('h1')?.parentElement?.textContent).toContain('Alice · 2 shares'),
    )
  })

  it('explains connection where nothing is shared yet', async () => {
    rows = []
    await mountSharing('/u/alice/sharing/outgoing')
    await vi.waitFor(() => expect(shownText()).toContain('Connect first, then share'))
  })

  it('hides the values before acceptance and accepts with one call', async () => {
    const waiting = aShare(1, { state: 'acceptance_required', terms: 'Only for the visa' })
    rows = [waiting]
    const item = { id: 'item-1', label: 'Item 1', own: false, owner_id: null }
    const share = { ...waiting, sender: waiting.person, owner: null, single_slot: false, needs_passphrase: false }
    const slots = [{ id: 's', label: 'Number', state: 'withheld', value: null, verification: null }]
    answer('shareOpen', () => ({ item, share, slots, tags: [] }))
    answer('shareAccept', () => ({ item, share: { ...share, state: 'accepted' }, slots, tags: [] }))
    await mountSharing(`/u/alice/sharing/waiting/${waiting.share_id}`)
    await vi.waitFor(() => expect(shownText()).toContain('Only for the visa'))
    expect(shownText()).toContain('Contents are hidden until you accept')
    expect(shownText()).toContain(message('sharing.fact.ownerHidden'))

    buttonNamed(message('parts.answer.accept')).click()

    await vi.waitFor(() => expect(askedFor('shareAccept')).toHaveLength(1))
  })

  describe('of shares that wait', () => {
    const opened = (): string | undefined =>
      document.querySelector('[aria-label="Share"] h2')?.textContent.replace(/ · .*/, '')
    const openedOf = (row: ShareRow, state: ShareRow['state']) => ({
      item: { id: row.item_id ?? '', label: row.item_label, own: false, owner_id: null },
      share: { ...row, state, sender: row.person, owner: null, single_slot: false, needs_passphrase: false },
      slots: [],
      tags: [],
    })
    const rowOf = (params: unknown): ShareRow => {
      const found = rows.find(({ share_id }) => share_id === Reflect.get(Object(params), 'share_id'))
      if (found === undefined) throw new Error('no such share')
      return found
    }

    beforeEach(() => {
      giveSizes()
      const all = [1, 2, 3].map((number) => aShare(number, { state: 'acceptance_required' }))
      rows = all
      answer('shareOpen', ({ params }) => openedOf(rowOf(params), 'acceptance_required'))
      answer('shareAccept', ({ params }) => {
        const row = rowOf(params)
        rows = rows.filter((one) => one !== row)
        return openedOf(row, 'accepted')
      })
    })

    it('opens the next one where one is accepted in the pane, and the message leads to its item', async () => {
      await mountSharing(`/u/alice/sharing/waiting/${aShare(2).share_id}`)
      await vi.waitFor(() => expect(opened()).toBe('Item 2'))
      await vi.waitFor(() => expect(shownText()).toContain('Contents are hidden until you accept'))

      buttonNamed(message('parts.answer.accept')).click()

      await vi.waitFor(() => expect(opened()).toBe('Item 3'))
      const told = useToasts().toasts.at(-1)
      expect(told?.text).toBe(message('parts.answer.accepted', { name: 'Alice', items: 'Item 2', people: 'Bob' }))
      expect(told?.link).toMatchObject({ name: 'items', params: { actor: 'alice', id: 'item-2' } })
    })

    it('opens the next one also where the list dropped the answered one first', async () => {
      let reply = (): void => undefined
      answer('shareAccept', async ({ params }) => {
        const row = rowOf(params)
        rows = rows.filter((one) => one !== row)
        await new Promise<void>((done) => (reply = done))
        return openedOf(row, 'accepted')
      })
      await mountSharing(`/u/alice/sharing/waiting/${aShare(2).share_id}`)
      await vi.waitFor(() => expect(shownText()).toContain('Contents are hidden until you accept'))
      buttonNamed(message('parts.answer.accept')).click()
      await arrive()
      push({ type: 'shares-read', user_id: 'alice' })
      await vi.waitFor(() => expect(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')).toBe('3'))

      reply()

      await vi.waitFor(() => expect(opened()).toBe('Item 3'))
    })

    it('opens the next one where one is declined in the pane', async () => {
      await mountSharing(`/u/alice/sharing/waiting/${aShare(1).share_id}`)
      await vi.waitFor(() => expect(shownText()).toContain('Contents are hidden until you accept'))

      const pane = document.querySelector('[aria-label="Waiting for your acceptance."]')
      ;[...(pane?.querySelectorAll('button') ?? [])].find((one) => one.textContent.trim() === 'Decline')?.click()

      await vi.waitFor(() => expect(opened()).toBe('Item 2'))
    })

    it('opens what is left where the opened one is accepted with others', async () => {
      await mountSharing(`/u/alice/sharing/waiting/${aShare(1).share_id}`)
      await vi.waitFor(() => expect(opened()).toBe('Item 1'))
      for (const row of [0, 1]) {
        document.querySelector<HTMLElement>(`[data-index="${row}"] input[type=checkbox]`)?.click()
        await arrive()
      }

      buttonNamed(message('sharing.bulk.accept')).click()

      await vi.waitFor(() => expect(opened()).toBe('Item 3'))
      expect(useToasts().toasts.at(-1)?.text).toBe(
        message('parts.answer.accepted', { name: 'Alice', items: 'Item 1 and Item 2', people: 'Bob' }),
      )
    })

    it('keeps an accepted one open in a list that keeps it', async () => {
      answer('shareAccept', ({ params }) => {
        const row = rowOf(params)
        rows = rows.map((one) => (one === row ? { ...one, state: 'accepted' as const } : one))
        return openedOf(row, 'accepted')
      })
      await mountSharing(`/u/alice/sharing/incoming/${aShare(2).share_id}`)
      await vi.waitFor(() => expect(shownText()).toContain('Contents are hidden until you accept'))

      buttonNamed(message('parts.answer.accept')).click()

      await vi.waitFor(() =>
        expect(useToasts().toasts.at(-1)?.text).toBe(
          message('parts.answer.accepted', { name: 'Alice', items: 'Item 2', people: 'Bob' }),
        ),
      )
      expect(opened()).toBe('Item 2')
    })
  })

  it('says so when the item is shown through another share', async () => {
    const other = aShare(2)
    const item = { id: 'item-1', label: 'Item 1', own: false, owner_id: null }
    const share = { ...other, sender: other.person, owner: other.person, single_slot: false, needs_passphrase: false }
    answer('shareOpen', () => ({ item, share, slots: [], tags: [] }))
    await mountSharing(`/u/alice/sharing/incoming/${aShare(1).share_id}`)
    await vi.waitFor(() => expect(shownText()).toContain('Shown through another share'))
  })

  it('reads a long list page by page', async () => {
    rows = Array.from({ length: 10_000 }, (_, number) => aShare(number))
    await mountSharing('/u/alice/sharing/incoming')
    await vi.waitFor(() => expect(shownText()).toContain('10,000 shares'))
    expect(askedFor('shareRows')).toHaveLength(1)
    expect(askedFor('shareRows')[0]?.query).toMatchObject({ offset: 0, limit: 100 })
  })

  it('finds the share of a link that is on no page of the list that was read, and offers both sides of it', async () => {
    rows = Array.from({ length: 300 }, (_, number) => aShare(number, { direction: 'outgoing' }))
    await mountSharing(`/u/alice/sharing/outgoing/${aShare(250).share_id}`)
    await vi.waitFor(() => expect(shownText()).toContain(message('sharing.bulk.end.outgoing')))
    expect(document.querySelector('[aria-label="Share"] h2')?.textContent).toBe('Item 250')
    expect(document.querySelector('a[href^="/side-by-side/alice/bob?share="]')).not.toBeNull()
  })

  it('reads the share of a link again with the list where it could not be read', async () => {
    rows = Array.from({ length: 300 }, (_, number) => aShare(number))
    let fails = true
    answer('shareRows', ({ query }) => {
      const { share_id } = query as { readonly share_id?: string }
      if (share_id !== undefined && fails) throw refusal('internal_error', 500)
      return sharesReply(rows, query)
    })
    await mountSharing(`/u/alice/sharing/outgoing/${aShare(250).share_id}`)
    const asked = () => askedFor('shareRows').filter(({ query }) => Object.hasOwn(Object(query) as object, 'share_id'))
    await vi.waitFor(() => expect(asked()).toHaveLength(1))
    await arrive()
    expect(shownText()).toContain(message('sharing.gone.title'))

    fails = false
    const share = { eventable_type: 'Share', eventable_id: 'other', item_id: null, share_id: null } as const
    push({ type: 'change', vault_user_id: 'vault-alice', name: 'share.updated', ...share })

    await vi.waitFor(() => expect(shownText()).toContain('Item 250'))
  })

  it('changes only what was chosen, and says why a share stays as it is', async () => {
    rows = [aShare(1, { direction: 'outgoing', own: true })]
    const reason = 'the share is over'
    answer('sharesChange', () => ({
      done: 0,
      failed: [{ share_id: rows[0]?.share_id, code: 'gone', message: reason }],
    }))
    await openChange()
    chooseOnward('yes')

    await vi.waitFor(() => expect(askedFor('sharesChange')).toHaveLength(1))
    expect(askedFor('sharesChange')[0]?.body).toEqual({ share_ids: [aShare(1).share_id], onsharing_permitted: true })
    await vi.waitFor(() => expect(useToasts().toasts.at(-1)?.text).toBe(`1 not changed: ${reason}`))
  })

  it.each([
    { who: 'an on-sharer', share: { own: false }, fields: ['expiry'], hint: 'no later than the share you received' },
    { who: 'the owner', share: { own: true }, fields: ['expiry', 'onward'], hint: 'ends existing reshares' },
    {
      who: 'the owner, of what somebody else passed on',
      share: { own: true, via: aPerson('dave') },
      fields: ['onward'],
      hint: 'ends existing reshares',
    },
  ])('offers $who only what that one may change', async ({ share, fields, hint }) => {
    rows = [aShare(1, { direction: 'outgoing', ...share })]
    await openChange()
    const names = [...document.querySelectorAll<HTMLSelectElement>('[role=dialog] select')].map(({ name }) => name)
    expect(names).toEqual(fields)
    expect(shownText()).toContain(hint)
  })

  it('greys out what the role of somebody who acts for another one does not allow, and says why', async () => {
    const delegation = {
      through_user_id: 'bob',
      through_name: 'Bob',
      connection_id: 'c',
      role: 'reader' as const,
      child: false,
    }
    answer('usersGet', () => ({ users: [aUser('bob'), aUser('alice', { delegation })] }))
    rows = [aShare(1, { direction: 'outgoing', own: true })]
    await mountSharing(`/u/alice/sharing/outgoing/${aShare(1).share_id}`)
    await vi.waitFor(() => expect(shownText()).toContain(message('sharing.bulk.end.outgoing')))

    for (const name of [
      message('sharing.share'),
      message('sharing.change.save'),
      message('sharing.bulk.end.outgoing'),
    ]) {
      expect(buttonNamed(name).getAttribute('aria-disabled')).toBe('true')
      expect(buttonNamed(name).getAttribute('aria-description')).toBe(message('app.actingFor.whyNot.reader'))
    }
    buttonNamed(message('sharing.change.save')).click()
    await arrive()
    expect(document.querySelector('[role=dialog]')).toBeNull()
    const looking = document.querySelector('a[href^="/side-by-side/"]')
    expect(looking?.getAttribute('aria-disabled')).toBeNull()
  })

  it('undoes only what was changed, of a share that somebody else sent', async () => {
    rows = [aShare(1, { direction: 'outgoing', own: true, via: aPerson('dave') })]
    answer('sharesChange', () => ({ done: 1, failed: [] }))
    await openChange()
    chooseOnward('yes')
    await vi.waitFor(() =>
      expect(useToasts().toasts.at(-1)?.text).toBe(
        message('sharing.change.done', { name: 'Alice', item: 'Item 1', people: 'Bob', count: 1 }),
      ),
    )

    void useToasts().toasts.at(-1)?.undo?.()

    await vi.waitFor(() => expect(askedFor('sharesChange')).toHaveLength(2))
    expect(askedFor('sharesChange')[1]?.body).toEqual({ share_ids: [aShare(1).share_id], onsharing_permitted: false })
  })

  it('asks for the passphrase of an invitation until it fits, and keeps what was typed', async () => {
    const locked = aShare(1)
    const item = { id: 'item-1', label: 'Item 1', own: false, owner_id: null }
    const share = { ...locked, sender: locked.person, owner: null, single_slot: false, needs_passphrase: true }
    const slots = [{ id: 's', label: 'Number', state: 'readable', value: 'X', verification: 'verified' }]
    answer('shareOpen', () => ({ item, share, slots: [], tags: [] }))
    answer('shareUnlock', ({ body }) => {
      if ((body as { passphrase: string }).passphrase !== 'right')
        throw refusal('share_passphrase_wrong', 400, 'this passphrase does not open the share')
      return { item, share: { ...share, needs_passphrase: false }, slots, tags: [] }
    })
    await mountSharing(`/u/alice/sharing/incoming/${locked.share_id}`)
    const field = () => document.querySelector<HTMLInputElement>('input[name=passphrase]')
    await vi.waitFor(() => expect(field()).not.toBeNull())

    type(field(), 'wrong')
    await vi.waitFor(() => expect(shownText().toLowerCase()).toContain('this passphrase does not open the share'))
    expect(field()?.value).toBe('wrong')
    type(field(), 'right')
    await vi.waitFor(() => expect(field()).toBeNull())
  })

  it('shows nothing any more once the workspace is locked', async () => {
    await mountSharing('/u/alice/sharing/incoming')
    await vi.waitFor(() => expect(document.querySelector('h1')?.parentElement?.textContent).toContain('1 share'))
    push({ type: 'status', status: aStatus('locked') })
    await arrive()
    expect(shownText()).not.toContain('1 share')
  })
})
