// Proves docs/contract/workbench.md, Workspaces: keeping.

import { mkdirSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
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
