import { MAX_SHARES_PER_CALL } from '../shared/contract/shares.ts'
import { openShare } from '../src-main/client/items/open-items.ts'
import { saveItem } from '../src-main/client/items/sealed-items.ts'
import { MAX_VALUES_PER_CALL } from '../src-main/client/shares/sent-updates.ts'
import { createTaskRunner } from '../src-main/client/tasks/task-runner.ts'
import { yieldThread } from '../src-main/client/account/yielding.ts'
import type { Row, Sample } from './measure.ts'
import { compare, secondsSince } from './measure.ts'
import type { BareShare, BareStatements } from './share-floor.ts'
import { bareCrypto, bareStatements } from './share-floor.ts'
import type { Recipient, SharedItem, ShareWorld } from './share-world.ts'
import { openShareWorld } from './share-world.ts'

const ROUNDS = 3
const MANY_ITEMS = 1_000
const MANY_PEOPLE = 200
const MANY_SLOTS = 20

/**
 * Sharing from one end to the other, in process and on a durable file: a client opens, seals and sends, the service
 * stores. The floor does the same libsodium calls and bare statements in as many transactions.
 */
export async function run(): Promise<readonly Row[]> {
  const world = await openShareWorld()
  const floor = bareStatements(world.connection, world.sender.account.vaultUserId)
  const items = world.addItems(MANY_ITEMS, 4)
  const [large] = world.addItems(1, MANY_SLOTS)
  if (large === undefined) throw new Error('one item was added')
  try {
    const toOne = await shareRow('1,000 items x 4 slots to 1 (P6)', { world, floor, items, people: 1 })
    const toTen = await shareRow('1,000 items x 4 slots to 10 (P6)', { world, floor, items, people: 10 }, 1)
    const times = (rate: 'productPerSecond' | 'floorPerSecond') => ((10 * toOne[rate]) / toTen[rate]).toFixed(1)
    const note = `${times('productPerSecond')} x the time of one (goal 8), floor ${times('floorPerSecond')} x`
    return [
      toOne,
      { ...toTen, note },
      await shareRow('1 item x 20 slots to 200', { world, floor, items: [large], people: MANY_PEOPLE }),
      await updateRow(world, floor),
      ...(await openRows(world, floor, items)),
    ]
  } finally {
    world.close()
  }
}

interface Sharing {
  readonly world: ShareWorld
  readonly floor: BareStatements
  readonly items: readonly SharedItem[]
  readonly people: number
}

function shareRow(name: string, { world, floor, items, people }: Sharing, rounds = ROUNDS): Promise<Row> {
  return compare(
    `share ${name}`,
    {
      name: 'primitives and statements',
      async measure() {
        const recipients = await world.addRecipients(people)
        return timedSync(items.length * people, () => {
          shareBare(floor, items, recipients)
        })
      },
    },
    {
      name: 'client and service',
      async measure() {
        const recipients = await world.addRecipients(people)
        return timedOnce(items.length * people, () => world.share(items, recipients))
      },
    },
    { rounds },
  )
}

function shareBare(floor: BareStatements, items: readonly SharedItem[], recipients: readonly Recipient[]): void {
  floor.readItems(items)
  for (const { slots } of items) for (const _ of slots) bareCrypto.openOwn()
  const shares = recipients.flatMap((recipient) => {
    const dek = bareCrypto.sealKey()
    return items.map((item) => ({ item, recipient, dek }))
  })
  for (const batch of batchesOf(shares, items[0]?.slots.length ?? 1))
    floor.transaction(() => {
      for (const { item, recipient, dek } of batch) {
        const values = item.slots.map(() => bareCrypto.sealShared())
        floor.addShare(item, recipient, dek, values)
      }
    })
}

/** Transactions of the floor have as many values as the client sends in one call. */
function batchesOf<Entry>(list: readonly Entry[], values: number): Entry[][] {
  const size = Math.min(MAX_SHARES_PER_CALL, Math.floor(MAX_VALUES_PER_CALL / values))
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}

