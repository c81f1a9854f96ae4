// Proves docs/contract/vault.md, Files: block store, Users, Users: deleting.

import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes, randomInt } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AttachmentsFolder } from '../../shared/contract/files.ts'
import { blockFilesIn } from '../../src-main/sqlite/block-files.ts'
import type { BlockFiles } from '../../src-main/service/ports.ts'
import type { ServiceRequest } from '../../src-main/service/reply.ts'
import { draws } from '../support/draws.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { blockId, callStore, filesOf } from '../support/service/files.ts'
import { startService } from '../support/service/test-service.ts'
import { callsOf } from '../support/service/vault-calls.ts'

/* What becomes of files when the disk loses, changes or refuses blocks. */

let folder: string
let running: ReturnType<typeof start>
let ada: SignedInUser

function start(blockFiles: BlockFiles = blockFilesIn(folder, 0), earlier?: ReturnType<typeof startService>) {
  const started = startService({ dataSizeLimitBytes: 4_000 }, earlier, { blockFiles })
  return { ...started, send: (request: ServiceRequest) => started.service.dispatch(request) }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'damaged-files-'))
  running = start()
  ada = aSignedInUser(running)
})
afterEach(async () => {
  await running.service.close()
  running.connection.close()
  rmSync(folder, { recursive: true, force: true })
})

const SIZE = 1_000
const BLOCK = 300

/** A file of four blocks, and where they lie, in order. */
async function aFile() {
  const bytes = randomBytes(SIZE)
  const { main, id } = await filesOf(running, ada).attach(bytes, { blockBytes: BLOCK })
  const paths = running.connection
    .prepare<[string], string>(
      'SELECT file_name FROM blob_blocks b JOIN attachments a ON a.main_blob_id = b.blob_id WHERE a.id = ? ORDER BY first_byte',
    )
    .pluck()
    .all(id)
    .map((name) => join(folder, name))
  return { bytes, paths, read: (range?: string) => filesOf(running, ada).fetchFile(main.url, range) }
}

it('blocks › that are missing are counted at the next start', async () => {
  const { paths } = await aFile()
  await aFile()
  const blocks = readdirSync(folder).length
  for (const path of [paths[0], paths[2]]) rmSync(String(path))

  const again = start(blockFilesIn(folder, 0), running)
  expect(again.service.missingBlocks).toBe(2)
  await again.service.close()
  rmSync(folder, { recursive: true })
  const without = start(blockFilesIn(folder, 0), running)
  expect(without.service.missingBlocks).toBe(blocks)
  await without.service.close()
})

it('blocks › lie under random names, and hold what was sent', async () => {
  const { bytes, paths, read } = await aFile()

  for (const path of paths) expect(path).toMatch(/[0-9a-f]{32}$/)
  expect(Buffer.concat(paths.map((path) => readFileSync(path))).equals(bytes)).toBe(true)
  expect((await read()).bytes.equals(bytes)).toBe(true)
})

it.each<[string, (paths: readonly string[]) => void]>([
  [
    'a flipped bit',
    ([, path = '']) => {
      writeFileSync(path, flipped(readFileSync(path)))
    },
  ],
  [
    'a block that is cut off',
    ([, path = '']) => {
      truncateSync(path, BLOCK - 1)
    },
  ],
  [
    'a block with more at its end',
    ([, path = '']) => {
      writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.of(0)]))
    },
  ],
  [
    'a missing block',
    ([, path = '']) => {
      rmSync(path)
    },
  ],
  [
    'two blocks in each other’s place',
    ([, one = '', other = '']) => {
      const [first, second] = [readFileSync(one), readFileSync(other)]
      writeFileSync(one, second)
      writeFileSync(other, first)
    },
  ],
  [
    'the blocks in another order',
    (paths) => {
      const [first, second = Buffer.of(), third = Buffer.of()] = paths.slice(1).map((path) => readFileSync(path))
      for (const [index, bytes] of [second, third, first].entries()) writeFileSync(paths[index + 1] ?? '', bytes ?? '')
    },
  ],
])('%s › is told with its place and never answered; other blocks are read', async (_, damage) => {
  const { bytes, paths, read } = await aFile()
  damage(paths)

  expect(await read()).toMatchObject({ status: 500, error: 'file_damaged' })
  expect(await read(`bytes=${BLOCK}-${BLOCK}`)).toMatchObject({ status: 500, error: 'file_damaged' })
  expect((await read(`bytes=0-${BLOCK - 1}`)).bytes.equals(bytes.subarray(0, BLOCK))).toBe(true)
  expect(running.faults.map(String).join()).toContain(`begins at byte ${BLOCK}`)
})

it('any flipped bit › is told with the place of its block, and of no other', async () => {
  const { bytes, paths, read } = await aFile()

  for (let draw = 0; draw < draws(40, 2_000); draw += 1) {
    const at = randomInt(SIZE)
    const [block, place] = [Math.floor(at / BLOCK), at % BLOCK]
    const path = paths[block] ?? ''
    const whole = readFileSync(path)
    const changed = Buffer.from(whole)
    changed[place] = (changed[place] ?? 0) ^ (1 << randomInt(8))
    writeFileSync(path, changed)
    running.faults.length = 0

    expect(await read()).toMatchObject({ status: 500, error: 'file_damaged' })
    expect(running.faults.map(String).join()).toMatch(new RegExp(`begins at byte ${block * BLOCK}\\b`))
    writeFileSync(path, whole)
  }
  expect((await read()).bytes.equals(bytes)).toBe(true)
})

