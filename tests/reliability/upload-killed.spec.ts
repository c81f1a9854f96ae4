// Proves docs/contract/window.md, Files; docs/contract/workbench.md, Durability.

import { createHash, randomInt } from 'node:crypto'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Call } from '../../shared/contract/caller.ts'
import { MAX_PART_BYTES } from '../../shared/contract/workbench-files.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { draws } from '../support/draws.ts'
import { bytesOf, digest } from '../support/files/file-bytes.ts'
import type { Served } from '../support/service/served.ts'
import { startServed } from '../support/service/served.ts'
import { canMountFileSystems, mountSmallFileSystem } from '../support/service/small-file-system.ts'
import { windowOverHttp } from '../support/workbench/window-over-http.ts'
import { feedUpload, resumeWhole, startUpload, uploadWhole } from '../support/workbench/window-uploads.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import {
  PASSPHRASE,
  registerUser,
  removeDirectory,
  startWorkbench,
  temporaryDirectory,
} from '../support/workbench/workbench.ts'

const { fileRows, itemRows, slotFilePart, uploadRows, userSignIn, workspaceCreate, workspaceOpen } = workbenchOperations
const NO_PLACE = { item_id: null, slot_id: null }
const CONTENT = bytesOf(3 * MAX_PART_BYTES + 99)
/** That the last ones are stored is noted together with the next ones. */
const BLOCKS_UNDER_WAY = 5
const PATIENT = { timeout: 20_000, interval: 20 }
const PLACE = { kind: 'new_item', label: 'Film', template_name: 'custom' } as const

describe('an upload whose program is killed', () => {
  let directory: string
  let served: Served | undefined

  beforeEach(() => {
    directory = temporaryDirectory()
  })

  afterEach(async () => {
    await served?.stop('SIGKILL')
    removeDirectory(directory)
  })

  it('goes on once it has its file again: the same bytes, and no block twice but those under way', async () => {
    served = await startServed('--data', directory)
    const { call } = await windowOverHttp(served.line.url, served.line.ui)
    const { user } = await registerUser({ call }, 'Ada')
    const begun = await startUpload(call, user.id, { content: CONTENT, place: PLACE, filename: 'Private name.pdf' })
    const { upload } = await feedUpload(call, user.id, { begun, content: CONTENT, parts: 2 })

    await vi.waitFor(async () => {
      const { uploads } = await call(uploadRows, { params: { user_id: user.id } })
      expect(uploads[0]?.done_bytes).toBe(2 * MAX_PART_BYTES)
    }, PATIENT)
    await served.stop('SIGKILL')
    const before = namesOfBlocks(directory)
    served = await startServed('--data', directory)
    const again = (await windowOverHttp(served.line.url, served.line.ui)).call
    await again(userSignIn, { params: { user_id: user.id }, body: { passphrase: PASSPHRASE } })
    const { uploads } = await again(uploadRows, { params: { user_id: user.id } })
    expect(uploads).toMatchObject([{ id: upload.id, state: 'needs_file', filename: 'Private name.pdf' }])
    const done = await resumeWhole(again, user.id, { upload_id: upload.id, content: CONTENT })

    expect(done.state).toBe('done')
    expect(await digestOfFile(again, user.id, done)).toBe(digest(CONTENT))
    const after = new Set(namesOfBlocks(directory))
    const sentAgain = before.filter((name) => !after.has(name))
    expect(before.length).toBeGreaterThan(BLOCKS_UNDER_WAY)
    expect(sentAgain.length).toBeLessThanOrEqual(BLOCKS_UNDER_WAY)
  })
})

/** How many parts are given, and how many milliseconds after the first one the program is killed; else once it has them. */
const MOMENTS: readonly { readonly parts: number; readonly laterMs?: number }[] = [
  { parts: Infinity },
  ...Array.from({ length: draws(0, 6) }, () => ({ parts: randomInt(1, 6), laterMs: randomInt(600) })),
]

describe('an upload whose program is killed at any moment', () => {
  it.each(MOMENTS)(
    'after $parts parts, at $laterMs ms › ends as the same bytes, in one item',
    async ({ parts, laterMs }) => {
      const directory = temporaryDirectory()
      let served = await startServed('--data', directory)
      try {
        const first = await windowOverHttp(served.line.url, served.line.ui)
        const { user } = await registerUser(first, 'Ada')
        const begun = await startUpload(first.call, user.id, { content: CONTENT, place: PLACE })
        // The last parts may be under way when the program ends.
        const feeding = feedUpload(first.call, user.id, { begun, content: CONTENT, parts }).catch(() => undefined)
        await (laterMs === undefined ? feeding : Promise.race([feeding, setTimeout(laterMs)]))
        await served.stop('SIGKILL')
        await feeding

        served = await startServed('--data', directory)
        const { call } = await windowOverHttp(served.line.url, served.line.ui)
        await call(userSignIn, { params: { user_id: user.id }, body: { passphrase: PASSPHRASE } })
        const { uploads } = await call(uploadRows, { params: { user_id: user.id } })
        for (const { id, state } of uploads) {
          if (state !== 'done') await resumeWhole(call, user.id, { upload_id: id, content: CONTENT })
        }

        const { rows } = await call(itemRows, { params: { user_id: user.id } })
        const { files } = await call(fileRows, { params: { user_id: user.id } })
        expect([rows.length, files.length]).toEqual([1, 1])
        expect(await digestOfFile(call, user.id, files[0] ?? NO_PLACE)).toBe(digest(CONTENT))
      } finally {
        await served.stop('SIGKILL')
        removeDirectory(directory)
      }
    },
  )
})

