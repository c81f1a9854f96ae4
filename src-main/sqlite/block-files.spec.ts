// Proves docs/contract/vault.md, Files: block store.

import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
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

it('unchangedBlockFiles › reads, and keeps what is there', async () => {
  const files = blockFilesInMemory()
  await files.write('one', Buffer.from('first'))
  const unchanged = unchangedBlockFiles(files, () => new Error('read only'))

  await expect(unchanged.write('two', Buffer.of())).rejects.toThrow('read only')
  await unchanged.remove(['one'])
  expect(unchanged.names()).toEqual([])
  expect(Buffer.from((await unchanged.read('one', 5)) ?? []).toString()).toBe('first')
})
