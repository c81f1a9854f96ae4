import { spawnSync } from 'node:child_process'
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeDirectory, temporaryDirectory } from '../support/workbench/workbench.ts'

/*
 * Node aborts the whole program when it ends while a thread still runs the first evaluation of its module (Node 24.21,
 * "Check failed: (location_) != nullptr"), and a log that was closed cleanly would then look like a crash.
 */

const source = (path: string) => JSON.stringify(fileURLToPath(new URL(`../../src-main/${path}`, import.meta.url)))
const LARGE_BYTES = 4 * 1024 * 1024 * 1024 // of holes, which take no room

let directory: string

beforeEach(() => {
  directory = temporaryDirectory()
})

afterEach(() => {
  removeDirectory(directory)
})

it('a program that ends while a passphrase is hashed › exits 0', () => {
  const program = `
    import { hashPassphrase } from ${source('crypto/passphrase.ts')}
    void hashPassphrase('staple', new Uint8Array(16), { opsLimit: 8, memoryKib: 256 * 1024 })
    setTimeout(() => process.exit(0), 700)`

  expect(endOf(program)).toEqual({ status: 0, signal: null, stderr: '' })
})

it('a program that ends while a large file is checked › exits 0', () => {
  const path = join(directory, 'large')
  const file = openSync(path, 'w')
  writeSync(file, Buffer.from([1]), 0, 1, LARGE_BYTES)
  closeSync(file)
  const program = `
    import { digestPages } from ${source('sqlite/file-check.ts')}
    void digestPages(${JSON.stringify(path)})
    setTimeout(() => process.exit(0), 500)`

  expect(endOf(program)).toEqual({ status: 0, signal: null, stderr: '' })
})

function endOf(program: string) {
  const path = join(directory, 'program.mjs')
  writeFileSync(path, program)
  const { status, signal, stderr } = spawnSync(process.execPath, [path], { encoding: 'utf8' })
  return { status, signal, stderr }
}
