import { vaultOperations } from '../shared/contract/index.ts'
import { yieldThread } from '../src-main/client/account/yielding.ts'
import { openShare } from '../src-main/client/items/open-items.ts'
import { saveItem } from '../src-main/client/items/sealed-items.ts'
import { createTaskRunner } from '../src-main/client/tasks/task-runner.ts'
import { addItems, itemBody } from './fixture.ts'
import type { Row } from './measure.ts'
import type { Recipient, ShareWorld } from './share-world.ts'
import { openShareWorld } from './share-world.ts'
import { stallRow } from './stalls-of.ts'

/** How long the window waits for its turn while people and programs give the service much to do. */
export async function run(): Promise<readonly Row[]> {
  const world = await openShareWorld()
  try {
    return [
      await readRow(world),
      await writeRow(world),
      ...(await shareRows(world)),
      await updateRow(world),
      await firstReadingRow(world),
    ]
  } finally {
    world.close()
  }
}

async function readRow(world: ShareWorld): Promise<Row> {
  const ids = await addItems(world, 1_000)
  const { service, user } = world
  const work = async () => {
    for (const id of ids) {
      await service.dispatch({ operation: vaultOperations.itemsIdGet.id, headers: user.headers, params: { id } })
      await yieldThread()
    }
  }
  return stallRow('read 1,000 items', { work })
}

/** Enough pages for the database to move its log into the file several times. */
const WRITTEN = 3_000

async function writeRow({ service, user }: ShareWorld): Promise<Row> {
  const work = async () => {
    for (let number = 0; number < WRITTEN; number += 1) {
      await service.dispatch({
        operation: vaultOperations.itemsPost.id,
        headers: user.headers,
        body: itemBody(number),
      })
      await yieldThread()
    }
  }
  return stallRow('make 3,000 items, checkpoints among them', { work })
}

async function shareRows(world: ShareWorld): Promise<readonly Row[]> {
  const items = world.addItems(1_000, 4)
  const large = world.addItems(1, 20)
  let people: readonly Recipient[] = []
  const sharing = (name: string, shared: typeof items, count: number) =>
    stallRow(name, {
      before: async () => void (people = await world.addRecipients(count)),
      work: () => world.share(shared, people),
    })
  return [
    await sharing('share 1,000 items x 4 slots to 10', items, 10),
    await sharing('share 1 item x 20 slots to 200', large, 200),
  ]
}

async function updateRow(world: ShareWorld): Promise<Row> {
  const items = world.addItems(1, 20)
  await world.share(items, await world.addRecipients(200))
  const [item] = items
  const runner = createTaskRunner(world.sender, () => undefined)
  const change = { slots: [{ id: item?.slots[0]?.id ?? '', value: 'a new value' }] }
  return stallRow('update task, 200 shares x 20 slots', {
    before: () => saveItem(world.sender.account, item?.id ?? '', change),
    async work() {
      const { done } = await runner.run({ task_ids: null, limit: 1 })
      if (done !== 1) throw new Error('the task was not done')
    },
  })
}

async function firstReadingRow(world: ShareWorld): Promise<Row> {
  const items = world.addItems(1_000, 4)
  let receiver = world.sender
  let shareIds: readonly string[] = []
  let number = 0
  return stallRow('open 1,000 received shares, first reading', {
    async before() {
      receiver = await world.register(`Receiver ${(number += 1)}`)
      shareIds = await world.share(items, [await world.connect(receiver)])
    },
    async work() {
      for (const id of shareIds) {
        await openShare(receiver, id)
        await yieldThread() // a person opens one after the other
      }
    },
  })
}
