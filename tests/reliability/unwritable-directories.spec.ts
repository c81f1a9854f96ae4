// Proves docs/contract/workbench.md, Data directory.

// @module-tag full

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { vaultOperations } from '../../shared/contract/index.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { openDataDirectory } from '../../src-main/sqlite/data-directory.ts'
import { createBallast } from '../../src-main/sqlite/ballast.ts'
import { startServed } from '../support/service/served.ts'
import type { SmallFileSystem } from '../support/service/small-file-system.ts'
import { canMountFileSystems, mountSmallFileSystem } from '../support/service/small-file-system.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { PASSPHRASE, refusal, registerUser, startWorkbench } from '../support/workbench/workbench.ts'

const { workspaceCreate, workspaceOpen, workspaceLock, statusGet, itemCreate, itemRows, userSignIn, usersGet } =
  workbenchOperations
const SKIPPED = canMountFileSystems() ? '' : ': skipped, no file system can be mounted here'
const BALLAST_BYTES = 1024 * 1024
const OPTIONS = { ballastBytes: BALLAST_BYTES }

let disk: SmallFileSystem
let directory: string
let workbench: TestWorkbench | undefined
let userId: string

/** A workspace with a user and an item, closed in order, or as a kill leaves it. */
async function prepare(passphrase: string | null): Promise<void> {
  const { call, application } = await startWorkbench(directory, OPTIONS)
  await call(workspaceCreate, { body: { name: 'Mine', passphrase } })
  const { user } = await registerUser({ call }, 'Alice')
  userId = user.id
  await call(itemCreate, { params: { user_id: userId }, body: { label: 'Car', slots: [{ label: 'a', value: 'b' }] } })
  await application.close()
}

async function open(passphrase: string | null): Promise<TestWorkbench> {
  workbench = await startWorkbench(directory, OPTIONS)
  const { workspaces } = await workbench.call(statusGet, {})
  const id = String(workspaces[0]?.id)
  await workbench.call(workspaceOpen, { params: { workspace_id: id }, body: { passphrase } })
  return workbench
}

async function labels({ call }: TestWorkbench): Promise<readonly string[]> {
  const { rows } = await call(itemRows, { params: { user_id: userId }, query: {} })
  return rows.map(({ label }) => label)
}

const signIn = ({ call }: TestWorkbench) =>
  call(userSignIn, { params: { user_id: userId }, body: { passphrase: PASSPHRASE } })
const addItem = ({ call }: TestWorkbench) =>
  call(itemCreate, { params: { user_id: userId }, body: { label: 'Boat', slots: [] } })
const monitored = async ({ application }: TestWorkbench): Promise<unknown> =>
  ((await (await fetch(`${application.url}/vault/monitor/status`)).json()) as { storage: string }).storage
const copiesLeft = () => readdirSync(tmpdir()).filter((name) => name.startsWith('vaultbench-copy-'))

