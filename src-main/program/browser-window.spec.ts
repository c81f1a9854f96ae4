// Proves docs/contract/workbench.md, Calls of the window.

import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDataDirectory } from '../sqlite/data-directory.ts'
import { PROGRAM } from '../../tests/support/service/served.ts'
import { startCodeOf } from '../../tests/support/workbench/window-over-http.ts'
import { serveInBrowser } from './browser-window.ts'

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

function start(browserPath: string | undefined, passedOn: readonly string[] = [], program = PROGRAM): Promise<number> {
  return serveInBrowser({
    program,
    dataDirectory: join(directory, 'data'),
    passedOn,
    browser: browserPath,
    browserSwitches: ['--a-switch'],
    say: (line) => said.push(line),
  })
}

async function printedAddress(): Promise<URL> {
  await vi.waitUntil(() => said.some((line) => line.startsWith('open http')))
  return new URL(said.find((line) => line.startsWith('open http'))?.split(' ')[1] ?? '')
}

async function useCode(address: URL, code = startCodeOf(address.href)): Promise<number> {
  const reply = await fetch(new URL('/workbench/window-sessions', address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  })
  return reply.status
}

/** A browser that shows what it was started with and stays until it is told to close. */
function stayingBrowser(): { readonly path: string; readonly seen: string; close(): void } {
  const [seen, end] = [join(directory, 'seen'), join(directory, 'end')]
  const script = `printf '%s\\n' "$@" > ${seen}.new; mv ${seen}.new ${seen}; while [ ! -e ${end} ]; do sleep 0.05; done`
  return {
    path: browser(script),
    seen,
    close() {
      writeFileSync(end, '')
    },
  }
}

/** What a browser is led to by the page on its command line. */
function addressIn(page: string): URL {
  return new URL(/content="0;url=([^"]+)"/.exec(readFileSync(page, 'utf8'))?.[1] ?? '')
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}

/** Everything a user without any rights finds in the list of processes, their environments and our files. */
function whatOthersSee(files: readonly string[]): string {
  const script = `cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>&1; cat ${files.join(' ')} 2>&1; ls -l ${files.join(' ')} 2>&1`
  const nobody = { uid: 65_534, gid: 65_534 }
  return spawnSync('/bin/sh', ['-c', script], { ...nobody, cwd: '/', encoding: 'utf8', maxBuffer: 64 << 20 }).stdout
}

const canBeSomebodyElse = process.platform === 'linux' && process.getuid?.() === 0
if (!canBeSomebodyElse)
  process.stderr.write('skipped: what another user sees; only root on Linux can be another user\n')

/** As Ctrl C does: every child that listens is told. */
function end(): void {
  process.emit('SIGTERM')
}

describe('serveInBrowser', () => {
  const profile = () => join(directory, 'data', 'browser-window')
  const page = () => join(profile(), 'start.html')

  it('opens the browser at a page that leads to the window, and ends when that is closed', async () => {
    const window = stayingBrowser()
    const ended = start(window.path)
    await vi.waitUntil(() => existsSync(window.seen))

    const [first, second] = readFileSync(window.seen, 'utf8').split('\n')
    expect(first).toBe('--a-switch')
    expect(second).toBe(`--app=${pathToFileURL(page()).href}`)
    expect(addressIn(page()).href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/)
    expect([modeOf(profile()), modeOf(page())]).toEqual(['700', '600'])

    window.close()
    expect(await ended).toBe(0)
    expect(said).toHaveLength(1)
    expect(existsSync(page())).toBe(false) // nobody used its code
    expect(existsSync(join(directory, 'data/holder.json'))).toBe(false) // the service ended in order
  })

  it('takes the page away as soon as its code is used', { tags: ['full'] }, async () => {
    const window = stayingBrowser()
    const ended = start(window.path)
    await vi.waitUntil(() => existsSync(window.seen))

    expect(await useCode(addressIn(page()))).toBe(201)

    expect(existsSync(page())).toBe(false)
    window.close()
    expect(await ended).toBe(0)
  })

  it.skipIf(!canBeSomebodyElse)('shows another user of the machine no code to use first', async () => {
    const window = stayingBrowser()
    const ended = start(window.path)
    await vi.waitUntil(() => existsSync(window.seen))
    for (const path of [directory, join(directory, 'data')]) chmodSync(path, 0o755) // what is private protects itself
    const address = addressIn(page())

    const seen = whatOthersSee([page(), `${profile()}/*`])
    const statuses: number[] = []
    for (const [code] of seen.matchAll(/(?<![\w-])[\w-]{43}(?![\w-])/g)) {
      statuses.push(await useCode(address, code))
    }

    expect(seen).toContain('--app=') // it did read the command line
    expect(seen).toContain('Permission denied')
    expect(statuses.filter((status) => status !== 401)).toEqual([])
    expect(seen).not.toContain(startCodeOf(address.href))
    expect(await useCode(address)).toBe(201)
    window.close()
    expect(await ended).toBe(0)
  })

  it('prints an address whose code has no end of its own, there being no browser', { tags: ['full'] }, async () => {
    const ended = start(undefined, ['--port', '0'])
    const address = await printedAddress()

    expect(await useCode(address)).toBe(201)
    end()
    expect(await ended).toBe(0)
  })

  it('has the service use what was compiled before', async () => {
    const service = join(directory, 'service.mjs')
    const line = `{ url: 'http://localhost', ui: process.env.NODE_COMPILE_CACHE }`
    writeFileSync(service, `process.stdout.write(JSON.stringify(${line}) + '\\n')`)
    enableCompileCache(join(directory, 'compiled'))

    await start(undefined, [], service)

    expect(said).toEqual([expect.stringContaining(`open ${getCompileCacheDir()} in`)])
  })

  it('starts again with an address to copy when the browser shows no window', { tags: ['full'] }, async () => {
    const ended = start(browser('exit 1'))
    const address = await printedAddress()

    expect(said).toContain('the browser did not open a window')
    expect(await useCode(address)).toBe(201)
    end()
    expect(await ended).toBe(0)
  })

  it('ends, and starts nothing again, when a browser that is told to end says that this failed', async () => {
    const seen = join(directory, 'seen')
    const ended = start(browser(`trap 'kill $!; exit 1' TERM; sleep 60 & echo open > ${seen}; wait`))
    await vi.waitUntil(() => existsSync(seen))

    end()

    expect(await ended).toBe(0)
    expect(said).not.toContain('the browser did not open a window')
  })

  it('closes the window when the service is told to end', { tags: ['full'] }, async () => {
    const seen = join(directory, 'seen')
    const ended = start(
      browser(`trap 'echo closed > ${seen}; exit 0' TERM; echo open > ${seen}; while :; do sleep 0.05; done`),
    )
    await vi.waitUntil(() => existsSync(seen))

    end()

    expect(await ended).toBe(0)
    await vi.waitUntil(() => readFileSync(seen, 'utf8') === 'closed\n')
  })

  it('opens nothing and gives the exit code on when the data directory is in use', async () => {
    const held = openDataDirectory(join(directory, 'data'), { pid: 1, since: '2026-01-01T00:00:00.000Z' })

    expect(await start(browser('exit 0'))).toBe(3)
    expect(said).toEqual([])
    held.release()
  })
})