it('blocks of a deleted user › leave the disk: of files, thumbnails, folders and what was not finished', async () => {
  const [files, calls] = [filesOf(running, ada), callsOf(running, ada)]
  const { id: attachment_id } = await files.attach(Buffer.from('sealed'))
  const thumbnail = { file: Buffer.from('small').toString('base64'), size_type: '128x128/png', attachment_id }
  await calls.ok(201, 'thumbnailsPost', { body: { thumbnail } })
  const { url } = await files.uploadUrl(3)
  await callStore(running, 'PUT', `${url}&comp=block&blockid=${blockId(0)}`, { body: Buffer.from('abc') })
  const { attachments_folder: made } = await calls.ok<{ attachments_folder: AttachmentsFolder }>(
    201,
    'attachmentsFoldersPost',
  )
  const inFolder = `${made.resource_urls?.[0] ?? ''}/a?${made.token ?? ''}`
  expect(await callStore(running, 'PUT', inFolder, { body: Buffer.from('abc') })).toMatchObject({ status: 201 })
  expect(readdirSync(folder)).toHaveLength(5)
  const bob = aSignedInUser(running)
  await filesOf(running, bob).attach(Buffer.from('of Bob'))

  await calls.ok(204, 'meDelete')
  await callsOf(running, bob).listItems()

  await vi.waitFor(() => {
    expect(readdirSync(folder)).toHaveLength(2)
  })
})

it('what a crash left › is set aside at the next start; what rows name stays', async () => {
  const { bytes, read } = await aFile()
  const before = readdirSync(folder).sort()
  for (const name of ['ab'.repeat(16), `${'cd'.repeat(16)}.new`]) writeFileSync(join(folder, name), 'left behind')

  await running.service.close()
  running = start(undefined, running)

  expect(readdirSync(folder).sort()).toEqual([...before, 'aside'].sort())
  expect(readdirSync(join(folder, 'aside'))).toEqual([expect.stringMatching(/^\d+-(ab){16}$/)])
  expect((await read()).bytes.equals(bytes)).toBe(true)
})

it('blocks that cannot be set aside, as on a full disk › keep nobody out: it is logged, and files open', async () => {
  const { bytes, read } = await aFile()
  await running.service.close()
  const settle = () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }

  running = start({ ...blockFilesIn(folder, 0), settle }, running)

  expect((await read()).bytes.equals(bytes)).toBe(true)
  expect(running.faults).toMatchObject([{ code: 'ENOSPC' }])
})

it('an older database beside newer blocks › erases none: they are there with the newer one', async () => {
  const { bytes, read } = await aFile()
  const newer = running
  await newer.service.close()

  running = start() // of before anything was uploaded
  expect(readdirSync(folder)).toEqual(['aside'])
  await running.service.close()
  running.connection.close()

  running = start(undefined, newer)
  expect((await read()).bytes.equals(bytes)).toBe(true)
})

it('blocks of a deleted attachment › leave the disk', async () => {
  const { id } = await filesOf(running, ada).attach(Buffer.from('sealed'))
  await callsOf(running, ada).ok(204, 'attachmentsIdDelete', { params: { id } })
  await callsOf(running, ada).listItems()

  await vi.waitFor(() => {
    expect(readdirSync(folder)).toEqual([])
  })
})

it('a block of a refused call › leaves the disk', async () => {
  const { url } = await filesOf(running, ada).uploadUrl(3)
  const block = `${url}&comp=block&blockid=${blockId(0)}`
  running.connection.exec("CREATE TRIGGER refuse BEFORE INSERT ON blob_blocks BEGIN SELECT raise(ABORT, 'no'); END")

  expect(await callStore(running, 'PUT', block, { body: Buffer.from('abc') })).toMatchObject({ status: 500 })

  await vi.waitFor(() => {
    expect(readdirSync(folder)).toEqual([])
  })
})

it('a full disk › refuses the block, and leaves rows and earlier files as they were', async () => {
  const { bytes, read } = await aFile()
  const { url } = await filesOf(running, ada).uploadUrl(3)
  await running.service.close()
  running = start(blockFilesIn(folder, Number.MAX_SAFE_INTEGER), running)
  const before = [databaseContent(running.connection), readdirSync(folder)]

  const block = `${url}&comp=block&blockid=${blockId(0)}`
  expect(await callStore(running, 'PUT', block, { body: Buffer.from('abc') })).toMatchObject({
    status: 507,
    error: 'storage_full',
  })

  expect([databaseContent(running.connection), readdirSync(folder)]).toEqual(before)
  expect((await read()).bytes.equals(bytes)).toBe(true)
})

it('GET /me › says how much the files take; what would take more than a user may keep is refused', async () => {
  const calls = callsOf(running, ada)
  expect(await calls.ok(200, 'meGet')).toMatchObject({
    data_size_of_uploaded_attachments_and_folders: 0,
    data_size_limit: 4_000,
    data_size_limit_exceeded: false,
  })
  const files = filesOf(running, ada)
  await files.attach(randomBytes(2_988)) // with 12 bytes of artefacts
  expect(await calls.ok(200, 'meGet')).toMatchObject({ data_size_of_uploaded_attachments_and_folders: 3_000 })
  expect(await calls.ok(200, 'metricsAttachmentsGet')).toMatchObject({
    attachment_metrics: { data_size_of_uploaded_attachments_and_folders: 3_000 },
  })

  const blob = { filename: 'a', content_type: 'b/c', byte_size: 1_001 }
  const [error] = await calls.refusal('directAttachmentsUploadUrlPost', { body: { blob } })
  expect(error).toMatchObject({ error: 'payload_too_large', http_code: 413 })
  await files.attach(randomBytes(988))
})

function flipped(bytes: Buffer): Buffer {
  bytes[7] = (bytes[7] ?? 0) ^ 0x10
  return bytes
}