describe.skipIf(SKIPPED !== '')(`a disk that takes nothing${SKIPPED}`, () => {
  beforeEach(() => {
    const mounted = mountSmallFileSystem(24)
    if (mounted === undefined) throw new Error('it could be mounted before')
    disk = mounted
    directory = join(disk.path, 'data')
  })
  afterEach(async () => {
    await workbench?.application.close()
    workbench = undefined
    disk.unmount()
  })

  describe.each([
    ['plain', null],
    ['protected', PASSPHRASE],
  ])('read-only, a %s workspace', (_kind, passphrase) => {
    it('opens for reading and signing in, says so, and refuses to write', async () => {
      await prepare(passphrase)
      disk.makeReadOnly()

      const opened = await open(passphrase)

      expect((await opened.call(statusGet, {})).storage).toBe('read_only')
      expect(await monitored(opened)).toBe('read_only')
      expect((await opened.call(usersGet, {})).users).toMatchObject([{ full_name: 'Alice' }])
      await signIn(opened)
      expect(await labels(opened)).toEqual(['Car'])
      await expect(addItem(opened)).rejects.toThrow(refusal('storage_read_only'))
      await expect(opened.call(workspaceCreate, { body: { name: 'New', passphrase: null } })).rejects.toThrow(
        refusal('storage_read_only'),
      )
      expect(await labels(opened)).toEqual(['Car'])
      expect(copiesLeft()).toEqual([])
    })

    it('shows what the log holds after a kill, and writes again where it may', async () => {
      const { application, call } = await startWorkbench(directory, OPTIONS)
      await call(workspaceCreate, { body: { name: 'Mine', passphrase } })
      userId = (await registerUser({ call }, 'Alice')).user.id
      await addItem({ call } as TestWorkbench)
      // As after a kill: files and log stay as they are, and nobody has them.
      const copy = readAll(directory)
      await application.close()
      copy.restore()
      disk.makeReadOnly()

      const opened = await open(passphrase)
      await signIn(opened)
      expect(await labels(opened)).toEqual(['Boat'])
      await opened.application.close()
      disk.makeWritable()
      const again = await open(passphrase)
      await signIn(again)
      await addItem(again)

      expect((await again.call(statusGet, {})).storage).toBeUndefined()
      expect(await labels(again)).toHaveLength(2)
    })
  })

  it('read-only › serve says so on standard error and answers', async () => {
    const first = await startServed('--data', directory)
    await first.stop('SIGTERM')
    disk.makeReadOnly()

    const served = await startServed('--data', directory)

    expect(served.log()).toContain('the data directory is read-only')
    expect((await fetch(`${served.line.url}/vault/version`)).status).toBe(200)
    expect(await served.stop('SIGTERM')).toBe(0)
  })

  it('read-only › several may read it at once, and release it', async () => {
    await prepare(null)
    disk.makeReadOnly()
    const holder = { pid: 1, since: '2026-01-01T00:00:00.000Z' }

    const readers = [openDataDirectory(directory, holder), openDataDirectory(directory, holder)]

    expect(readers.map(({ readOnly }) => readOnly)).toEqual([true, true])
    for (const reader of readers) reader.release()
    disk.makeWritable()
    const writer = openDataDirectory(directory, holder)
    expect(writer.readOnly).toBe(false)
    writer.release()
  })

  it('full › opens for reading and signing in, from a copy, and says that nothing can be written', async () => {
    await prepare(null)
    disk.fill()

    const opened = await open(null)

    expect((await opened.call(statusGet, {})).storage).toBe('full')
    expect(await monitored(opened)).toBe('full')
    await signIn(opened)
    expect(await labels(opened)).toEqual(['Car'])
    await expect(addItem(opened)).rejects.toThrow(refusal('storage_full'))
    disk.makeRoom()
    await opened.call(workspaceLock, {})
    const { workspaces } = await opened.call(statusGet, {})
    await opened.call(workspaceOpen, { params: { workspace_id: String(workspaces[0]?.id) }, body: {} })
    await signIn(opened)
    await addItem(opened)
    expect(await labels(opened)).toHaveLength(2)
  })

  describe.each([
    ['plain', null],
    ['protected', PASSPHRASE],
  ])('full after a kill, %s', (_, passphrase) => {
    it.each([
      ['room that was kept back', true],
      ['a copy', false],
    ])('opens with %s, whatever first write meets the end of the disk', async (_how, withBallast) => {
      const { application, call } = await startWorkbench(directory, OPTIONS)
      await call(workspaceCreate, { body: { name: 'Mine', passphrase } })
      userId = (await registerUser({ call }, 'Alice')).user.id
      await addItem({ call } as TestWorkbench)
      const killed = readAll(directory) // its log holds what was not written back
      await application.close()

      for (const freeBytes of [0, 4_096, 20_480, 40_960, 65_536, 131_072]) {
        killed.restore()
        if (withBallast) await createBallast(directory, BALLAST_BYTES).reserve()
        disk.fill(freeBytes)
        const opened = await open(passphrase)
        await signIn(opened)
        expect([freeBytes, await labels(opened)]).toEqual([freeBytes, ['Boat']])
        await opened.application.close()
        disk.makeRoom()
      }
    })
  })

  it('full › gives free what was kept back, and takes what fits there', async () => {
    await prepare(null)
    expect(await createBallast(directory, BALLAST_BYTES).reserve()).toBe('reserved')
    expect(statSync(join(directory, 'ballast'))).toMatchObject({ size: BALLAST_BYTES, mode: 0o100600 })
    disk.fill()

    const opened = await open(null)
    await signIn(opened)
    await addItem(opened)

    expect((await opened.call(statusGet, {})).storage).toBe('full')
    expect(opened.events).toContainEqual(
      expect.objectContaining({ type: 'status', status: expect.objectContaining({ storage: 'full' }) as object }),
    )
    expect(readdirSync(directory)).not.toContain('ballast')
    disk.makeRoom()
    expect(await createBallast(directory, BALLAST_BYTES).reserve()).toBe('reserved')
  })

  it('full while it is open › a write takes the room kept back at once; without any it answers 507', async () => {
    await prepare(null)
    const opened = await open(null)
    await signIn(opened)
    await createBallast(directory, BALLAST_BYTES).reserve()
    disk.fill()

    await addItem(opened)
    expect(readdirSync(directory)).not.toContain('ballast')
    disk.fill()
    const reply = await opened.application.workbench.invoke({
      operation: workbenchOperations.forward.id,
      body: {
        as: 'user',
        user_id: userId,
        operation: vaultOperations.itemsPost.id,
        body: { template_name: 'custom', item: { label: 'x' } },
      },
    })

    expect(JSON.stringify(reply)).toContain('storage_full')
    expect(await labels(opened)).toHaveLength(2)
    disk.makeRoom()
    await addItem(opened)
    expect(await labels(opened)).toHaveLength(3)
  })
})

/** What lies in a directory now, to be put back later. */
function readAll(path: string): { restore(): void } {
  const kept = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [file, readFileSync(file)] as const)
  return {
    restore() {
      for (const [file, bytes] of kept) writeFileSync(file, bytes)
    },
  }
}
