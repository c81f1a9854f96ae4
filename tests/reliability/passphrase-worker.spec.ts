// Proves docs/contract/workbench.md, Durability.

// @module-tag full

import { createRequire, syncBuiltinESMExports } from 'node:module'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type * as Threads from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import {
  PASSPHRASE,
  registerUser,
  removeDirectory,
  startWorkbench,
  temporaryDirectory,
} from '../support/workbench/workbench.ts'

const { workspaceCreate, workspaceLock, workspaceOpen, statusGet, usersGet, userSignIn, userSecretString } =
  workbenchOperations
const NOT_HASHED = { status: 503, code: 'passphrase_not_hashed' }

const threads = createRequire(import.meta.url)('node:worker_threads') as typeof Threads // the module, not its namespace
const RealWorker = threads.Worker

/** Starts and is ended before it can answer, as when the system ends it for want of memory. */
class DyingWorker extends RealWorker {
  constructor(...given: ConstructorParameters<typeof RealWorker>) {
    super(...given)
    void this.terminate()
  }
}

let workbench: TestWorkbench

beforeEach(async () => {
  workbench = await startWorkbench(temporaryDirectory())
})

afterEach(async () => {
  replaceWorker(RealWorker)
  await workbench.application.close()
  removeDirectory(workbench.directory)
})

function replaceWorker(worker: typeof RealWorker): void {
  threads.Worker = worker
  syncBuiltinESMExports()
}

async function whileWorkersDie(work: () => Promise<unknown>): Promise<unknown> {
  replaceWorker(DyingWorker)
  try {
    return await work().catch((error: unknown) => error)
  } finally {
    replaceWorker(RealWorker)
  }
}

describe('the thread that hashes a passphrase dies', () => {
  it('while a workspace is made: nothing is left of it, and the next try works', async () => {
    const { call, directory, faults } = workbench
    const create = () => call(workspaceCreate, { body: { name: 'Mine', passphrase: PASSPHRASE } })

    expect(await whileWorkersDie(create)).toMatchObject(NOT_HASHED)
    expect(readdirSync(directory).filter((name) => name === 'workspaces')).toEqual([])
    expect((await create()).state).toBe('open')
    expect(readdirSync(join(directory, 'workspaces'))).toHaveLength(1)
    expect(faults).toEqual([])
  })

  it('while a workspace is unlocked: it stays locked, and the next try works', async () => {
    const { call } = workbench
    const { current } = await call(workspaceCreate, { body: { name: 'Mine', passphrase: PASSPHRASE } })
    await call(workspaceLock, {})
    const unlock = () =>
      call(workspaceOpen, { params: { workspace_id: String(current?.id) }, body: { passphrase: PASSPHRASE } })

    expect(await whileWorkersDie(unlock)).toMatchObject(NOT_HASHED)
    expect((await call(statusGet, {})).state).toBe('locked')
    expect((await unlock()).state).toBe('open')
  })

  it('while a user is registered: the registration goes on at the next sign-in', async () => {
    const { call } = workbench
    await call(workspaceCreate, { body: { name: 'Mine', passphrase: null } })

    expect(await whileWorkersDie(() => registerUser({ call }, 'Alice'))).toMatchObject(NOT_HASHED)
    const { users } = await call(usersGet, {})
    expect(users).toMatchObject([{ full_name: 'Alice', state: 'incomplete' }])
    const params = { user_id: String(users[0]?.id) }
    expect((await call(userSignIn, { params, body: { passphrase: PASSPHRASE } })).user.state).toBe('signed_in')
  })

  it('while a user shows the secret string again: the user stays signed in', async () => {
    const { call } = workbench
    await call(workspaceCreate, { body: { name: 'Mine', passphrase: null } })
    const { user, secret_string } = await registerUser({ call }, 'Alice')
    const show = () => call(userSecretString, { params: { user_id: user.id }, body: { passphrase: PASSPHRASE } })

    expect(await whileWorkersDie(show)).toMatchObject(NOT_HASHED)
    expect((await call(usersGet, {})).users).toMatchObject([{ state: 'signed_in' }])
    expect(await show()).toEqual({ secret_string })
  })
})
