// Proves docs/contract/workbench.md, What a copy waits for.

import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OpenedItem } from '../../shared/contract/workbench-items.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, PASSPHRASE, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'

const {
  awaitedCopies,
  awaitedCopyFetch,
  callsGet,
  invitationAccept,
  invitationCreate,
  itemCreate,
  itemOpen,
  itemSave,
  shareCreate,
  shareRows,
  userSignOut,
} = workbenchOperations

interface Person {
  readonly params: { readonly user_id: string }
  readonly vaultId: string
}

let workbench: TestWorkbench
let call: TestWorkbench['call']
let alice: Person
let bob: Person
let item: OpenedItem

beforeEach(async () => {
  workbench = await openWorkbench({ passphrase: PASSPHRASE })
  call = workbench.call
  alice = await register('Alice')
  bob = await register('Bob')
  await connect(alice, bob)
  item = await call(itemCreate, {
    params: alice.params,
    body: {
      label: 'Passport',
      slots: [
        { label: 'Number', slot_type_name: 'key_value', value: 'C01X' },
        { label: 'PIN', slot_type_name: 'password', value: 'pin-4711' },
        { label: 'Country', slot_type_name: 'key_value' },
      ],
    },
  })
})

afterEach(() => stopWorkbench(workbench))

async function register(name: string): Promise<Person> {
  const { user } = await registerUser(workbench, name)
  return { params: { user_id: user.id }, vaultId: user.vault_user_id ?? '' }
}

async function connect(inviter: Person, invitee: Person): Promise<void> {
  const { link } = await call(invitationCreate, { params: inviter.params, body: { name: 'Other' } })
  await call(invitationAccept, { params: invitee.params, body: { link, name: 'One' } })
}

type Terms = Partial<{ onsharing_permitted: boolean; acceptance_required: 'acceptance_required'; slot_id: string }>

function share(from: Person, to: Person, item_id: string, { slot_id, ...terms }: Terms = {}) {
  const items = [{ item_id, ...(slot_id !== undefined && { slot_id }) }]
  return call(shareCreate, { params: from.params, body: { items, recipient_ids: [to.vaultId], ...terms } })
}

/** The copy of the one item somebody received. */
async function copyOf({ params }: Person): Promise<string> {
  const [row] = (await call(shareRows, { params, query: { direction: 'incoming' } })).rows
  return row?.item_id ?? ''
}

const slotOf = ({ slots }: OpenedItem, label: string): string => slots.find((slot) => slot.label === label)?.id ?? ''

function save(label: string, value: string): Promise<OpenedItem> {
  const params = { ...alice.params, item_id: item.item.id }
  return call(itemSave, { params, body: { slots: [{ id: slotOf(item, label), value }] } })
}

const awaited = async ({ params }: Person) => (await call(awaitedCopies, { params })).copies

it('names the slots whose value the owner changed, until they are there', async () => {
  await share(alice, bob, item.item.id)
  const copyId = await copyOf(bob)
  const copy = await call(itemOpen, { params: { ...bob.params, item_id: copyId } })
  expect(await awaited(bob)).toEqual([])

  await save('Number', 'C02Y')
  const waiting = { item_id: copyId, slot_ids: [slotOf(copy, 'Number')], new_slots: 0, state: 'todo' }
  expect(await awaited(bob)).toEqual([waiting])
  await save('PIN', 'pin-4712')
  expect(await awaited(bob)).toEqual([{ ...waiting, slot_ids: [slotOf(copy, 'Number'), slotOf(copy, 'PIN')] }])
  expect(await awaited(alice)).toEqual([])

  const params = { ...bob.params, item_id: copyId }
  expect(await call(awaitedCopyFetch, { params })).toEqual({ done: 1, failed: 0, left: 0 })
  expect(await awaited(bob)).toEqual([])
  const arrived = await call(itemOpen, { params })
  expect(arrived.slots.find((slot) => slot.label === 'Number')).toMatchObject({ value: 'C02Y' })
})

