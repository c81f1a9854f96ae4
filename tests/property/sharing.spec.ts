// Proves docs/contract/vault.md, Shares: verification data, Shares: one copy, Shares: on-sharing.

import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MadeShare, Share, ShareWithItemData } from '../../shared/contract/shares.ts'
import type { Slot } from '../../shared/contract/slots.ts'
import type { ServiceRequest } from '../../src-main/service/reply.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import { draws } from '../support/draws.ts'
import { connect, onwardValues, ownerValues, sealed, sharingCallsOf, unsealed } from '../support/people/sharing.ts'
import type { SharingCalls } from '../support/people/sharing.ts'
import { pausingDatabase, startService, testClock } from '../support/service/test-service.ts'
import { gives, newModel, OWNER, readThrough, seesItem, settle } from './sharing-model.ts'
import type { Model, ModelShare } from './sharing-model.ts'

/*
 * After any sequence of steps: exactly those with a live granted share read the values the owner last sent through the
 * share that holds their only copy, every other share names that one, nobody else reads anything, and what an on-sharer
 * was allowed to see is all they can pass on. While a step is taken, all read what was there before it, until all read
 * what is there after it.
 */

const PEOPLE = 4
const MINUTE = 60_000

const person = fc.nat({ max: PEOPLE - 1 })
const pick = fc.nat({ max: 30 })
const often = fc.constantFrom(true, true, false)
const shareStep = fc.record({
  kind: fc.constant('share' as const),
  from: fc.constantFrom(0, 0, 1, 1, 2, 3),
  to: fc.constantFrom(0, 1, 1, 2, 2, 3, 3),
  slot: fc.constantFrom(null, null, 'a', 'b'),
  mayPassOn: often,
  granted: often,
  minutes: fc.option(fc.integer({ min: 1, max: 20 })),
})
/** The owner shares three times with one person, so that the copy changes hands. */
const beginning = fc
  .tuple(shareStep, shareStep, shareStep)
  .map((steps) => steps.map((one) => ({ ...one, from: 0, to: 1 }) as const))
