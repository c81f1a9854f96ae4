import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { enterAccount, reserveSecretString } from '../src-main/client/account/enter-account.ts'
import { sendOverHttp } from '../src-main/client/send-over-http.ts'
import { vaultOperations } from '../shared/contract/index.ts'
import type { Child } from './child.ts'
import { startChild } from './child.ts'
import { addItems, itemBody, openFixture } from './fixture.ts'
import { load } from './http-load.ts'
import type { Row } from './measure.ts'
import { compare } from './measure.ts'

const CONNECTIONS = 16
const READS = 12_000
const WRITES = 1_500

interface Target {
  readonly port: number
  readonly prefix: string
  readonly token: string
  readonly itemId: string
}

/** One item over HTTP, beside bare Hono with the bare statements. Each has its own database file. */
export async function run(): Promise<readonly Row[]> {
  const fixture = openFixture()
  const [floorItem] = await addItems(fixture, 1)
  const floorServer = await startChild<{ port: number }>(['bench/floor-server.ts', fixture.path])
  const floor: Target = {
    port: floorServer.line.port,
    prefix: '',
    token: fixture.user.token,
    itemId: floorItem ?? '',
  }
  const directory = mkdtempSync(join(tmpdir(), 'vaultbench-bench-'))
  const server = await startChild<{ url: string }>([
    'dist/main/vaultbench.js',
    'serve',
    '--port',
    '0',
    '--data',
    directory,
  ])
  try {
    const product = await registeredUser(server)
    return [
      await compare(
        'GET item with 4 slots over HTTP (P1)',
        side('bare Hono', read(floor)),
        side('product', read(product)),
      ),
      await compare(
        'POST item with 4 slots over HTTP (P2)',
        side('bare Hono', write(floor)),
        side('product', write(product)),
      ),
    ]
  } finally {
    await server.stop()
    await floorServer.stop()
    fixture.close()
    rmSync(directory, { recursive: true })
  }
}

const side = (name: string, measure: () => ReturnType<typeof load>) => ({ name, measure })

async function registeredUser(server: Child<{ url: string }>): Promise<Target> {
  const send = sendOverHttp(server.line.url)
  const secretString = await reserveSecretString(send)
  const profile = { full_name: 'Bench', email: '' }
  let token = ''
  const account = await enterAccount({
    secretString,
    passphrase: 'a passphrase for benchmarks',
    profile,
    send: (request) => {
      // The token of the last signed-in call is the vault's; benchmarks send it themselves.
      token = request.headers?.['authorization'] ?? token
      return send(request)
    },
  })
  const { item } = await account.call(vaultOperations.itemsPost, { body: itemBody(0) })
  return { port: Number(new URL(server.line.url).port), prefix: '/vault', token, itemId: item.id }
}

function read({ port, prefix, token, itemId }: Target) {
  const headers = { authorization: token }
  return () =>
    load({ port, method: 'GET', path: `${prefix}/items/${itemId}`, headers, requests: READS, connections: CONNECTIONS })
}

function write({ port, prefix, token }: Target) {
  const headers = { authorization: token }
  const body = JSON.stringify(itemBody(1))
  return () =>
    load({ port, method: 'POST', path: `${prefix}/items`, headers, body, requests: WRITES, connections: CONNECTIONS })
}
