// Proves docs/contract/workbench.md, Workspaces: keeping.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileWorkspaceStore } from './workspace-files.ts'

let directory: string

beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'vaultbench-workspaces-'))))
afterEach(() => rmSync(directory, { recursive: true }))

it('tells how large a workspace is while files of it go', async () => {
  const folder = join(directory, 'workspaces', 'one')
  mkdirSync(folder, { recursive: true })
  const passing = Array.from({ length: 400 }, (_, index) => join(folder, `passing-${index}`))
  writeFileSync(join(folder, 'vault.db'), 'twelve bytes')
  for (const file of passing) writeFileSync(file, '')

  const told = fileWorkspaceStore(directory).byteSize('one')
  for (const file of passing.toReversed()) {
    unlinkSync(file)
    await nextTurn()
  }

  expect(await told).toBe(12)
})

it('tells 0 of a workspace that is not there', async () => {
  expect(await fileWorkspaceStore(directory).byteSize('none')).toBe(0)
})

it('erases a deleted workspace off its list at once, and at the next start when it was interrupted', async () => {
  const folder = join(directory, 'workspaces', 'one')
  const trash = join(directory, 'deleted')
  mkdirSync(join(folder, 'files'), { recursive: true })
  writeFileSync(join(folder, 'files', 'block'), 'x')
  const store = fileWorkspaceStore(directory)
  store.putAway('one', 1_000)

  const erased = store.erase('one')
  expect(store.deleted()).toEqual([])
  const interrupted = readdirSync(trash)
  await erased
  expect(readdirSync(trash)).toEqual([])

  for (const name of interrupted) mkdirSync(join(trash, name, 'files'), { recursive: true })
  await fileWorkspaceStore(directory).clean()
  expect(interrupted).toHaveLength(1)
  expect(readdirSync(trash)).toEqual([])
})
