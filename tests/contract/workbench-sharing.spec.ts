// Proves docs/contract/vault.md, Shares: one copy; docs/contract/client-crypto.md, Reading items, Connecting,
// Sharing, Accepting shares, Passing on, Updating shares, Shares of an invitation, Between the formats;
// docs/contract/workbench.md, Users, Journal.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shareOperations } from '../../shared/contract/shares.ts'
import type { OpenedItem } from '../../shared/contract/workbench-items.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, PASSPHRASE, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'

const {
  callGet,
  callsGet,
  connectionRows,
  invitationAccept,
  invitationCreate,
  invitationLook,
  invitationRows,
  itemCreate,
  itemOpen,
  itemRows,
  itemsFound,
  itemSave,
  itemShares,
  shareAccept,
  shareCreate,
  shareOpen,
  shareRows,
  sharesChange,
  sharesReject,
  sharesRevoke,
  shareUnlock,
  taskCancel,
  taskReset,
  taskRows,
  taskRun,
  taskSettings,
  forward,

  workspaceLock,
} = workbenchOperations

interface Person {
  readonly params: { readonly user_id: string }
  readonly vaultId: string
  readonly name: string
}

const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const SECRET_VALUE = 'canary value C01X0006H'

let workbench: TestWorkbench
let call: TestWorkbench['call']
let alice: Person
let bob: Person
let carlos: Person

beforeEach(async () => {
  workbench = await openWorkbench({ passphrase: PASSPHRASE })
  call = workbench.call
  alice = await register('Alice')
  bob = await register('Bob')
  carlos = await register('Carlos')
})

afterEach(() => stopWorkbench(workbench))

async function register(name: string): Promise<Person> {
  const { user } = await registerUser(workbench, name)
  return { params: { user_id: user.id }, vaultId: user.vault_user_id ?? '', name }
}

async function connect(inviter: Person, invitee: Person, published: readonly Person[] = []): Promise<void> {
  const { link } = await call(invitationCreate, {
    params: inviter.params,
    body: { name: invitee.name, compatible: published.includes(inviter) },
  })
  await call(invitationAccept, {
    params: invitee.params,
    body: { link, name: inviter.name, compatible: published.includes(invitee) },
  })
}

function createPassport({ params }: Person, value = SECRET_VALUE): Promise<OpenedItem> {
  return call(itemCreate, {
    params,
    body: {
      label: 'Passport',
      slots: [
        { label: 'Number', slot_type_name: 'key_value', value },
        { label: 'PIN', slot_type_name: 'password', value: 'canary-pin-4711' },
        { label: 'Country', slot_type_name: 'key_value' },
      ],
    },
  })
}

type NewShares = Parameters<typeof share>[3]

async function share(
  from: Person,
  to: Person,
  itemId: string,
  more: Partial<{ onsharing_permitted: boolean; acceptance_required: 'acceptance_required'; terms: string }> = {},
) {
  return call(shareCreate, {
    params: from.params,
    body: { items: [{ item_id: itemId }], recipient_ids: [to.vaultId], ...more },
  })
}

const ACCEPTANCE = {
  acceptance_required: 'acceptance_required',
  terms: 'For the trip only.',
} as const satisfies NewShares

async function incoming({ params }: Person) {
  return (await call(shareRows, { params, query: { direction: 'incoming' } })).rows
}

function valueOf(item: OpenedItem, label: string) {
  const slot = item.slots.find((one) => one.label === label)
  return { state: slot?.state, value: slot?.value, verification: slot?.verification }
}

const READ = { state: 'readable', value: SECRET_VALUE, verification: 'verified' }