/** Mostly steps that can happen: the owner and the first recipients share, the right person answers. */
const step = fc.oneof(
  { weight: 6, arbitrary: shareStep },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('accept' as const, 'accept' as const, 'reject' as const, 'end' as const, 'end' as const),
      share: pick,
      by: fc.oneof(person, fc.constantFrom('recipient' as const, 'sender' as const)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('update' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('encrypt' as const), by: person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('mode' as const), share: pick, mayPassOn: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 10 }) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function start() {
  const running = startService({}, { connection: pausingDatabase(), clock: testClock() })
  const users = Array.from({ length: PEOPLE }, () => aSignedInUser(running))
  for (const [index, one] of users.entries()) for (const other of users.slice(index + 1)) connect(running, one, other)
  const service = {
    ...running,
    send: (request: ServiceRequest) => running.service.dispatch(request),
    close: () => Promise.resolve(),
  }
  const calls = users.map((user) => sharingCallsOf(service, user))
  const owner = calls[OWNER] as SharingCalls
  const item = await owner.createItem({
    label: 'Car',
    slots_attributes: ['A', 'B'].map((label) => ({ label, encrypted_value: sealed('value 1') })),
  })
  return { running, calls, owner, item }
}

type World = Awaited<ReturnType<typeof start>>

const idAt = (model: Model, index: number) => [...model.shares.keys()][index % Math.max(1, model.shares.size)]
const shareOf = (model: Model, id: string) => model.shares.get(id) as ModelShare
/** By name: a slot that came later with a share of the whole item stands last. */
const textsOf = (slots: readonly Slot[]) =>
  slots
    .toSorted((left, right) => left.name.localeCompare(right.name))
    .map(({ encrypted_value }) => unsealed(encrypted_value))
const valueOf = (model: Model) => `value ${model.version}`

/** Makes the step at the service, and what it must mean in the model. */
async function take(world: World, model: Model, action: Step): Promise<void> {
  const { calls, owner, item, running } = world
  if (action.kind === 'wait') {
    running.clock.advanceMs(action.minutes * MINUTE)
    model.now += action.minutes
  } else if (action.kind === 'share') {
    await share(world, model, action)
  } else if (action.kind === 'update') {
    model.version += 1
    await update(world, model)
  } else if (action.kind === 'encrypt') {
    await encrypt(calls[action.by] as SharingCalls, model, action.by)
  } else {
    const id = idAt(model, action.share)
    const known = id === undefined ? undefined : model.shares.get(id)
    if (id === undefined || known === undefined) return
    if (action.kind === 'mode') {
      await owner.ok(200, 'sharesPut', { body: { shares: [{ share_id: id, onsharing_permitted: action.mayPassOn }] } })
      model.shares.set(id, { ...known, mayPassOn: action.mayPassOn })
    } else {
      const by = typeof action.by === 'number' ? action.by : known[action.by]
      await answer(calls[by] as SharingCalls, model, { id, kind: action.kind, by })
    }
  }
  settle(model)
  expect(item.item.own).toBe(true)
}

/** Takes a step while everybody reads. Once anybody sees what it changed, everybody does. */
async function takeWatched(world: World, model: Model, action: Step): Promise<void> {
  const before = await seenByAll(world)
  const meanwhile: (typeof before)[] = []
  let isTaken = false
  const watch = async () => {
    while (!isTaken) {
      meanwhile.push(await seenByAll(world))
      await setImmediate()
    }
  }
  await Promise.all([take(world, model, action).finally(() => (isTaken = true)), watch()])
  const after = await seenByAll(world)
  const others = meanwhile.flatMap((seen) => [...seen.entries()]).filter(([person]) => before[person] !== after[person])
  const firstAfter = others.findIndex(([person, seen]) => seen !== before[person])
  const done = firstAfter === -1 ? [] : others.slice(firstAfter)
  expect(done.map(([, seen]) => seen)).toEqual(done.map(([person]) => after[person]))
}

/** What each person reads of the item, one after the other. */
function seenByAll({ calls }: World): Promise<readonly string[]> {
  return Promise.all(
    calls.map(async (reader) => {
      const { items, slots } = await reader.listItems()
      return [...items.map(({ share_id }) => share_id), ...textsOf(slots)].join()
    }),
  )
}

async function share({ calls, item }: World, model: Model, step: Extract<Step, { kind: 'share' }>): Promise<void> {
  const { from, to, slot, mayPassOn, granted, minutes } = step
  const sender = calls[from] as SharingCalls
  const through = readThrough(model, from)
  const source =
    from === OWNER
      ? item
      : (await sender.listItems()).items[0] && (await sender.getItem((await sender.listItems()).items[0]?.id ?? ''))
  if (source === undefined) return
  const slots = source.slots.filter(({ name }) => slot === null || name === slot)
  if (slots.length === 0) return // the sender has no such slot to name
  const expiresAt = minutes === null ? Infinity : model.now + minutes
  const entry = {
    recipient_id: (calls[to] as SharingCalls).user.userId,
    encrypted_dek: sealed('key'),
    sharing_mode: mayPassOn ? 'anyone' : 'owner',
    acceptance_required: granted ? 'acceptance_not_required' : 'acceptance_required',
    ...(minutes === null
      ? {}
      : { expires_at: new Date(Date.parse('2026-01-01T00:00:00Z') + expiresAt * MINUTE).toISOString() }),
    ...(slot === null ? {} : { slot_id: slots[0]?.id }),
    slot_values:
      from === OWNER ? ownerValues(slots, valueOf(model)) : onwardValues(slots, `value ${through?.[1].version ?? 0}`),
  }
  const reply = await sender.send('itemsIdSharesPost', { params: { id: source.item.id }, body: { shares: [entry] } })
  const limit = through?.[1].expiresAt ?? Infinity
  const allowed =
    to !== from &&
    to !== OWNER &&
    (from === OWNER ||
      (through?.[1].mayPassOn === true && gives(through[1], slot) && !(minutes !== null && expiresAt > limit)))
  expect({ step, ok: reply.ok }).toEqual({ step, ok: allowed })
  if (!reply.ok) return
  const made = (reply.body as { shares: MadeShare[] }).shares[0] as MadeShare
  model.shares.set(made.id, {
    sender: from,
    recipient: to,
    mayPassOn,
    slot,
    state: granted ? 'granted' : 'open',
    expiresAt: from === OWNER || minutes !== null ? expiresAt : limit,
    version: from === OWNER ? model.version : (through?.[1].version ?? 0),
    order: (model.made += 1),
  })
  settle(model)
  const holder = model.holders.get(to)
  const isNamed = holder !== made.id && (from === OWNER || model.shares.get(holder ?? '')?.sender === from)
  expect(made.item_shared_via_another_share_id).toBe(isNamed ? holder : null)
}

async function update({ owner, item }: World, model: Model): Promise<void> {
  const { id } = item.item
  const { shares } = await owner.ok<{ shares: Share[] }>(200, 'itemsIdSharesGet', { params: { id } })
  const active = [...model.shares].filter(([, known]) => known.state !== 'rejected')
  expect(shares.map((one) => one.id).toSorted()).toEqual(active.map(([one]) => one).toSorted())
  const body = {
    share_deks: shares.map((one) => ({ share_id: one.id, dek: sealed('new key') })),
    slot_values: shares.flatMap((one) =>
      ownerValues(item.slots, valueOf(model)).map((value) => ({ ...value, share_id: one.id })),
    ),
  }
  await owner.ok(200, 'itemsIdSharesPut', { params: { id }, body })
  for (const [one, known] of active) model.shares.set(one, { ...known, version: model.version })
}

/** The recipient keeps the same value under an own key. */
async function encrypt(calls: SharingCalls, model: Model, by: number): Promise<void> {
  const copy = (await calls.listItems({ own: false })).items[0]
  if (by === OWNER || copy === undefined || readThrough(model, by) === undefined) return
  const { slots } = await calls.getItem(copy.id)
  const same = slots.map(({ id, encrypted_value, encrypted_value_verification_key }) => ({
    id,
    encrypted_value,
    encrypted_value_verification_key,
  }))
  await calls.ok(200, 'itemsIdEncryptPost', { params: { id: copy.id }, body: { slots: same } })
}

interface Answer {
  readonly id: string
  readonly kind: 'accept' | 'reject' | 'end'
  readonly by: number
}

async function answer(calls: SharingCalls, model: Model, { id, kind, by }: Answer): Promise<void> {
  const known = model.shares.get(id)
  if (known === undefined) return
  const name = { accept: 'incomingSharesIdAcceptPut', reject: 'incomingSharesIdRejectPut', end: 'sharesIdDelete' }[kind]
  const reply = await calls.send(name, { params: { id } })
  const isRecipient = by === known.recipient
  const allowed = {
    end: isRecipient || by === known.sender || by === OWNER,
    accept: isRecipient && known.state !== 'rejected',
    reject: isRecipient && known.state !== 'granted',
  }[kind]
  expect({ kind, state: known.state, ok: reply.ok }).toEqual({ kind, state: known.state, ok: allowed })
  if (!allowed) return
  if (kind === 'end') model.shares.delete(id)
  else model.shares.set(id, { ...known, state: kind === 'accept' ? 'granted' : 'rejected' })
}

/** Compares what everybody reads with what the model says. */
async function compare({ calls }: World, model: Model): Promise<void> {
  for (const [index, reader] of calls.entries()) {
    if (index === OWNER) continue
    const { items, slots } = await reader.listItems()
    expect(items).toHaveLength(seesItem(model, index) ? 1 : 0)
    const holderId = model.holders.get(index)
    expect(items.map(({ share_id }) => share_id)).toEqual(holderId === undefined ? [] : [holderId])
    const through = readThrough(model, index)
    const names = ['a', 'b'].filter((name) => holderId !== undefined && gives(shareOf(model, holderId), name))
    const expected = names.map((name) => (through === undefined ? null : `value ${through[1].version} ${name}`))
    expect(textsOf(slots)).toEqual(expected)
    const { shares } = await reader.incomingList()
    const received = [...model.shares].filter(([, known]) => known.recipient === index).map(([id]) => id)
    expect(shares.map(({ id }) => id).toSorted()).toEqual(received.toSorted())
    for (const { id } of shares) await compareShare(reader, model, { id, holderId, names, expected })
  }
}

interface Read {
  readonly id: string
  readonly holderId: string | undefined
  /** Slots of the copy. */
  readonly names: readonly string[]
  readonly expected: readonly (string | null)[]
}

/** Every share leads to the one copy, and to the share that holds it. */
async function compareShare(
  reader: SharingCalls,
  model: Model,
  { id, holderId, names, expected }: Read,
): Promise<void> {
  const opened = await reader.send('incomingSharesIdItemGet', { params: { id } })
  const { state } = shareOf(model, id)
  const reply = opened.ok ? (opened.body as ShareWithItemData) : undefined
  const shown = { rejected: [], open: names.map(() => null), granted: expected }[state]
  expect({ state, read: textsOf(reply?.slots ?? []) }).toEqual({ state, read: shown })
  if (reply === undefined) return
  expect(reply.item.share_id).toBe(holderId)
  expect(reply.item_shared_via_another_share_id).toBe(holderId === id ? null : holderId)
}

it('sharing › after any steps, exactly those with a live granted share read what the owner sent', async () => {
  await fc.assert(
    fc.asyncProperty(beginning, fc.array(step, { minLength: 5, maxLength: 15 }), async (first, further) => {
      const world = await start()
      const model = newModel()
      for (const action of [...first, ...further]) {
        await takeWatched(world, model, action)
        await compare(world, model)
      }
      expect(world.running.faults).toEqual([])
      world.running.connection.close()
    }),
    { numRuns: draws(15, 200) },
  )
})
