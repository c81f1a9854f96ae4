// Proves docs/contract/workbench.md, Backups.

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openCommandDoor, readCommandDoor } from './command-door.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'command-door-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

it('the door for commands › can be read by its owner alone, and is gone when it closes', () => {
  const door = { url: 'http://127.0.0.1:1', token: 'secret' }
  expect(readCommandDoor(folder)).toBeUndefined()
  const close = openCommandDoor(folder, door)
  expect(readCommandDoor(folder)).toEqual(door)
  if (process.platform !== 'win32') expect(statSync(join(folder, 'commands.json')).mode & 0o777).toBe(0o600)

  close()

  expect(readCommandDoor(folder)).toBeUndefined()
})

it('the door for commands › that cannot be read is none', () => {
  writeFileSync(join(folder, 'commands.json'), '{"url":1')
  expect(readCommandDoor(folder)).toBeUndefined()
})