describe('people', () => {
  it('connect by a link, and each sees the other under the name that was written for them', async () => {
    const made = await call(invitationCreate, { params: alice.params, body: { name: 'Bobby' } })
    expect(made.passphrase).toBeNull()
    expect(made.invitation).toMatchObject({
      name: 'Bobby',
      state: 'new',
      format: 'pdv1',
      link: made.link,
      person: null,
    })

    const look = await call(invitationLook, { params: bob.params, body: { link: made.link } })
    expect(look).toMatchObject({ inviter_name: 'Alice', own: false, intent: 'plain', shares: [], state: 'new' })
    const own = await call(invitationLook, { params: alice.params, body: { link: made.link } })
    expect(own.own).toBe(true)

    const token = made.link.split('/').at(-1) ?? ''
    const accepted = await call(invitationAccept, { params: bob.params, body: { link: token, name: 'Alice W.' } })
    expect(accepted).toMatchObject({ existed_already: false, shares: [], connection: { name: 'Alice W.' } })
    expect(accepted.connection.other_key_fingerprint).toBe(look.key_fingerprint)

    const { rows: alices } = await call(connectionRows, { params: alice.params })
    const { rows: bobs } = await call(connectionRows, { params: bob.params, query: { text: 'alice' } })
    expect(alices).toMatchObject([{ name: 'Bobby', user_id: bob.vaultId, format: 'pdv1', own_format: 'pdv1' }])
    expect(bobs).toMatchObject([{ name: 'Alice W.', user_id: alice.vaultId }])
    expect(alices[0]?.other_key_fingerprint).toBe(bobs[0]?.own_key_fingerprint)
    const { rows: sent } = await call(invitationRows, { params: alice.params })
    expect(sent).toMatchObject([{ state: 'connected', link: null, person: { name: 'Bobby', connected: true } }])
  })

  it('cannot use an invitation twice, nor their own, and no key pair is left of the attempt', async () => {
    const { link } = await call(invitationCreate, { params: alice.params, body: { name: 'Bob' } })
    await expect(call(invitationAccept, { params: alice.params, body: { link, name: 'Me' } })).rejects.toMatchObject({
      code: 'own_invitation',
    })
    await call(invitationAccept, { params: bob.params, body: { link, name: 'Alice' } })

    await expect(
      call(invitationAccept, { params: carlos.params, body: { link, name: 'Alice' } }),
    ).rejects.toMatchObject({ code: 'invitation_used' })
    await expect(
      call(invitationAccept, { params: carlos.params, body: { link: 'hello', name: 'Alice' } }),
    ).rejects.toMatchObject({ code: 'invitation_link_invalid' })
    await expect(
      call(invitationCreate, { params: carlos.params, body: { name: 'X', shares: [{ item_id: UNKNOWN }] } }),
    ).rejects.toMatchObject({ code: 'not_found' })
    const { rows } = await call(invitationRows, { params: carlos.params })
    expect(rows).toEqual([])
  })

  it('keep their connection when they connect once more', async () => {
    await connect(alice, bob)
    const { link } = await call(invitationCreate, { params: bob.params, body: { name: 'Alice again' } })

    const accepted = await call(invitationAccept, { params: alice.params, body: { link, name: 'Bob again' } })

    expect(accepted).toMatchObject({ existed_already: true, connection: { name: 'Bob' } })
    expect((await call(connectionRows, { params: alice.params })).total).toBe(1)
  })
})

