// Proves docs/contract/vault.md, OpenAPI.

import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSignedInUser, newTestId, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'

/* A client that a generator of others makes from our documents: it compiles under strict rules, and its calls work. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A program of somebody who uses the client; it is compiled with it. */
const PROGRAM = `
import {
  ClientTaskState,
  type Errors,
  type Item,
  clientTaskQueueGet,
  clientTaskQueuePut,
  itemTemplatesGet,
  itemsGet,
  itemsIdDelete,
  itemsIdGet,
  itemsIdPut,
  itemsPost,
} from './vault/index.js'
import { createClient } from './vault/client/index.js'
import { VerifierRequestState, listVerifierRequests } from './verifier/index.js'

const connect = (baseUrl: string, token: string) =>
  createClient({ baseUrl, auth: ({ name }) => (name === 'Authorization' ? token : undefined) })

export async function tasks(baseUrl: string, token: string) {
  const client = connect(baseUrl, token)
  // @ts-expect-error -- the filter takes members of the enumeration, and no text that looks like one
  void (() => clientTaskQueueGet({ query: { state: ['failed'] } }))
  // @ts-expect-error -- nor the states of something else
  void (() => listVerifierRequests({ query: { state: [ClientTaskState.DONE] } }))
  void (() => listVerifierRequests({ query: { state: [VerifierRequestState.VERIFIED] } }))

  const listed = async (...state: ClientTaskState[]) => {
    const { data } = await clientTaskQueueGet({ client, throwOnError: true, query: { state } })
    return data.client_tasks.map((task) => task.state)
  }
  const open = await listed(ClientTaskState.TODO, ClientTaskState.IN_PROGRESS)
  const { data } = await clientTaskQueueGet({ client, throwOnError: true, query: { state: [ClientTaskState.TODO] } })
  const client_tasks = data.client_tasks.map(({ id }) => ({ id, state: ClientTaskState.FAILED }))
  await clientTaskQueuePut({ client, throwOnError: true, body: { client_tasks } })
  return { open, failed: await listed(ClientTaskState.FAILED), done: await listed(ClientTaskState.DONE) }
}

export async function life(baseUrl: string, token: string) {
  const client = connect(baseUrl, token)
  const made = async (label: string): Promise<Item> => {
    const body = { template_name: 'vehicle', item: { label } }
    return (await itemsPost({ client, throwOnError: true, body })).data.item
  }
  const [van, car, boat] = [await made('Van'), await made('Car'), await made('Boat')]
  const path = { id: van.id }
  await itemsIdPut({ client, throwOnError: true, path, body: { item: { label: 'Blue van' } } })
  const { data: read } = await itemsIdGet({ client, throwOnError: true, path })
  const some = await itemsGet({ client, throwOnError: true, query: { item_ids: [van.id, car.id] } })
  await itemsIdDelete({ client, throwOnError: true, path })
  const rest = await itemsGet({ client, throwOnError: true, query: { item_ids: [van.id, car.id, boat.id], own: true } })
  const templates = await itemTemplatesGet({
    client,
    throwOnError: true,
    query: { 'by_classification[scheme]': 'wallet', 'by_classification[name]': 'vehicle' },
  })
  return {
    changed: read.item.label,
    some: some.data.items.map(({ label }) => label).sort(),
    rest: rest.data.items.map(({ label }) => label).sort(),
    templates: templates.data.item_templates.map(({ name }) => name),
  }
}

export async function refusal(baseUrl: string, token: string, id: string) {
  const client = connect(baseUrl, token)
  const { error, response } = await itemsIdGet({ client, path: { id } })
  const errors: Errors | undefined = error
  return { status: response?.status, code: errors?.errors[0]?.error }
}
`

/** The lines of README.md, where the client lies one folder further down. */
function readmeProgram(): string {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const program = readme.split('<!-- client -->')[1]?.split('```ts\n')[1]?.split('```')[0]
  if (program === undefined) throw new Error('README.md uses no client')
  return program.replaceAll("'./client/", "'./")
}

const COMPILER_OPTIONS = {
  strict: true,
  noUncheckedIndexedAccess: true,
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: [],
  module: 'nodenext',
  outDir: 'compiled',
}

type Story = (url: string, token: string, ...more: string[]) => Promise<unknown>

const run = promisify(execFile)

let directory: string
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'vaultbench-sdk-'))
  await run(process.execPath, [join(ROOT, 'scripts/run.js'), 'program', 'sdk', '--out', directory])
})
afterAll(() => {
  rmSync(directory, { recursive: true, force: true })
})

describe('a client generated from the OpenAPI documents', () => {
  let server: TestHttpServer
  let user: SignedInUser
  let program: Readonly<Record<'tasks' | 'life' | 'refusal', Story>>

  beforeAll(async () => {
    writeFileSync(join(directory, 'package.json'), JSON.stringify({ type: 'module' }))
    writeFileSync(join(directory, 'program.ts'), PROGRAM)
    writeFileSync(join(directory, 'readme.ts'), readmeProgram())
    const project = { compilerOptions: COMPILER_OPTIONS, include: ['**/*.ts'] }
    writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(project))
    await compile()
    program = (await import(pathToFileURL(join(directory, 'compiled/program.js')).href)) as typeof program
    server = await startHttpServer()
    user = aSignedInUser(server)
  }, 240_000)
  afterAll(async () => {
    expect(server.faults).toEqual([])
    await server.close()
  })

  async function compile(): Promise<void> {
    try {
      await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', directory])
    } catch (fault) {
      throw new Error(
        `the client does not compile: ${String(fault instanceof Error && Reflect.get(fault, 'stdout'))}`,
        {
          cause: fault,
        },
      )
    }
  }

  const vault = () => `${server.url}/vault`

  it('has a folder for each part', () => {
    const made = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory())

    expect(made.map(({ name }) => name).sort()).toEqual(['compiled', 'exchange', 'keystore', 'vault', 'verifier'])
  })

  it('filters the task queue by its enumeration, which nothing else compiles in the place of', async () => {
    for (const work_type of ['update_item_shares', 'setup_key_delegation']) {
      server.connection
        .prepare(
          `INSERT INTO client_tasks (id, user_id, state, work_type, target_id, additional_options, report, created_at)
           VALUES (?, ?, 'todo', ?, ?, '{}', '{}', '2026-01-01T00:00:00.000Z')`,
        )
        .run(newTestId(), user.userId, work_type, newTestId())
    }

    expect(await program.tasks(vault(), user.token)).toEqual({
      open: ['todo', 'todo'],
      failed: ['failed', 'failed'],
      done: [],
    })
  })

  it('creates, reads, changes, lists by several ids, filters by classification and deletes', async () => {
    expect(await program.life(vault(), user.token)).toEqual({
      changed: 'Blue van',
      some: ['Blue van', 'Car'],
      rest: ['Boat', 'Car'],
      templates: ['vehicle'],
    })
  })

  it('does what README says', async () => {
    const { makeVan } = (await import(pathToFileURL(join(directory, 'compiled/readme.js')).href)) as { makeVan: Story }

    expect(await makeVan(vault(), user.token)).toBe('van')
  })

  it('reads a refusal as the errors of the document', async () => {
    expect(await program.refusal(vault(), user.token, UNKNOWN_ID)).toEqual({ status: 404, code: 'not_found' })
    expect(await program.refusal(vault(), 'no token', UNKNOWN_ID)).toEqual({ status: 401, code: 'unauthorized' })
  })
})
