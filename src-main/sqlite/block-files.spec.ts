// Proves docs/contract/vault.md, Files: block store.

import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BlockFiles } from '../service/ports.ts'
import { blockFilesIn, blockFilesInMemory, unchangedBlockFiles } from './block-files.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'block-files-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

const folder = () => join(directory, 'files')
const STORES: Readonly<Record<string, () => BlockFiles>> = {
  'in a folder': () => blockFilesIn(folder(), 0),
  'in memory': blockFilesInMemory,
}

describe.each(Object.entries(STORES))('blocks %s', (_, open) => {
  it('are read as they were written, listed, and removed', async () => {
    const files = open()
    await files.write('one', Buffer.from('first'))
    await files.write('two', Buffer.of())

    expect(Buffer.from((await files.read('one', 5)) ?? []).toString()).toBe('first')
    expect((await files.read('two', 5))?.length).toBe(0)
    expect([...files.names()].sort()).toEqual(['one', 'two'])
    await files.remove(['one', 'never there'])
    expect(await files.read('one', 5)).toBeUndefined()
    expect(files.names()).toEqual(['two'])
  })

  it('are read as long as they should be, and one byte more where they are longer', async () => {
    const files = open()
    await files.write('one', Buffer.from('first'))

    const read = await Promise.all([0, 3, 4, 5, 6, 1000].map((size) => files.read('one', size)))

    expect(read.map((bytes) => Buffer.from(bytes ?? []).toString())).toEqual([
      'f',
      'firs',
      'first',
      'first',
      'first',
      'first',
    ])
  })

  it('stay as they were written, whatever becomes of the memory they are read into', async () => {
    const files = open()
    await files.write('one', Buffer.from('first'))

    ;(await files.read('one', 5))?.fill(0)

    expect(Buffer.from((await files.read('one', 5)) ?? []).toString()).toBe('first')
  })

  it('stay as they were written, whatever becomes of the memory they came in', async () => {
    const files = open()
    const memory = Buffer.from('first')

    await files.write('one', memory)
    memory.fill('-')

    expect(Buffer.from((await files.read('one', 5)) ?? []).toString()).toBe('first')
  })
})

it('blockFilesIn › makes its folder with the first block; both belong to their owner alone', async () => {
  const files = blockFilesIn(folder(), 0)
  expect([files.names(), await files.read('one', 5), readdirSync(directory)]).toEqual([[], undefined, []])

  await files.write('one', Buffer.from('first'))

  expect(readdirSync(folder())).toEqual(['one'])
  if (process.platform === 'win32') return
  expect([statSync(folder()).mode & 0o777, statSync(join(folder(), 'one')).mode & 0o777]).toEqual([0o700, 0o600])
})

it('blockFilesIn › lists what was interrupted, and writes no block over one that is being written', async () => {
  const files = blockFilesIn(folder(), 0)
  await files.write('one', Buffer.from('first'))
  writeFileSync(join(folder(), 'two.new'), 'half')

  expect([...files.names()].sort()).toEqual(['one', 'two.new'])
  await expect(files.write('two', Buffer.from('second'))).rejects.toThrow('EEXIST')
})

it('blockFilesIn › refuses what would leave too little room, and leaves nothing behind', async () => {
  const files = blockFilesIn(folder(), Number.MAX_SAFE_INTEGER)

  await expect(files.write('one', Buffer.from('first'))).rejects.toMatchObject({ code: 'disk_full' })

  expect(readdirSync(folder())).toEqual([])
})

describe('blockFilesIn › blocks that nothing names', () => {
  const DAY_MS = 24 * 60 * 60 * 1000
  const NOW_MS = Date.parse('2026-01-01T00:00:00.000Z')
  const nothing = () => false
  const everything = () => true
  const aside = () => (existsSync(join(folder(), 'aside')) ? readdirSync(join(folder(), 'aside')) : [])

  async function stray() {
    const files = blockFilesIn(folder(), 0)
    await files.write('one', Buffer.from('first'))
    files.settle(nothing, { nowMs: NOW_MS, erasableMs: NOW_MS })
    return files
  }

  it('are set aside, where they are not read, and come back when something names them', async () => {
    const files = await stray()
    expect([files.names(), await files.read('one', 5), aside()]).toEqual([[], undefined, [`${NOW_MS}-one`]])

    files.settle(everything, { nowMs: NOW_MS + 1, erasableMs: NOW_MS })

    expect(Buffer.from((await files.read('one', 5)) ?? []).toString()).toBe('first')
    expect([files.names(), aside()]).toEqual([['one'], []])
  })

  it('stay aside for thirty days, and until that is erasable', async () => {
    const files = await stray()
    const nowMs = NOW_MS + 400 * DAY_MS
    for (const days of [0, 1, 29]) files.settle(nothing, { nowMs, erasableMs: NOW_MS + days * DAY_MS })
    expect(aside()).toEqual([`${NOW_MS}-one`])

    files.settle(nothing, { nowMs, erasableMs: NOW_MS + 30 * DAY_MS })

    expect(aside()).toEqual([])
  })

  it('are deleted where they are half of a block', async () => {
    const files = await stray()
    writeFileSync(join(folder(), 'two.new'), 'half')

    files.settle(nothing, { nowMs: NOW_MS, erasableMs: NOW_MS })

    expect([files.names(), aside()]).toEqual([[], [`${NOW_MS}-one`]])
  })

  it('are nobody’s business where nothing was uploaded', () => {
    blockFilesIn(folder(), 0).settle(nothing, { nowMs: NOW_MS, erasableMs: NOW_MS })

    expect(existsSync(folder())).toBe(false)
  })
})

it('unchangedBlockFiles › reads, and keeps what is there', async () => {
  const files = blockFilesInMemory()
  await files.write('one', Buffer.from('first'))
  const unchanged = unchangedBlockFiles(files, () => new Error('read only'))

  await expect(unchanged.write('two', Buffer.of())).rejects.toThrow('read only')
  await unchanged.remove(['one'])
  expect(unchanged.names()).toEqual([])
  expect(Buffer.from((await unchanged.read('one', 5)) ?? []).toString()).toBe('first')
})
