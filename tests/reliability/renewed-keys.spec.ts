// Proves docs/contract/workbench.md, Workspaces: keys.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { Served } from '../support/service/served.ts'
import { startServed } from '../support/service/served.ts'
import { canMountFileSystems, mountSmallFileSystem } from '../support/service/small-file-system.ts'
import { windowOverHttp } from '../support/workbench/window-over-http.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import {
  refusal,
  registerUser,
  removeDirectory,
  startWorkbench,
  temporaryDirectory,
} from '../support/workbench/workbench.ts'

const { workspaceCreate, workspaceOpen, workspaceLock, workspacePassphraseChange, workspaceCheck, usersGet } =
  workbenchOperations

const OLD = 'the passphrase before'
const NEW = 'the passphrase after'
const CANNOT_MOUNT = canMountFileSystems() ? false : 'no file system can be mounted here'

let directory: string

const folderOf = (id: string) => join(directory, 'workspaces', id)
/** But for when it was opened last, and the checksum of that: both are written anew at the next opening, if there is room. */
const recordOf = (id: string): object => {
  const text = readFileSync(join(folderOf(id), 'workspace.json'), 'utf8')
  return { ...(JSON.parse(text) as object), last_opened_at: null, checksum: null }
}
const databasesOf = (id: string) => readdirSync(folderOf(id)).filter((name) => /^vault[-\d]*\.db$/.test(name))

/** Which of the two opens the workspace now; everything must be there. */
async function whatOpens({ call }: Pick<TestWorkbench, 'call'>, workspace_id: string): Promise<string[]> {
  const opening: string[] = []
  for (const passphrase of [OLD, NEW]) {
    await call(workspaceLock, {})
    const opened = await call(workspaceOpen, { params: { workspace_id }, body: { passphrase } }).catch(
      (error: unknown) => error as { code: string },
    )
    if ('code' in opened) {
      expect(opened.code).toBe('workspace_passphrase_wrong')
      continue
    }
    opening.push(passphrase)
    expect((await call(usersGet, {})).users).toMatchObject([{ full_name: 'Alice' }])
    expect((await call(workspaceCheck, {})).damage).toEqual([])
  }
  return opening
}

describe('kill -9 while a key is made anew', () => {
  let served: Served | undefined

  beforeEach(() => {
    directory = temporaryDirectory()
  })

  afterEach(async () => {
    await served?.stop('SIGKILL')
    removeDirectory(directory)
  })

  const start = async () => {
    served = await startServed('--data', directory, '--window')
    return windowOverHttp(served.line.url, served.line.ui)
  }

  it.each([
    ['when the second file appears', (id: string) => databasesOf(id).length > 1],
    ['when the record is about to be replaced', (id: string) => existsSync(join(folderOf(id), 'workspace.json.new'))],
    [
      'when the record is replaced',
      (id: string) => readFileSync(join(folderOf(id), 'workspace.json'), 'utf8').includes('vault-2.db'),
    ],
  ])('leaves the old way in or the new one, %s', async (_, isReached) => {
    const { call } = await start()
    const { current } = await call(workspaceCreate, { body: { name: 'Mine', passphrase: OLD } })
    const id = String(current?.id)
    await registerUser({ call }, 'Alice')

    const progress = { isOver: false }
    const change = call(workspacePassphraseChange, {
      params: { workspace_id: id },
      body: { passphrase: OLD, new_passphrase: NEW, renew_key: true },
    })
    const ended = Promise.allSettled([change]).then(() => (progress.isOver = true))
    // A moment that is missed, because this process waited for its turn, is no worse a moment.
    while (!isReached(id) && !progress.isOver) await wait(0)
    await served?.stop('SIGKILL')
    await ended

    const { call: callAgain } = await start()
    const opening = await whatOpens({ call: callAgain }, id)

    expect(opening).toHaveLength(1)
    expect(databasesOf(id)).toEqual([opening[0] === OLD ? 'vault.db' : 'vault-2.db'])
  })
})

