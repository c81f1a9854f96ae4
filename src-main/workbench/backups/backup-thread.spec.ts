// Proves docs/contract/workbench.md, Backups.

import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { flushWhileWritten } from './backup-thread.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'backup-thread-'))))
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

/** Counts how often this process asks the disk for a file's bytes. */
async function countedFlushes() {
  const file = await open(folder)
  const prototype = Object.getPrototypeOf(file) as FileHandle
  await file.close()
  return vi.spyOn(prototype, 'datasync')
}

it('a file that is being written › is flushed once it is there, again and again, until the end', async () => {
  const flushes = await countedFlushes()
  const path = join(folder, 'copy.db')
  const end = flushWhileWritten(path)
  await setTimeout(20)
  expect(flushes).not.toHaveBeenCalled()

  const file = openSync(path, 'wx')
  const timesWritten = async (times: number) => {
    flushes.mockClear()
    while (flushes.mock.calls.length < times) {
      writeSync(file, 'page')
      await setTimeout(1)
    }
  }
  await timesWritten(3)
  closeSync(file)
  await end()

  const { length } = flushes.mock.calls
  await setTimeout(20)
  expect(flushes).toHaveBeenCalledTimes(length)
})

it('a file that never comes › is waited for until the end', async () => {
  const flushes = await countedFlushes()
  await flushWhileWritten(join(folder, 'none.db'))()
  expect(flushes).not.toHaveBeenCalled()
})