describe.each([null, PASSPHRASE])('the folder of a closed workspace with the passphrase %s', (passphrase) => {
  let directories: readonly [string, string]
  beforeEach(() => {
    directories = [temporaryDirectory(), temporaryDirectory()]
  })
  afterEach(() => {
    for (const directory of directories) removeDirectory(directory)
  })

  it('is copied › opens elsewhere with every file whole', async () => {
    const [from, to] = directories
    const made = await startWorkbench(from)
    await made.call(workspaceCreate, { body: { name: 'Mine', passphrase } })
    const { user } = await registerUser(made, 'Ada')
    const short = CONTENT.subarray(0, 1000)
    const uploads = [
      await uploadWhole(made.call, user.id, { content: CONTENT, place: PLACE }),
      await uploadWhole(made.call, user.id, { content: short, place: PLACE }),
    ]
    await made.application.close()
    const [workspace_id = ''] = readdirSync(join(from, 'workspaces'))
    cpSync(join(from, 'workspaces', workspace_id), join(to, 'workspaces', workspace_id), { recursive: true })
    removeDirectory(from)

    const opened = await startWorkbench(to)
    const { call } = opened
    await call(workspaceOpen, {
      params: { workspace_id },
      body: passphrase === null ? {} : { passphrase },
    })
    await call(userSignIn, { params: { user_id: user.id }, body: { passphrase: PASSPHRASE } })

    const digests = await Promise.all(uploads.map((upload) => digestOfFile(call, user.id, upload)))
    expect(digests).toEqual([digest(CONTENT), digest(short)])
    await opened.application.close()
    expect([...made.faults, ...opened.faults]).toEqual([])
  })
})

describe.skipIf(!canMountFileSystems())('an upload onto a disk that is full', () => {
  const disk = mountSmallFileSystem(400)
  let workbench: TestWorkbench

  afterEach(async () => {
    await workbench.application.close()
    disk?.unmount()
  })

  it('fails and leaves everything else as it was; it goes on once there is room', async () => {
    if (disk === undefined) throw new Error('the file system was not mounted')
    workbench = await startWorkbench(disk.path, { ballastBytes: 0 })
    const { call } = workbench
    await call(workspaceCreate, { body: { name: 'Mine', passphrase: null } })
    const { user } = await registerUser(workbench, 'Ada')
    const params = { user_id: user.id }
    const earlier = await uploadWhole(call, user.id, { content: CONTENT.subarray(0, 1000), place: PLACE })

    const begun = await startUpload(call, user.id, { content: CONTENT, place: PLACE })
    const first = await feedUpload(call, user.id, { begun, content: CONTENT, parts: 1 })
    disk.fill()
    const { upload } = await feedUpload(call, user.id, { begun: first, content: CONTENT })

    expect(upload.state).toBe('failed')
    expect(upload.problem).toMatch(/full|room/)
    expect(await digestOfFile(call, user.id, earlier)).toBe(digest(CONTENT.subarray(0, 1000)))
    expect((await call(itemRows, { params })).total).toBe(1)
    disk.makeRoom()
    const done = await resumeWhole(call, user.id, { upload_id: upload.id, content: CONTENT })
    expect([done.state, await digestOfFile(call, user.id, done)]).toEqual(['done', digest(CONTENT)])
  })
})

async function digestOfFile(
  call: Call,
  user_id: string,
  { item_id, slot_id }: { readonly item_id: string | null; readonly slot_id: string | null },
): Promise<string> {
  const hash = createHash('sha256')
  for (let start = 0; ;) {
    const params = { user_id, item_id: item_id ?? '', slot_id: slot_id ?? '' }
    const part = await call(slotFilePart, { params, query: { start, bytes: MAX_PART_BYTES } })
    hash.update(part.data)
    start += part.data.length
    if (start >= part.byte_size) return hash.digest('hex')
  }
}

/** Every block is a file of its own under a random name: one that is stored again gets another name. */
function namesOfBlocks(directory: string): readonly string[] {
  const workspaces = join(directory, 'workspaces')
  return readdirSync(workspaces).flatMap((id) =>
    readdirSync(join(workspaces, id, 'files')).filter((name) => !name.endsWith('.new')),
  )
}