/** The task that an owner's change makes: new values for everybody who has the item. */
async function updateRow(world: ShareWorld, floor: BareStatements): Promise<Row> {
  const [item] = world.addItems(1, MANY_SLOTS)
  if (item === undefined) throw new Error('one item was added')
  const shareIds = await world.share([item], await world.addRecipients(MANY_PEOPLE))
  const shares = shareIds.map((id) => floor.readShare(id))
  const runner = createTaskRunner(world.sender, () => undefined)
  const { account } = world.sender
  return compare(
    'update task, 200 shares x 20 slots',
    {
      name: 'primitives and statements',
      measure: () =>
        timedSync(shares.length, () => {
          updateBare(floor, item, shares)
        }),
    },
    {
      name: 'client and service',
      async measure() {
        await saveItem(account, item.id, { slots: [{ id: item.slots[0]?.id ?? '', value: `now ${Date.now()}` }] })
        return timedOnce(shares.length, async () => {
          const { done } = await runner.run({ task_ids: null, limit: 1 })
          if (done !== 1) throw new Error('the task was not done')
        })
      },
    },
  )
}

function updateBare(floor: BareStatements, item: SharedItem, shares: readonly BareShare[]): void {
  floor.readItems([item])
  for (const _ of item.slots) bareCrypto.openOwn()
  floor.readSharesOfItem(item)
  for (const batch of batchesOf(shares, item.slots.length))
    floor.transaction(() => {
      for (const share of batch) {
        const values = share.slots.map(() => bareCrypto.sealShared())
        floor.updateShare(share, bareCrypto.sealKey(), values)
      }
    })
}

/** Received shares opened one after the other: the first time with re-encryption, then again. */
async function openRows(world: ShareWorld, floor: BareStatements, items: readonly SharedItem[]): Promise<Row[]> {
  const ofFloor = await world.share(items, await world.addRecipients(1))
  const rounds = ROUNDS - 1
  const receivers = await Promise.all(
    Array.from({ length: rounds + 1 }, async (_, index) => {
      const client = await world.register(`Receiver ${index}`)
      return { client, recipient: await world.connect(client) }
    }),
  )
  const received: { readonly client: ShareWorld['sender']; readonly shareIds: readonly string[] }[] = []
  for (const { client, recipient } of receivers)
    received.push({ client, shareIds: await world.share(items, [recipient]) })
  let round = 0
  const openAll = (index: number) => {
    const { client, shareIds } = received[index] ?? { shareIds: [] }
    if (client === undefined) throw new Error('there are as many receivers as rounds')
    return timedOnce(shareIds.length, async () => {
      for (const id of shareIds) {
        await openShare(client, id)
        await yieldThread() // a person opens one after the other
      }
    })
  }
  return [
    await compare(
      'open 1,000 received shares, first reading',
      { name: 'primitives and statements', measure: () => openBare(floor, ofFloor, true) },
      { name: 'client and service', measure: () => openAll(round++) },
      { rounds },
    ),
    await compare(
      'open 1,000 received shares again',
      { name: 'primitives and statements', measure: () => openBare(floor, ofFloor, false) },
      { name: 'client and service', measure: () => openAll(0) },
    ),
  ]
}

function openBare(floor: BareStatements, shareIds: readonly string[], reencrypts: boolean): Sample {
  return timedSync(shareIds.length, () => {
    for (const id of shareIds) {
      const share = floor.readShare(id)
      if (reencrypts) {
        floor.transaction(() => {
          floor.noteView(share)
        })
        bareCrypto.openKey()
      }
      for (const _ of share.slots) bareCrypto.openReceived()
      if (!reencrypts) continue
      const values = share.slots.map(() => bareCrypto.sealCopy())
      floor.transaction(() => {
        floor.reencrypt(share, values)
      })
    }
  })
}

function timedSync(operations: number, work: () => void): Sample {
  const start = process.hrtime.bigint()
  work()
  return { seconds: secondsSince(start), operations }
}

async function timedOnce(operations: number, work: () => Promise<unknown>): Promise<Sample> {
  const start = process.hrtime.bigint()
  await work()
  return { seconds: secondsSince(start), operations }
}
