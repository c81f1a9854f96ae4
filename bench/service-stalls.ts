import { Worker } from 'node:worker_threads'
import { vaultOperations } from '../shared/contract/index.ts'
import { yieldThread } from '../src-main/client/account/yielding.ts'
import { clientOver } from '../src-main/client/client.ts'
import { createItem } from '../src-main/client/items/sealed-items.ts'
import { createHttpApp } from '../src-main/http/http-app.ts'
import { startHttpServer } from '../src-main/http/http-server.ts'
import { addManyItems, itemBody, openFixture } from './fixture.ts'
import type { LoadOptions } from './http-load.ts'
import type { Row } from './measure.ts'
import { linkedDataPresentation, newVerifier } from './presentations.ts'
import type { ShareWorld } from './share-world.ts'
import { openShareWorld } from './share-world.ts'
import { stallRow } from './stalls-of.ts'

const SEARCHED = 100_000
const MADE = 10_000
const VERIFIED = 300

/** How long the window waits for its turn while programs, verifiers and the window itself ask much of the service. */
export async function run(): Promise<readonly Row[]> {
  return [
    ...(await httpRows()),
    await verificationRow(),
    ...(await inWorld(async (world) => [await makingRow(world), await searchRow(world)])),
  ]
}

async function inWorld(work: (world: ShareWorld) => Promise<readonly Row[]>): Promise<readonly Row[]> {
  const world = await openShareWorld()
  try {
    return await work(world)
  } finally {
    world.close()
  }
}

async function httpRows(): Promise<readonly Row[]> {
  const fixture = openFixture()
  const { service, user } = fixture
  const server = await startHttpServer({
    app: createHttpApp({ service: () => service }),
    port: 0,
    log: {
      error: (_, cause) => {
        throw cause
      },
    },
  })
  const reply = await service.dispatch({
    operation: vaultOperations.itemsPost.id,
    headers: user.headers,
    body: itemBody(0),
  })
  const { item } = reply.body as { readonly item: { readonly id: string } } // the reply schema of itemsPost
  const common = { port: Number(new URL(server.url).port), headers: user.headers, connections: 16 }
  const read: LoadOptions = { ...common, method: 'GET', path: `/vault/items/${item.id}`, requests: 6_000 }
  const write: LoadOptions = {
    ...common,
    method: 'POST',
    path: '/vault/items',
    requests: 1_500,
    body: JSON.stringify(itemBody(1)),
  }
  try {
    return [
      await stallRow('6,000 GETs of an item over HTTP (P1)', { work: () => loadElsewhere(read) }),
      await stallRow('1,500 POSTs of an item over HTTP (P2)', { work: () => loadElsewhere(write) }),
    ]
  } finally {
    await server.close()
    await service.close()
    fixture.close()
  }
}

/** Sends from a thread of its own, so that only answering takes the time of this one. */
function loadElsewhere(options: LoadOptions): Promise<void> {
  const code = `
    const { workerData } = require('node:worker_threads')
    import(workerData.module).then(({ load }) => load(workerData.options))`
  const module = new URL('./http-load.ts', import.meta.url).href
  return new Promise((resolve, reject) => {
    new Worker(code, { eval: true, workerData: { module, options } })
      .once('error', reject)
      .once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the load ended with ${code}`))))
  })
}

async function verificationRow(): Promise<Row> {
  const presentation = await linkedDataPresentation('d1')
  const verify = newVerifier()
  const work = async () => {
    for (let number = 0; number < VERIFIED; number += 1) {
      await verify(presentation)
      await yieldThread()
    }
  }
  return stallRow(`verify ${VERIFIED} presentations`, { work })
}

function makingRow({ sender }: ShareWorld): Promise<Row> {
  const draft = {
    template_name: 'custom',
    label: 'Made of a file',
    tags: [],
    slots: ['Number', 'Valid until', 'Issued by', 'Note'].map((label) => ({ label, value: `${label} of an item` })),
  }
  const work = async () => {
    for (let number = 0; number < MADE; number += 1) {
      await createItem(sender.account, draft)
      await yieldThread()
    }
  }
  return stallRow(`make ${MADE.toLocaleString('en')} items, one after the other`, { work })
}

/** The window reads all items once after signing in; then it searches what it has read. */
function searchRow({ sender, connection }: ShareWorld): Promise<Row> {
  addManyItems({ connection, user: { userId: sender.account.vaultUserId } }, SEARCHED)
  const query = { limit: 50, offset: 0, order: 'asc' } as const
  const work = async () => {
    const { items } = clientOver(sender.account, sender.keys)
    for (let number = 0; number < 100; number += 1) {
      await items.rows({ ...query, text: `Item ${number}` })
      await yieldThread() // a person types one letter after the other
    }
  }
  return stallRow(`read ${SEARCHED.toLocaleString('en')} items and search them 100 times`, { work })
}