describe('what an interrupted renewal leaves', () => {
  let workbench: TestWorkbench
  let id: string

  beforeEach(async () => {
    directory = temporaryDirectory()
    workbench = await startWorkbench(directory)
    const { current } = await workbench.call(workspaceCreate, { body: { name: 'Mine', passphrase: OLD } })
    id = String(current?.id)
    await registerUser(workbench, 'Alice')
    await workbench.call(workspaceLock, {})
  })

  afterEach(async () => {
    await workbench.application.close()
    removeDirectory(directory)
    expect(workbench.faults).toEqual([])
  })

  const inFolder = (name: string) => join(folderOf(id), name)

  it('of a second file is removed at the next open, whole or not, and the old key opens', async () => {
    const whole = readFileSync(inFolder('vault.db'))
    for (const bytes of [whole.subarray(0, 0), whole.subarray(0, 10_000), whole]) {
      writeFileSync(inFolder('vault-2.db'), bytes)
      writeFileSync(inFolder('vault-2.db-journal'), bytes)
      writeFileSync(inFolder('workspace.json.new'), '{"id":')

      expect(await whatOpens(workbench, id)).toEqual([OLD])
      expect(readdirSync(folderOf(id)).filter((name) => name.startsWith('vault-2'))).toEqual([])
    }
  })

  it('of the first file is removed at the next open, and the new key opens', async () => {
    const whole = readFileSync(inFolder('vault.db'))
    await workbench.call(workspacePassphraseChange, {
      params: { workspace_id: id },
      body: { passphrase: OLD, new_passphrase: NEW, renew_key: true },
    })
    writeFileSync(inFolder('vault.db'), whole)
    writeFileSync(inFolder('vault.db-wal.broken-2026'), 'kept for a person')

    expect(await whatOpens(workbench, id)).toEqual([NEW])
    expect(databasesOf(id)).toEqual(['vault-2.db'])
    expect(existsSync(inFolder('vault.db-wal.broken-2026'))).toBe(true)
  })

  it('does not come to be when the file is damaged: it is named, and as it was', async () => {
    const bytes = readFileSync(inFolder('vault.db'))
    const place = bytes.length - 2_000
    bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
    writeFileSync(inFolder('vault.db'), bytes)
    const record = readFileSync(inFolder('workspace.json'))

    await expect(
      workbench.call(workspacePassphraseChange, {
        params: { workspace_id: id },
        body: { passphrase: OLD, new_passphrase: NEW, renew_key: true },
      }),
    ).rejects.toThrow(refusal('workspace_not_usable', 'is damaged'))

    expect(readFileSync(inFolder('workspace.json'))).toEqual(record)
    expect(databasesOf(id)).toEqual(['vault.db'])
  })
})

describe.skipIf(CANNOT_MOUNT)(`on a disk that is full${CANNOT_MOUNT ? `: ${CANNOT_MOUNT}` : ''}`, () => {
  it.each([
    ['an open', false],
    ['a locked', true],
  ])('a renewal of %s workspace is refused, and leaves it as it was', async (_, isLocked) => {
    const disk = mountSmallFileSystem(8)
    if (disk === undefined) throw new Error('it could be mounted before')
    directory = join(disk.path, 'data')
    const workbench = await startWorkbench(directory, { ballastBytes: 0 })
    const { current } = await workbench.call(workspaceCreate, { body: { name: 'Mine', passphrase: OLD } })
    const params = { workspace_id: String(current?.id) }
    await registerUser(workbench, 'Alice')
    if (isLocked) await workbench.call(workspaceLock, {})
    const record = recordOf(params.workspace_id)
    disk.fill()

    await expect(
      workbench.call(workspacePassphraseChange, {
        params,
        body: { passphrase: OLD, new_passphrase: NEW, renew_key: true },
      }),
    ).rejects.toThrow(refusal('storage_full'))

    expect(databasesOf(params.workspace_id)).toEqual(['vault.db'])
    expect(recordOf(params.workspace_id)).toEqual(record)
    disk.makeRoom()
    expect(await whatOpens(workbench, params.workspace_id)).toEqual([OLD])
    await workbench.application.close()
    disk.unmount()
  })
})
