// Proves docs/contract/workbench.md, Backups.

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { publishCommandEndpoint, readCommandEndpoint } from './command-endpoint.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'command-endpoint-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

it('the endpoint for commands › can be read by its owner alone, and is gone when it closes', () => {
  const endpoint = { url: 'http://127.0.0.1:1', token: 'secret' }
  expect(readCommandEndpoint(folder)).toBeUndefined()
  const close = publishCommandEndpoint(folder, endpoint)
  expect(readCommandEndpoint(folder)).toEqual(endpoint)
  if (process.platform !== 'win32') expect(statSync(join(folder, 'commands.json')).mode & 0o777).toBe(0o600)

  close()

  expect(readCommandEndpoint(folder)).toBeUndefined()
})

it('the endpoint for commands › that cannot be read is none', () => {
  writeFileSync(join(folder, 'commands.json'), '{"url":1')
  expect(readCommandEndpoint(folder)).toBeUndefined()
})