describe('a share', () => {
  beforeEach(async () => {
    await connect(alice, bob)
    await connect(bob, carlos)
  })

  it('lists the newest shares before all were read, and tells when they are', async () => {
    await connect(alice, bob)
    const items = []
    for (let number = 0; number < 60; number += 1) {
      const { item } = await call(itemCreate, { params: alice.params, body: { label: `Item ${number}`, slots: [] } })
      items.push({ item_id: item.id })
    }
    await call(shareCreate, { params: alice.params, body: { items, recipient_ids: [bob.vaultId] } })
    const received = () => call(shareRows, { params: bob.params, query: { direction: 'incoming' } })

    const first = await received()
    expect(first).toMatchObject({ matching: 60, total: 60, complete: false })
    expect(first.rows.map(({ item_label }) => item_label).slice(0, 2)).toEqual(['Item 59', 'Item 58'])
    expect(first.rows).toHaveLength(50)
    await vi.waitFor(() =>
      expect(workbench.events).toContainEqual({ type: 'shares-read', user_id: bob.params.user_id }),
    )
    const whole = await received()
    expect(whole.complete).toBe(true)
    expect(whole.rows).toHaveLength(60)
    expect(whole.rows.slice(0, 50)).toEqual(first.rows)
    expect(workbench.events.filter(({ type }) => type === 'shares-read')).toHaveLength(1)
  })

  it('withholds its values until it is accepted, then verifies them and puts them under the own key', async () => {
    const { item } = await createPassport(alice)
    const { created, failed } = await share(alice, bob, item.id, ACCEPTANCE)
    expect({ created, failed }).toEqual({ created: 1, failed: [] })

    const [row] = await incoming(bob)
    expect(row).toMatchObject({
      item_label: 'Passport',
      slot_id: null,
      slot_label: null,
      person: { name: 'Alice', connected: true },
      via: null,
      state: 'acceptance_required',
      terms: 'For the trip only.',
      reencrypted: false,
    })
    const waiting = await call(itemOpen, { params: { ...bob.params, item_id: row?.item_id ?? '' } })
    expect(waiting.slots.map(({ state, value }) => [state, value])).toEqual([
      ['withheld', null],
      ['withheld', null],
      ['withheld', null],
    ])
    expect(waiting.share).toMatchObject({ state: 'acceptance_required', sender: { name: 'Alice' }, reencrypted: false })
    expect((await call(shareRows, { params: bob.params, query: { direction: 'outgoing' } })).waiting).toBe(1)
    const one = { direction: 'incoming', share_id: row?.share_id } as const
    expect((await call(shareRows, { params: bob.params, query: one })).rows).toEqual([row])
    expect((await call(shareRows, { params: bob.params, query: { ...one, share_id: UNKNOWN } })).rows).toEqual([])

    const opened = await call(shareAccept, { params: { ...bob.params, share_id: row?.share_id ?? '' } })
    expect(valueOf(opened, 'Number')).toEqual(READ)
    expect(valueOf(opened, 'PIN')).toEqual({ state: 'hidden', value: null, verification: 'verified' })
    expect(valueOf(opened, 'Country')).toEqual({ state: 'empty', value: null, verification: null })
    expect(opened.share).toMatchObject({ state: 'accepted', reencrypted: true, onsharing_permitted: false })

    expect((await incoming(bob))[0]).toMatchObject({ state: 'accepted', reencrypted: true })
    const again = await call(itemOpen, { params: { ...bob.params, item_id: opened.item.id } })
    expect(valueOf(again, 'Number')).toEqual(READ)
    const stored = await call(forward, {
      body: {
        as: 'user',
        ...bob.params,
        operation: shareOperations.incomingSharesIdGet.id,
        params: { id: row?.share_id },
      },
    })
    expect(stored.body).toMatchObject({ share: { encrypted_dek: null } })
  })

  it('is passed on with the proof of its owner, who sees it and updates it', async () => {
    const { item, slots } = await createPassport(alice)
    await share(alice, bob, item.id, { ...ACCEPTANCE, onsharing_permitted: true })
    const [row] = await incoming(bob)
    const copy = await call(shareAccept, { params: { ...bob.params, share_id: row?.share_id ?? '' } })

    expect(await share(bob, carlos, copy.item.id)).toMatchObject({ created: 1, failed: [], warnings: [] })

    const [received] = await incoming(carlos)
    expect(received).toMatchObject({ person: { name: 'Bob' }, via: null, state: 'acceptance_not_required' })
    const opened = await call(shareOpen, { params: { ...carlos.params, share_id: received?.share_id ?? '' } })
    expect(valueOf(opened, 'Number')).toEqual(READ)
    expect(opened.share).toMatchObject({ owner: null, sender: { name: 'Bob' }, reencrypted: true })

    const { rows } = await call(itemShares, { params: { ...alice.params, item_id: item.id } })
    expect(rows.map(({ person, via }) => [person.user_id, person.connected, via?.name ?? null])).toEqual([
      [bob.vaultId, true, null],
      [carlos.vaultId, false, 'Bob'],
    ])
    expect(rows.map(({ own }) => own)).toEqual([true, true])
    const passedOn = await call(itemShares, { params: { ...bob.params, item_id: copy.item.id } })
    expect(passedOn.rows).toMatchObject([{ own: false, via: null }])
    const withBob = { direction: 'outgoing', person_id: bob.vaultId } as const
    expect(await call(shareRows, { params: alice.params, query: withBob })).toMatchObject({ matching: 1, total: 2 })
    const [listed] = (await call(itemRows, { params: alice.params, query: { shared_with: carlos.vaultId } })).rows
    expect(listed).toMatchObject({ id: item.id, shares_count: 2, share_state: null })
    const [bobs] = (await call(itemRows, { params: bob.params, query: { own: 'false' } })).rows
    const byOwner = { text: `alice ${item.label.slice(0, 4)}` }
    expect((await call(itemRows, { params: bob.params, query: byOwner })).rows).toEqual([bobs])
    expect((await call(itemsFound, { params: bob.params, query: byOwner })).rows).toMatchObject([{ id: bobs?.id }])
    expect((await call(itemRows, { params: alice.params, query: byOwner })).rows).toEqual([])
    const [came] = await incoming(bob)
    const by = { share_id: came?.share_id, share_state: 'accepted', sender: { name: 'Alice' } }
    expect(bobs).toMatchObject({ shares_count: 1, ...by })

    const body = { slots: [{ id: slots[0]?.id ?? '', value: 'C02Y' }] }
    await call(itemSave, { params: { ...alice.params, item_id: item.id }, body })
    expect((await call(taskRows, { params: alice.params })).counts).toMatchObject({ todo: 1 })
    expect(await call(taskRun, { params: alice.params, body: {} })).toEqual({ done: 1, failed: 0, left: 0 })
    for (const person of [bob, carlos]) {
      const itemId = (await incoming(person))[0]?.item_id ?? ''
      const updated = await call(itemOpen, { params: { ...person.params, item_id: itemId } })
      expect(valueOf(updated, 'Number')).toEqual({ ...READ, value: 'C02Y' })
    }
    const told = workbench.events.filter((event) => event.type === 'task-run')
    expect(told.at(-1)).toMatchObject({ user_id: alice.params.user_id, done: 2, of: 2, state: 'done' })
  })

  it('of one slot shows only that slot', async () => {
    const { item, slots } = await createPassport(alice)
    const items = [{ item_id: item.id, slot_id: slots[0]?.id ?? '' }]
    await call(shareCreate, { params: alice.params, body: { items, recipient_ids: [bob.vaultId] } })

    const [row] = await incoming(bob)
    expect(row).toMatchObject({ slot_label: 'Number' })
    const opened = await call(itemOpen, { params: { ...bob.params, item_id: row?.item_id ?? '' } })
    expect(opened.slots.map(({ label, value }) => [label, value])).toEqual([['Number', SECRET_VALUE]])
    expect(opened.share?.single_slot).toBe(true)
  })

  it('that is refused is named, and all others are made', async () => {
    const first = await createPassport(alice)
    const second = await createPassport(alice, 'second')
    const items = [first.item.id, UNKNOWN, second.item.id].map((item_id) => ({ item_id }))
    const received = await share(alice, bob, first.item.id)
    expect(received.created).toBe(1)
    const copy = (await incoming(bob))[0]?.item_id ?? ''

    const { created, share_ids, failed } = await call(shareCreate, {
      params: alice.params,
      body: { items, recipient_ids: [bob.vaultId, carlos.vaultId] },
    })

    expect([created, share_ids.length]).toEqual([2, 2])
    expect(failed.map(({ item_id, recipient_id, code }) => [item_id, recipient_id, code])).toEqual([
      [UNKNOWN, bob.vaultId, 'not_found'],
      [first.item.id, carlos.vaultId, 'recipient_not_connected'],
      [UNKNOWN, carlos.vaultId, 'not_found'],
      [second.item.id, carlos.vaultId, 'recipient_not_connected'],
    ])
    const own = await createPassport(bob)
    const mixed = await call(shareCreate, {
      params: bob.params,
      body: { items: [{ item_id: copy }, { item_id: own.item.id }], recipient_ids: [carlos.vaultId] },
    })
    expect(mixed).toMatchObject({ created: 1, failed: [{ item_id: copy, code: 'onsharing_not_permitted' }] })
    const progress = workbench.events.filter((event) => event.type === 'share-run')
    expect(progress.at(-1)).toMatchObject({ user_id: bob.params.user_id, done: 2, of: 2 })
  })

  it('is declined, changed and ended, each by whom it concerns', async () => {
    const { item } = await createPassport(alice)
    await share(alice, bob, item.id, ACCEPTANCE)
    const [row] = await incoming(bob)
    const share_ids = [row?.share_id ?? '', UNKNOWN]
    expect(await call(sharesReject, { params: bob.params, body: { share_ids } })).toMatchObject({
      done: 1,
      failed: [{ share_id: UNKNOWN, code: 'not_found' }],
    })
    expect((await incoming(bob))[0]).toMatchObject({ state: 'rejected', item_id: null })
    expect((await call(itemRows, { params: bob.params })).total).toBe(0)

    const { share_ids: second } = await share(alice, bob, item.id)
    const expires_at = '2031-01-31T12:00:00.000Z'
    await call(sharesChange, {
      params: alice.params,
      body: { share_ids: second, expires_at, onsharing_permitted: true },
    })
    const [changed] = await incoming(bob)
    expect((await incoming(bob)).find(({ share_id }) => share_id === second[0])).toMatchObject({
      expires_at,
      onsharing_permitted: true,
    })
    expect(changed).toBeDefined()

    expect(await call(sharesRevoke, { params: alice.params, body: { share_ids: second } })).toMatchObject({ done: 1 })
    expect((await incoming(bob)).map(({ state }) => state)).toEqual(['rejected'])
    expect((await call(itemShares, { params: { ...alice.params, item_id: item.id } })).rows).toMatchObject([
      { state: 'rejected' },
    ])
  })
})