it('knows it of a copy nobody has opened yet, and changes nothing by looking', async () => {
  await share(alice, bob, item.item.id)
  await save('Number', 'C02Y')
  const [copy] = await awaited(bob)
  expect(copy?.slot_ids).toHaveLength(1)

  const [row] = (await call(shareRows, { params: bob.params, query: { direction: 'incoming' } })).rows
  expect(row?.reencrypted).toBe(false)
  const { calls } = await call(callsGet, { query: {} })
  const bobs = calls.filter(({ user_id }) => user_id === bob.params.user_id)
  expect(bobs.filter(({ operation }) => operation === 'itemsIdEncryptPost')).toEqual([])
  expect(bobs.filter(({ operation }) => operation === 'itemsIdGet')).toEqual([])
})

it('says nothing of what is no change of a value', async () => {
  await share(alice, bob, item.item.id)
  const params = { ...alice.params, item_id: item.item.id }
  await call(itemSave, { params, body: { label: 'Old passport' } })
  expect(await awaited(bob)).toEqual([])
  await save('Number', 'C02Y')
  await save('Number', 'C01X')
  expect(await awaited(bob)).toEqual([])
})

it('counts slots the copy has not got at all, unless it is of one slot', async () => {
  const carla = await register('Carla')
  await connect(alice, carla)
  await share(alice, bob, item.item.id)
  await share(alice, carla, item.item.id, { slot_id: slotOf(item, 'Number') })
  const params = { ...alice.params, item_id: item.item.id }
  const slots = [{ label: 'Issued by', slot_type_name: 'key_value' as const, value: 'Bristol' }]
  await call(itemSave, { params, body: { slots } })
  expect(await awaited(bob)).toMatchObject([{ slot_ids: [], new_slots: 1 }])
  expect(await awaited(carla)).toEqual([])
})

it('knows it of an owner whom the service hides, and names nobody', async () => {
  const carlos = await register('Carlos')
  await connect(bob, carlos)
  await share(alice, bob, item.item.id, { onsharing_permitted: true })
  const copyId = await copyOf(bob)
  await call(itemOpen, { params: { ...bob.params, item_id: copyId } })
  await share(bob, carlos, copyId)
  await save('Number', 'C02Y')

  const said = await awaited(carlos)
  expect(said).toMatchObject([{ new_slots: 0, state: 'todo' }])
  expect(JSON.stringify(said)).not.toContain(alice.params.user_id)
  expect(JSON.stringify(said)).not.toContain(alice.vaultId)
  await call(awaitedCopyFetch, { params: { ...carlos.params, item_id: said[0]?.item_id ?? '' } })
  expect([await awaited(bob), await awaited(carlos)]).toEqual([[], []])
})

it('says nothing while a share waits for acceptance, nor of an owner who is not signed in', async () => {
  await share(alice, bob, item.item.id, { acceptance_required: 'acceptance_required' })
  await save('Number', 'C02Y')
  expect(await awaited(bob)).toEqual([])

  const carla = await register('Carla')
  await connect(alice, carla)
  await share(alice, carla, item.item.id)
  await save('Number', 'C03Z')
  expect(await awaited(carla)).toHaveLength(1)
  await call(userSignOut, { params: alice.params })
  expect(await awaited(carla)).toEqual([])
})

it('refuses to fetch where nothing is awaited, and for somebody who is not signed in', async () => {
  await share(alice, bob, item.item.id)
  const params = { ...bob.params, item_id: await copyOf(bob) }
  await expect(call(awaitedCopyFetch, { params })).rejects.toMatchObject({ code: 'not_found' })
  const own = { ...alice.params, item_id: item.item.id }
  await save('Number', 'C02Y')
  await expect(call(awaitedCopyFetch, { params: own })).rejects.toMatchObject({ code: 'not_found' })

  await call(userSignOut, { params: bob.params })
  await expect(call(awaitedCopies, { params: bob.params })).rejects.toMatchObject({ code: 'user_locked' })
  await expect(call(awaitedCopyFetch, { params })).rejects.toMatchObject({ code: 'user_locked' })
})
