// Proves docs/contract/workbench.md, Serving.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findElectron, obtainElectron } from './electron-program.ts'
import { itRows } from '../tests/support/tiers.ts'

let folder: string
let program: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'electron-program-'))
  mkdirSync(join(folder, 'dist'))
  program = join(folder, 'dist/electron')
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

describe('findElectron', () => {
  it('finds the program its package names', () => {
    writeFileSync(join(folder, 'path.txt'), 'electron')
    writeFileSync(program, '')

    expect(findElectron(folder)).toBe(program)
  })

  it('finds nothing before the package fetched it', () => {
    expect(findElectron(folder)).toBeUndefined()
  })

  it('finds nothing when it was named but never unpacked', () => {
    writeFileSync(join(folder, 'path.txt'), 'electron')

    expect(findElectron(folder)).toBeUndefined()
  })
})

describe('obtainElectron', () => {
  const DAY_S = 24 * 3_600
  const HANGS = 'setInterval(() => undefined, 1_000)'
  const UNPACKS = "fs.writeFileSync('dist/electron', ''); fs.writeFileSync('path.txt', 'electron')"

  let said: string[]
  let source: { folder: string; failedMark: string; maxDelayMs: number }

  beforeEach(() => {
    said = []
    source = { folder, failedMark: join(folder, 'cache/failed'), maxDelayMs: 20_000 }
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  const say = (line: string): void => void said.push(line)

  /** The package's installer, which first says who it is. */
  function installer(script: string): void {
    const start = `process.chdir(__dirname); fs.writeFileSync('pid.new', String(process.pid)); fs.renameSync('pid.new', 'pid')`
    writeFileSync(join(folder, 'install.js'), `const fs = require('node:fs'); ${start}; ${script}`)
  }

  const hasBegun = (): boolean => existsSync(join(folder, 'pid'))

  function isRunning(): boolean {
    try {
      return process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 0)
    } catch {
      return false
    }
  }

  it('fetches nothing where the program is', async () => {
    installer(UNPACKS)
    writeFileSync(join(folder, 'path.txt'), 'electron')
    writeFileSync(program, '')

    expect(await obtainElectron(say, source)()).toBe(program)
    expect(said).toEqual([])
    expect(hasBegun()).toBe(false)
  })

  it('runs the installer before anybody waits for it', async () => {
    installer(UNPACKS)

    const wait = obtainElectron(say, source)
    await vi.waitUntil(() => said.length === 2)

    expect(said[0]).toBe('fetching Electron, which holds up the start for 20 s at most')
    expect(said[1]).toMatch(/^fetched Electron in \d+\.\d s$/)
    expect(await wait()).toBe(program)
    expect(existsSync(source.failedMark)).toBe(false)
  })

  it('goes without when the installer fails, and remembers it for a day', async () => {
    installer('process.exit(1)')

    expect(await obtainElectron(say, source)()).toBeUndefined()
    expect(said[1]).toMatch(
      /^fetching Electron failed after \d+\.\d s; npm start tries again tomorrow, npx install-electron at once$/,
    )

    rmSync(join(folder, 'pid'))
    age(source.failedMark, DAY_S - 60)
    expect(await obtainElectron(say, source)()).toBeUndefined()
    expect(hasBegun()).toBe(false)

    age(source.failedMark, DAY_S + 60)
    await obtainElectron(say, source)()
    expect(hasBegun()).toBe(true)
  })

  it('ends an installer that hangs 20 seconds after it began, of which the build took 15', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    installer(HANGS)
    const wait = obtainElectron(say, source)
    await vi.waitUntil(hasBegun, { interval: 1 })

    vi.advanceTimersByTime(15_000)
    const waited = wait()
    vi.advanceTimersByTime(5_000)

    expect(await waited).toBeUndefined()
    expect(isRunning()).toBe(false)
    expect(existsSync(source.failedMark)).toBe(true)
  })

  itRows<[string, 'SIGTERM' | null, string]>(
    'ends the installer with a program that %s, and remembers nothing',
    [
      ['is told to end', 'SIGTERM', HANGS],
      ['ends by itself', null, ''],
    ],
    async (_, signal, stays) => {
      installer(HANGS)
      const ours = spawn(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          `import fs from 'node:fs'
        import { obtainElectron } from ${JSON.stringify(new URL('./electron-program.ts', import.meta.url).href)}
        obtainElectron(() => undefined, ${JSON.stringify(source)})
        const begun = setInterval(() => fs.existsSync(${JSON.stringify(join(folder, 'pid'))}) && clearInterval(begun), 20)
        ${stays}`,
        ],
        { stdio: 'inherit' },
      )
      const ended = once(ours, 'exit')
      await vi.waitUntil(hasBegun)
      if (signal !== null) ours.kill(signal)

      expect(await ended).toEqual([signal === null ? 0 : null, signal])
      await vi.waitUntil(() => !isRunning())
      expect(existsSync(source.failedMark)).toBe(false)
    },
  )

  function age(path: string, seconds: number): void {
    const then = Date.now() / 1_000 - seconds
    utimesSync(path, then, then)
  }
})
