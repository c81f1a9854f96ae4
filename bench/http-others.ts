import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src-main/service/ports.ts'
import { aSignedInUser } from '../tests/support/service/builders.ts'
import { startChild } from './child.ts'
import { changeClosedDatabase } from './closed-database.ts'
import { addManyItems, itemBody } from './fixture.ts'
import { load } from './http-load.ts'
import type { Row, Side } from './measure.ts'
import { compare } from './measure.ts'
import { installOthers, startJsonServer, startPrism } from './others.ts'

const ITEMS = 10_000
const CONNECTIONS = 16
const ROUNDS = 5

/** One of the servers, and how many requests it is sent in a round: some are slow. */
interface Target {
  readonly name: string
  readonly port: number
  readonly items: string
  readonly itemId: string
  readonly token: string
  readonly reads: number
  readonly writes: number
}

/**
 * Items over HTTP beside servers that somebody could take instead to develop against: json-server, which keeps 10,000 items
 * in a file and knows no users, and Prism, which answers with the example in our OpenAPI document and keeps nothing.
 *
 * @throws {OthersMissing}
 */
export async function run(): Promise<readonly Row[]> {
  installOthers()
  const directory = mkdtempSync(join(tmpdir(), 'vaultbench-bench-'))
  const stops: (() => Promise<void>)[] = []
  try {
    const product = await servedItems(directory, stops)
    const jsonServer = await jsonServerWith(directory, product, stops)
    const prism = await prismFor(directory, product, stops)
    const options = { rounds: ROUNDS }
    return [
      await compare('GET item over HTTP, json-server (P14)', reading(jsonServer), reading(product), options),
      await compare('GET item over HTTP, Prism (P14)', reading(prism), reading(product), options),
      await compare('POST item to 10,000 over HTTP, json-server (P14)', writing(jsonServer), writing(product), options),
      await compare('POST item to 10,000 over HTTP, Prism', writing(prism), writing(product), options),
    ]
  } finally {
    for (const stop of stops) await stop()
    rmSync(directory, { recursive: true })
  }
}

const PRODUCT = { name: 'product', items: '/vault/items', reads: 8_000, writes: 800 }

async function servedItems(directory: string, stops: (() => Promise<void>)[]): Promise<Target & { url: string }> {
  const data = join(directory, 'data')
  const serve = () => startChild<{ url: string }>(['dist/main/vaultbench.js', 'serve', '--port', '0', '--data', data])
  await (await serve()).stop()
  const user = { token: '', itemId: '' }
  await changeClosedDatabase(data, (connection) => {
    const made = aSignedInUser({ connection, clock: systemClock })
    addManyItems({ connection, user: made }, ITEMS)
    const first = connection.prepare<[string], string>('SELECT min(id) FROM items WHERE user_id = ?').pluck()
    Object.assign(user, { token: made.token, itemId: first.get(made.userId) })
  })
  const server = await serve()
  const { url } = server.line
  stops.push(() => server.stop())
  return { ...PRODUCT, ...user, url, port: Number(new URL(url).port) }
}

/** Its file holds the same answer as often, with one id each. */
async function jsonServerWith(
  directory: string,
  { url, token, itemId }: Target & { url: string },
  stops: (() => Promise<void>)[],
): Promise<Target> {
  const reply = await fetch(`${url}/vault/items/${itemId}`, { headers: { authorization: token } })
  const answer = (await reply.json()) as object
  const path = join(directory, 'db.json')
  const items = Array.from({ length: ITEMS }, (_, number) => ({ ...answer, id: `item-${number}` }))
  writeFileSync(path, JSON.stringify({ items }))
  const server = await startJsonServer(path)
  stops.push(() => server.stop())
  return {
    name: 'json-server',
    port: server.port,
    items: '/items',
    itemId: 'item-5000',
    token,
    reads: 1_500,
    writes: 32,
  }
}

async function prismFor(
  directory: string,
  { url, token, itemId }: Target & { url: string },
  stops: (() => Promise<void>)[],
): Promise<Target> {
  const path = join(directory, 'vault.json')
  writeFileSync(path, await (await fetch(`${url}/openapi/vault.json`)).text())
  const server = await startPrism(path)
  stops.push(() => server.stop())
  return { name: 'Prism', port: server.port, items: '/items', itemId, token, reads: 1_500, writes: 400 }
}

function reading({ name, port, items, itemId, token, reads: requests }: Target): Side {
  const request = { method: 'GET', path: `${items}/${itemId}`, headers: { authorization: token } } as const
  return { name, measure: () => load({ port, ...request, requests, connections: CONNECTIONS }) }
}

function writing({ name, port, items, token, writes: requests }: Target): Side {
  const body = JSON.stringify(itemBody(1))
  const request = { method: 'POST', path: items, headers: { authorization: token }, body } as const
  return { name, measure: () => load({ port, ...request, requests, connections: CONNECTIONS }) }
}