describe('an invitation with shares', () => {
  it('opens them with the passphrase of the link, and puts them under the own key at once', async () => {
    const { item } = await createPassport(alice)
    const made = await call(invitationCreate, {
      params: alice.params,
      body: { name: 'Bob', shares: [{ item_id: item.id, terms: 'Yours.' }] },
    })
    expect(made.invitation.shares_to_be_created).toBe(1)
    expect(made.passphrase).toMatch(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/)
    const look = await call(invitationLook, { params: bob.params, body: { link: made.link } })
    expect(look).toMatchObject({ passphrase_included: true, shares: [{ item_label: 'Passport', terms: 'Yours.' }] })

    const { shares } = await call(invitationAccept, { params: bob.params, body: { link: made.link, name: 'Alice' } })

    expect(shares).toMatchObject([{ item_label: 'Passport', outcome: 'opened', message: null }])
    const opened = await call(itemOpen, { params: { ...bob.params, item_id: shares[0]?.item_id ?? '' } })
    expect(valueOf(opened, 'Number')).toEqual(READ)
    expect(opened.share).toMatchObject({ reencrypted: true, needs_passphrase: false })
  })

  it('keeps them locked without the passphrase, and opens them with it later', async () => {
    const { item } = await createPassport(alice)
    const made = await call(invitationCreate, {
      params: alice.params,
      body: { name: 'Bob', shares: [{ item_id: item.id }] },
    })
    const [link = ''] = made.link.split('#')
    const { shares } = await call(invitationAccept, {
      params: bob.params,
      body: { link, name: 'Alice', passphrase: 'ABCD-EFGH-JKMN-PQRS' },
    })
    expect(shares).toMatchObject([{ outcome: 'locked', message: 'The passphrase does not open this share.' }])
    const share_id = shares[0]?.share_id ?? ''
    const locked = await call(shareOpen, { params: { ...bob.params, share_id } })
    expect(locked.share?.needs_passphrase).toBe(true)
    expect(valueOf(locked, 'Number')).toMatchObject({ state: 'withheld', value: null })

    await expect(
      call(shareUnlock, { params: { ...bob.params, share_id }, body: { passphrase: 'wrong' } }),
    ).rejects.toMatchObject({ code: 'share_passphrase_wrong' })
    const typed = made.passphrase?.toLowerCase().replaceAll('-', ' ') ?? ''
    const opened = await call(shareUnlock, { params: { ...bob.params, share_id }, body: { passphrase: typed } })
    expect(valueOf(opened, 'Number')).toEqual(READ)
  })

  it('remembers the passphrase of those that have to be accepted first, until the workspace is locked', async () => {
    const { item } = await createPassport(alice)
    const made = await call(invitationCreate, {
      params: alice.params,
      body: { name: 'Bob', shares: [{ item_id: item.id, acceptance_required: 'acceptance_required' }] },
    })
    const { shares } = await call(invitationAccept, { params: bob.params, body: { link: made.link, name: 'Alice' } })
    expect(shares).toMatchObject([{ outcome: 'waiting', item_label: 'Passport' }])

    const opened = await call(shareAccept, { params: { ...bob.params, share_id: shares[0]?.share_id ?? '' } })

    expect(valueOf(opened, 'Number')).toEqual(READ)
  })
})

