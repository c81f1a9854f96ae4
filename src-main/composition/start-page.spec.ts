// Proves docs/contract/workbench.md, Calls of the window.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StorageError } from '../sqlite/storage-error.ts'
import { writeStartPage } from './start-page.ts'

const ADDRESS = 'http://127.0.0.1:4000/#token=abc'

let directory: string
let profile: string
let path: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'vaultbench-start-page-'))
  profile = join(directory, 'data', 'browser-window')
  path = join(profile, 'start.html')
})

afterEach(() => {
  rmSync(directory, { recursive: true })
})

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)

describe('writeStartPage', () => {
  it('leads to the address, without script, for its owner alone', () => {
    writeStartPage(path, ADDRESS)

    expect(readFileSync(path, 'utf8')).toContain(`content="0;url=${ADDRESS}"`)
    expect(readFileSync(path, 'utf8')).not.toContain('<script')
    expect([modeOf(profile), modeOf(path)]).toEqual(['700', '600'])
  })

  it('closes a directory that was open to others, and replaces what lies there', () => {
    mkdirSync(profile, { recursive: true })
    chmodSync(profile, 0o777)
    writeFileSync(path, 'of an earlier start')
    chmodSync(path, 0o666)

    writeStartPage(path, ADDRESS)

    expect([modeOf(profile), modeOf(path)]).toEqual(['700', '600'])
    expect(readFileSync(path, 'utf8')).toContain(ADDRESS)
  })

  it('does not write through a link', () => {
    const elsewhere = join(directory, 'elsewhere')
    mkdirSync(profile, { recursive: true })
    writeFileSync(elsewhere, 'as it was')
    symlinkSync(elsewhere, path)

    writeStartPage(path, ADDRESS)

    expect(readFileSync(elsewhere, 'utf8')).toBe('as it was')
  })

  it('refuses a directory that is a link, naming it', () => {
    const elsewhere = join(directory, 'elsewhere')
    mkdirSync(elsewhere)
    mkdirSync(join(directory, 'data'))
    symlinkSync(elsewhere, profile)

    expect(() => writeStartPage(path, ADDRESS)).toThrow(StorageError)
    expect(() => writeStartPage(path, ADDRESS)).toThrow(profile)
    expect(existsSync(join(elsewhere, 'start.html'))).toBe(false)
  })

  it('is gone when it is removed, also for the second time', () => {
    const page = writeStartPage(path, ADDRESS)

    page.remove()
    page.remove()

    expect(existsSync(path)).toBe(false)
  })
})
