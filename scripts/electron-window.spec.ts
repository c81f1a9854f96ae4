// Proves docs/contract/workbench.md, Serving.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SHOWN_LINE } from '../src-main/desktop/application-port.ts'
import { showInElectron } from './electron-window.ts'

/** Longer than any waiting here moves the clock. */
const SHOWS_WITHIN_MS = 3_600_000

let directory: string
let said: string[]
let printed: string[]

// Programs take the time they take: only our own clock stands still.
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'vaultbench-electron-'))
  said = []
  printed = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  rmSync(directory, { recursive: true })
})

const file = (name: string): string => join(directory, name)

/** Starts a program in the place of Electron. */
function show(script: string): Promise<number | string> {
  const program = file('electron')
  writeFileSync(program, `#!/bin/sh\ncd ${directory}\n${script}\n`, { mode: 0o700 })
  return showProgram(program)
}

function showProgram(program: string): Promise<number | string> {
  return showInElectron({
    program,
    switches: ['--a-switch'],
    showsWithinMs: SHOWS_WITHIN_MS,
    say: (line) => said.push(line),
  })
}

const until = (name: string): Promise<unknown> => vi.waitUntil(() => existsSync(file(name)))
const STAYS = 'while :; do sleep 0.05; done'

describe('showInElectron', () => {
  it('lets one that shows itself run for as long as it likes, and gives its exit code on', async () => {
    const ended = show(`
      echo "one of its lines $1"; echo "${SHOWN_LINE}"; echo another
      while [ ! -e close ]; do sleep 0.05; done; exit 7`)
    await vi.waitUntil(() => printed.includes('another\n'))

    vi.advanceTimersByTime(SHOWS_WITHIN_MS)
    writeFileSync(file('close'), '')

    expect(await ended).toBe(7)
    expect(printed).toEqual(['one of its lines --a-switch\n', 'another\n'])
  })

  it('ends one that shows nothing in time, and waits until it has ended', async () => {
    const ended = show(`trap 'sleep 0.2; touch ended; exit 0' TERM; touch up; ${STAYS}`)
    await until('up')

    vi.advanceTimersByTime(SHOWS_WITHIN_MS)

    expect(await ended).toBe('Electron showed nothing within 3600 s')
    expect(existsSync(file('ended'))).toBe(true)
  })

  it('ends it by force when it does not listen', async () => {
    const ended = show(`trap 'touch told' TERM; touch up; ${STAYS}`)
    await until('up')

    vi.advanceTimersByTime(SHOWS_WITHIN_MS)
    await until('told')
    vi.advanceTimersByTime(5_000)

    expect(await ended).toBe('Electron showed nothing within 3600 s')
  })

  it.each([1, 3, 127])('tells at once of one that ends with %i before it shows anything', async (code) => {
    expect(await show(`exit ${code}`)).toBe('Electron ended before it showed anything')
  })

  it('tells of a program that does not start, and why', async () => {
    expect(await showProgram(file('nothing'))).toBe('Electron ended before it showed anything')
    expect(said).toEqual([expect.stringContaining('ENOENT')])
  })

  it.each([
    [0, 'a second one, which brings the first to the front'],
    [2, 'one that told a person why it does not start'],
  ])('gives the exit code %i on: %s', async (code) => {
    expect(await show(`exit ${code}`)).toBe(code)
  })

  it('opens nothing else when it is told to end', async () => {
    const ended = show(`trap 'exit 9' TERM; touch up; ${STAYS}`)
    await until('up')

    process.emit('SIGTERM')

    expect(await ended).toBe(9)
  })
})
