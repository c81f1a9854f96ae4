// @module-tag full

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { confined, Interrupted } from './confined.ts'

const HERE = import.meta.dirname

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vaultbench-test-'))
  vi.stubEnv('TMPDIR', folder)
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** Leaves a file and a process behind, and says which process. */
const LITTERING = `
  fs.writeFileSync(path.join(os.tmpdir(), 'left'), 'x')
  const child = child_process.spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' })
  child.unref()
  fs.writeSync(1, String(child.pid))`

it('confined › answers how a program ended and what it printed, and leaves nothing of it', async () => {
  const { code, output } = await confined(({ run }) => run(node(`${LITTERING}; process.exitCode = 7`), { cwd: HERE }))

  expect(code).toBe(7)
  expect(isRunning(Number(output))).toBe(false)
  expect(readdirSync(folder)).toEqual([])
})

it('confined › ends programs and leaves nothing when it is told to end, and starts no other one', async () => {
  const seen = { pid: 0, later: '' }
  const work = confined(async ({ folder: own, run }) => {
    const running = run(node(`${LITTERING}; setInterval(() => undefined, 1000)`), { cwd: HERE })
    seen.pid = await pidIn(join(own, 'output'))
    process.emit('SIGHUP', 'SIGHUP')
    await running.catch((fault: unknown) => (seen.later = String(fault)))
    await run(node("fs.writeFileSync('started', '')"), { cwd: folder })
  })

  await expect(work).rejects.toThrow(Interrupted)
  await expect(work).rejects.toMatchObject({ exitCode: 129 })
  expect(seen.later).toContain('SIGHUP')
  expect(isRunning(seen.pid)).toBe(false)
  expect(readdirSync(folder)).toEqual([])
})

it('confined › says that a program is not there', async () => {
  await expect(confined(({ run }) => run(['no-such-program'], { cwd: HERE }))).rejects.toThrow('no-such-program')
  expect(readdirSync(folder)).toEqual([])
})

function node(script: string): readonly string[] {
  return [process.execPath, '-e', script]
}

function isRunning(pid: number): boolean {
  expect(pid).toBeGreaterThan(0)
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Waits for what LITTERING says. */
async function pidIn(path: string): Promise<number> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const text = readFileSync(path, 'utf8')
    if (text !== '') return Number(text)
    await setTimeout(10)
  }
  throw new Error('the program did not say who it started')
}