describe('people who use a published client', () => {
  it('get everything in the published format, and what they share is verified all the same', async () => {
    await connect(alice, bob, [bob])
    await connect(bob, carlos)
    const { rows: people } = await call(connectionRows, { params: alice.params })
    expect(people).toMatchObject([{ format: 'published', own_format: 'pdv1' }])
    const { item } = await createPassport(alice)
    await share(alice, bob, item.id, { onsharing_permitted: true })
    const [row] = await incoming(bob)
    const stored = await call(forward, {
      body: {
        as: 'user',
        ...bob.params,
        operation: shareOperations.incomingSharesIdItemGet.id,
        params: { id: row?.share_id },
      },
    })
    expect(JSON.stringify(stored.body)).toMatch(
      /"encrypted_value":"Aes256Gcm\..*"value_verification_hash":"[0-9a-f]{64}"/,
    )

    const copy = await call(itemOpen, { params: { ...bob.params, item_id: row?.item_id ?? '' } })
    expect(valueOf(copy, 'Number')).toEqual(READ)
    await share(bob, carlos, copy.item.id)
    const received = (await incoming(carlos))[0]?.item_id ?? ''
    expect(valueOf(await call(itemOpen, { params: { ...carlos.params, item_id: received } }), 'Number')).toEqual(READ)
  })

  it('are warned about before values are passed on to them that their client cannot check', async () => {
    await connect(alice, bob)
    await connect(bob, carlos, [carlos])
    const { item } = await createPassport(alice)
    await share(alice, bob, item.id, { onsharing_permitted: true })
    const copy = (await incoming(bob))[0]?.item_id ?? ''

    expect(await share(bob, carlos, copy)).toMatchObject({
      created: 1,
      warnings: [{ item_id: copy, recipient_id: carlos.vaultId, code: 'not_verifiable_by_recipient' }],
    })
    const received = (await incoming(carlos))[0]?.item_id ?? ''
    expect(valueOf(await call(itemOpen, { params: { ...carlos.params, item_id: received } }), 'Number')).toEqual(READ)
  })
})

