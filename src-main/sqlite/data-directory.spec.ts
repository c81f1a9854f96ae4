// Proves docs/contract/workbench.md, Data directory.

import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDataDirectory, writeFileAtomically, writeTransientFile } from './data-directory.ts'
import { StorageError } from './storage-error.ts'

const HOLDER = { pid: 4711, since: '2026-01-01T00:00:00.000Z' }

let root: string
let child: ChildProcess | undefined

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vaultbench-'))
})

afterEach(() => {
  child?.kill('SIGKILL')
  chmodSync(root, 0o700)
  rmSync(root, { recursive: true, force: true })
})

describe('openDataDirectory', () => {
  it('makes the directory private, and its files', () => {
    const directory = openDataDirectory(join(root, 'new', 'data'), HOLDER)

    expect(statSync(directory.path).mode & 0o777).toBe(0o700)
    expect(statSync(join(directory.path, 'lock.db')).mode & 0o777).toBe(0o600)
    expect(statSync(join(directory.path, 'holder.json')).mode & 0o777).toBe(0o600)
    directory.release()
  })

  it('names who has it, asked within the same process', () => {
    const directory = openDataDirectory(root, HOLDER)

    expect(() => openDataDirectory(root, { ...HOLDER, pid: 1 })).toThrow(
      expect.objectContaining({
        code: 'directory_in_use',
        message: expect.stringContaining('process 4711, since 2026-01-01T00:00:00.000Z') as string,
      }) as Error,
    )
    directory.release()
  })

  it('is free again after release', () => {
    openDataDirectory(root, HOLDER).release()

    const again = openDataDirectory(root, HOLDER)

    expect(again.path).toBe(root)
    again.release()
    expect(existsSync(join(root, 'holder.json'))).toBe(false)
  })

  it('refuses a second process within a second, and is free once the holder was killed', async () => {
    const source = fileURLToPath(new URL('data-directory.ts', import.meta.url))
    const script = `
      import { openDataDirectory } from ${JSON.stringify(source)}
      openDataDirectory(${JSON.stringify(root)}, { pid: process.pid, since: '2026-01-02T03:04:05.000Z' })
      process.stdout.write('held')
      setInterval(() => {}, 1000)`
    const holder = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child = holder
    await once(holder.stdout, 'data')

    expect(() => openDataDirectory(root, HOLDER)).toThrow(
      `process ${String(holder.pid)}, since 2026-01-02T03:04:05.000Z`,
    )

    const ended = once(holder, 'exit')
    holder.kill('SIGKILL')
    await ended
    const directory = openDataDirectory(root, HOLDER)
    expect(JSON.parse(readFileSync(join(root, 'holder.json'), 'utf8'))).toEqual(HOLDER)
    directory.release()
  })

  it('says why a directory cannot be used, given a file in its place', () => {
    const path = join(root, 'a-file')
    writeFileSync(path, 'not a directory')

    expect(() => openDataDirectory(path, HOLDER)).toThrow(
      expect.objectContaining({
        code: 'directory_not_usable',
        message: expect.stringContaining(path) as string,
      }) as Error,
    )
    expect(readFileSync(path, 'utf8')).toBe('not a directory')
  })

  it('says why a directory cannot be used, given a broken lock file', () => {
    writeFileSync(join(root, 'lock.db'), 'this is not a database, and it is longer than a header '.repeat(40))

    expect(() => openDataDirectory(root, HOLDER)).toThrow(StorageError)
    expect(() => openDataDirectory(root, HOLDER)).toThrow('lock.db')
  })

  it.skipIf(process.getuid?.() === 0)('says why a directory cannot be used, given a read-only one', () => {
    chmodSync(root, 0o500)

    expect(() => openDataDirectory(root, HOLDER)).toThrow(
      expect.objectContaining({ code: 'directory_not_usable' }) as Error,
    )
  })
})

describe.each([writeFileAtomically, writeTransientFile])('$name', (write) => {
  it('replaces the text and leaves nothing else behind', () => {
    const path = join(root, 'x.json')

    write(path, 'one')
    write(path, 'two')

    expect(readFileSync(path, 'utf8')).toBe('two')
    expect(existsSync(`${path}.new`)).toBe(false)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })
})
