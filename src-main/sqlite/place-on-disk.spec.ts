import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { blockFilesAt, blockFilesIn } from './block-files.ts'
import { placeOf } from './place-on-disk.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vaultbench-place-'))
  mkdirSync(join(folder, 'here'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

describe('placeOf', () => {
  it('knows what was moved, what was put back, and what only has its name', () => {
    const place = placeOf(join(folder, 'here'))
    expect(place.isThere()).toBe(true)

    renameSync(join(folder, 'here'), join(folder, 'there'))
    expect(place.isThere()).toBe(false)
    mkdirSync(join(folder, 'here'))
    expect(() => {
      place.require()
    }).toThrow('was moved or deleted')

    rmSync(join(folder, 'here'), { recursive: true })
    renameSync(join(folder, 'there'), join(folder, 'here'))
    expect(place.isThere()).toBe(true)
  })

  it('lets no block be written into a folder that only has its name', async () => {
    const files = blockFilesAt(placeOf(join(folder, 'here')), blockFilesIn(join(folder, 'here'), 0))
    await files.write('first', new Uint8Array(1))
    renameSync(join(folder, 'here'), join(folder, 'there'))
    mkdirSync(join(folder, 'here'))

    await expect(files.write('second', new Uint8Array(1))).rejects.toThrow('was moved or deleted')
    expect(files.names()).toEqual([])
  })
})
