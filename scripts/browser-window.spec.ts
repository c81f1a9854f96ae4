import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDataDirectory } from '../src-main/sqlite/data-directory.ts'
import { serveInBrowser } from './browser-window.ts'

const SERVICE = fileURLToPath(new URL('../src-main/serve.ts', import.meta.url))
const STARTS_WITHIN = { timeout: 10_000, interval: 20 }

let directory: string
let said: string[]

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'vaultbench-browser-'))
  said = []
})

afterEach(() => {
  rmSync(directory, { recursive: true })
})

/** A program that gets what a browser would get. */
function browser(script: string): string {
  const path = join(directory, 'browser')
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o700 })
  return path
}

function start(browserPath: string | undefined, passedOn: readonly string[] = []): Promise<number> {
  return serveInBrowser({
    service: SERVICE,
    dataDirectory: join(directory, 'data'),
    passedOn,
    browser: browserPath,
    browserSwitches: ['--a-switch'],
    say: (line) => said.push(line),
  })
}

async function printedAddress(): Promise<URL> {
  await vi.waitUntil(() => said.some((line) => line.startsWith('open http')), STARTS_WITHIN)
  return new URL(said.find((line) => line.startsWith('open http'))?.split(' ')[1] ?? '')
}

async function useCode(address: URL): Promise<number> {
  const reply = await fetch(new URL('/workbench/window-sessions', address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: address.searchParams.get('token') }),
  })
  return reply.status
}

/** As Ctrl C does: every child that listens is told. */
function end(): void {
  process.emit('SIGTERM')
}

describe('serveInBrowser', () => {
  it('opens the browser at the address with its start code, and ends when the window is closed', async () => {
    const seen = join(directory, 'seen')
    const code = await start(browser(`printf '%s\\n' "$@" > ${seen}; sleep 0.2; exit 0`))

    const [first, second] = readFileSync(seen, 'utf8').split('\n')
    expect(code).toBe(0)
    expect(first).toBe('--a-switch')
    expect(second).toMatch(/^--app=http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/)
    expect(said).toHaveLength(1)
    expect(existsSync(join(directory, 'data/holder.json'))).toBe(false) // the service ended in order
  }, 30_000)

  it('prints an address whose code has no end of its own, there being no browser', async () => {
    const ended = start(undefined, ['--port', '0'])
    const address = await printedAddress()

    expect(await useCode(address)).toBe(201)
    end()
    expect(await ended).toBe(0)
  }, 30_000)

  it('starts again with an address to copy when the browser shows no window', async () => {
    const ended = start(browser('exit 1'))
    const address = await printedAddress()

    expect(said).toContain('the browser did not open a window')
    expect(await useCode(address)).toBe(201)
    end()
    expect(await ended).toBe(0)
  }, 30_000)

  it('closes the window when the service is told to end', async () => {
    const seen = join(directory, 'seen')
    const ended = start(
      browser(`trap 'echo closed > ${seen}; exit 0' TERM; echo open > ${seen}; while :; do sleep 0.05; done`),
    )
    await vi.waitUntil(() => existsSync(seen), STARTS_WITHIN)

    end()

    expect(await ended).toBe(0)
    await vi.waitUntil(() => readFileSync(seen, 'utf8') === 'closed\n', STARTS_WITHIN)
  }, 30_000)

  it('opens nothing and gives the exit code on when the data directory is in use', async () => {
    const held = openDataDirectory(join(directory, 'data'), { pid: 1, since: '2026-01-01T00:00:00.000Z' })

    expect(await start(browser('exit 0'))).toBe(2)
    expect(said).toEqual([])
    held.release()
  }, 30_000)
})