describe('client tasks', () => {
  let item: OpenedItem

  beforeEach(async () => {
    await connect(alice, bob)
    item = await createPassport(alice)
    await share(alice, bob, item.item.id)
  })

  function save(value: string): Promise<OpenedItem> {
    const body = { slots: [{ id: item.slots[0]?.id ?? '', value }] }
    return call(itemSave, { params: { ...alice.params, item_id: item.item.id }, body })
  }

  it('run by themselves where the workspace is set so, also those that were there before', async () => {
    await save('C02Y')
    expect(await call(taskRows, { params: alice.params })).toMatchObject({
      run_tasks_automatically: false,
      counts: { todo: 1 },
    })

    await call(taskSettings, { body: { run_tasks_automatically: true } })
    await expect.poll(() => call(taskRows, { params: alice.params })).toMatchObject({ counts: { todo: 0, done: 1 } })
    await save('C03Z')
    await expect.poll(() => call(taskRows, { params: alice.params })).toMatchObject({ counts: { done: 2 } })

    const itemId = (await incoming(bob))[0]?.item_id ?? ''
    const copy = await call(itemOpen, { params: { ...bob.params, item_id: itemId } })
    expect(valueOf(copy, 'Number')).toEqual({ ...READ, value: 'C03Z' })
  })

  it('are listed by state without being touched, and put back', async () => {
    await save('C02Y')
    const [task] = (await call(taskRows, { params: alice.params, query: { state: 'todo' } })).rows
    expect(task).toMatchObject({ target_label: 'Passport', work_type: 'update_item_shares', report: { tries: 0 } })
    await call(taskRun, { params: alice.params, body: { task_ids: [task?.id ?? ''] } })
    expect((await call(taskRows, { params: alice.params, query: { state: 'todo' } })).rows).toEqual([])

    expect(await call(taskReset, { params: alice.params, body: { task_ids: [task?.id ?? ''] } })).toEqual({ reset: 1 })
    expect(await call(taskCancel, { params: alice.params })).toEqual({ running: false, cancelling: false })

    expect((await call(taskRows, { params: alice.params })).counts).toMatchObject({ todo: 1, done: 0 })
    await expect(call(taskReset, { params: alice.params, body: { task_ids: [UNKNOWN] } })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('secrets', () => {
  it('of sharing are in no journal and no event', async () => {
    const { item } = await createPassport(alice)
    const made = await call(invitationCreate, {
      params: alice.params,
      body: { name: 'Canary Bob', shares: [{ item_id: item.id }] },
    })
    const token = /invitation\/([\w-]+)/.exec(made.link)?.[1] ?? 'no token'
    await call(invitationLook, { params: bob.params, body: { link: made.link } })
    await call(invitationAccept, { params: bob.params, body: { link: made.link, name: 'Canary Alice' } })
    await call(forward, { body: { as: 'user', ...alice.params, operation: 'vault.invitationsGet' } })
    await share(alice, bob, (await createPassport(alice)).item.id, ACCEPTANCE)

    const { calls } = await call(callsGet, { query: { limit: 500 } })
    const details = await Promise.all(calls.map(({ number }) => call(callGet, { params: { number } })))

    const everything = JSON.stringify([details, workbench.events])
    for (const canary of [token, made.passphrase ?? '', SECRET_VALUE, 'canary-pin-4711', 'Canary Bob', 'Canary Alice'])
      expect(everything).not.toContain(canary)
    expect(everything).toContain('share_intents')
  })

  it('are gone when the workspace is locked', async () => {
    await connect(alice, bob)
    await call(workspaceLock, {})

    for (const operation of [connectionRows, invitationRows] as const)
      await expect(call(operation, { params: alice.params })).rejects.toMatchObject({ code: 'workspace_locked' })
  })
})
