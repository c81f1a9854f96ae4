// Proves docs/adr/0007: removing much does not hold up whoever commits meanwhile.

import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAKING, removeAndFreeNames, removeInPortions, removeLeftovers } from './portioned-removal.ts'

const MIB = 1024 * 1024

describe('removing files in portions', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portioned-removal-'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  it('removes files, folders with all they hold, and nothing else', async () => {
    const [kept, file, tree] = [join(folder, 'kept'), join(folder, 'file'), join(folder, 'tree')]
    mkdirSync(join(tree, 'deep', 'empty'), { recursive: true })
    for (const path of [kept, file, join(tree, 'a'), join(tree, 'deep', 'b')]) writeFileSync(path, 'x')

    await removeInPortions([file, join(folder, 'missing'), tree])

    expect([file, tree, kept].map((path) => existsSync(path))).toEqual([false, false, true])
  })

  it('shortens a large file step by step before it goes', async () => {
    const path = join(folder, 'large')
    writeFileSync(path, '')
    truncateSync(path, 100 * MIB)
    const seen = new Set<number>()

    const state = { isDone: false }
    const removal = removeInPortions([path]).finally(() => (state.isDone = true))
    while (!state.isDone) {
      seen.add((statSync(path, { throwIfNoEntry: false })?.size ?? 0) / MIB)
      await setImmediate()
    }
    await removal

    const sizes = [...seen]
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    expect(sizes.length).toBeGreaterThan(3)
  })

  it('removes links, not what they lead to', async () => {
    const [outside, tree, link] = [join(folder, 'outside'), join(folder, 'tree'), join(folder, 'link')]
    for (const path of [outside, tree]) mkdirSync(path)
    writeFileSync(join(outside, 'large'), '')
    truncateSync(join(outside, 'large'), 40 * MIB)
    symlinkSync(outside, join(tree, 'to a folder'))
    symlinkSync(join(outside, 'large'), join(tree, 'to a file'))
    symlinkSync(outside, link)

    await removeInPortions([tree, link])

    expect(readdirSync(folder)).toEqual(['outside'])
    expect(statSync(join(outside, 'large')).size).toBe(40 * MIB)
  })

  it('takes nothing from a file that has another name', async () => {
    const [first, second] = [join(folder, 'first'), join(folder, 'second')]
    writeFileSync(first, '')
    truncateSync(first, 40 * MIB)
    linkSync(first, second)

    await removeInPortions([first])

    expect(existsSync(first)).toBe(false)
    expect(statSync(second).size).toBe(40 * MIB)
  })

  it('frees names with the call, and leaves what has them afterwards', async () => {
    const [file, tree] = [join(folder, 'file'), join(folder, 'tree')]
    mkdirSync(tree)
    for (const path of [file, join(tree, 'old')]) writeFileSync(path, 'old')

    const removal = removeAndFreeNames([file, tree])
    expect([file, tree].map((path) => existsSync(path))).toEqual([false, false])
    mkdirSync(tree)
    writeFileSync(join(tree, 'new'), 'new')
    await removal

    expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(['tree', join('tree', 'new')])
  })

  it('removes what an earlier run left, not what begins after the call', async () => {
    const [left, other] = [join(folder, `${MAKING}left`), join(folder, 'other')]
    for (const path of [left, other]) mkdirSync(path)

    const removal = removeLeftovers([folder, join(folder, 'missing')])
    mkdirSync(left)
    await removal

    expect(readdirSync(folder).toSorted()).toEqual([`${MAKING}left`, 'other'])
  })
})
