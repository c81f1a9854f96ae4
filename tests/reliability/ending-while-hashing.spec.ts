// Proves docs/contract/workbench.md, Durability.

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeDirectory, temporaryDirectory } from '../support/workbench/workbench.ts'

/*
 * Node aborts the whole program when it ends while a thread still evaluates a module that waited for something (Node
 * 24.21, "Check failed: (location_) != nullptr"): an orderly end would then look like a crash.
 */

const source = (path: string) => JSON.stringify(fileURLToPath(new URL(`../../src-main/${path}`, import.meta.url)))

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
    const hash = (opsLimit, memoryKib) => hashPassphrase('staple', new Uint8Array(16), { opsLimit, memoryKib })
    const began = performance.now()
    await hash(1, 8) // takes as long as a thread needs to start
    const startMs = performance.now() - began
    void hash(16, 256 * 1024)
    setTimeout(() => process.exit(0), 2 * startMs + 200)`

  expect(endOf(program)).toEqual({ status: 0, signal: null, stderr: '' })
})

function endOf(program: string) {
  const path = join(directory, 'program.mjs')
  writeFileSync(path, program)
  const { status, signal, stderr } = spawnSync(process.execPath, [path], { encoding: 'utf8' })
  return { status, signal, stderr }
}
