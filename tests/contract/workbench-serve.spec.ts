// Proves docs/contract/workbench.md, Data directory, Durability, Damage, Serving, Sample workspace.

import type { ChildProcess, ChildProcessByStdio } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashToken } from '../../src-main/crypto/token.ts'
import { openDatabase } from '../../src-main/sqlite/database.ts'
import { PROGRAM } from '../support/service/served.ts'
import { startCodeOf } from '../support/workbench/window-over-http.ts'
import { bytesBelow, removeDirectory, temporaryDirectory } from '../support/workbench/workbench.ts'

interface StartLine {
  readonly url: string
  readonly ui: string
  readonly subscription_key: string | null
  readonly operator_password: string | null
  readonly pid: number
}

/** A served instance in a process of its own. */
interface Served {
  readonly line: StartLine
  readonly child: ChildProcess
  readonly log: () => string
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

let directory: string
const children: ChildProcess[] = []

beforeEach(() => {
  directory = temporaryDirectory()
  environment = {}
})

afterEach(() => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
  removeDirectory(directory)
})

/** What the environment of the next instance has besides. */
let environment: Readonly<Record<string, string>> = {}

function run(...options: string[]): {
  child: ChildProcessByStdio<null, Readable, Readable>
  log: () => string
  ended: Promise<number | null>
} {
  const env = { ...process.env, ...environment }
  const child = spawn(process.execPath, [PROGRAM, 'serve', ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  return { child, log: () => log, ended }
}

async function serve(...options: string[]): Promise<Served> {
  const { child, log, ended } = run(...options)
  const lines = createInterface({ input: child.stdout })
  const first = await Promise.race([once(lines, 'line'), ended])
  if (!Array.isArray(first)) throw new Error(`it ended with ${String(first)}: ${log()}`)
  return {
    line: JSON.parse(String(first[0])) as StartLine,
    child,
    log,
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

async function failure(...options: string[]): Promise<{ code: number | null; log: string }> {
  const { log, ended } = run(...options)
  const code = await ended
  return { code, log: log() }
}

function databaseOf(path: string): string {
  const [id] = readdirSync(join(path, 'workspaces'))
  return join(path, 'workspaces', String(id), 'vault.db')
}

describe('the start line', () => {
  it('is one JSON object with exactly these keys', async () => {
    const { line, child, stop, log } = await serve('--data', directory)

    expect(line).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      vault: `${line.url}/vault`,
      keystore: `${line.url}/keystore`,
      exchange: `${line.url}/exchange`,
      verifier: `${line.url}/verifier`,
      ui: expect.stringMatching(/\/#token=[\w-]{43}$/) as string,
      subscription_key: expect.stringMatching(/^[\w-]{43}$/) as string,
      operator_password: expect.stringMatching(/^[\w-]{43}$/) as string,
      pid: child.pid,
    })
    expect((await fetch(`${line.url}/vault/version`)).status).toBe(200)
    expect(await stop()).toBe(0)
    expect(log()).toBe('')
  })

  it('is there, and calls are answered, before anything needs the HTTP client of Node, which takes long to load', async () => {
    const tell =
      "process.on('exit', () => console.error(process.moduleLoadList.filter((name) => name.endsWith('undici'))))"
    environment = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tell)}` }
    const { line, log, stop } = await serve('--memory')

    const version = await fetch(`${line.url}/vault/version`)

    expect(version.headers.get('content-length')).toBe(String((await version.text()).length))
    expect(await stop()).toBe(0)
    expect(log()).toBe('[]\n')
  })

  it('takes what it is given, and keeps only hashes', async () => {
    const { line, stop } = await serve(
      ...['--data', directory, '--subscription-key', 'key-of-a-client', '--operator-password', 'word of the operator'],
    )
    const status = async (key: string) =>
      (await fetch(`${line.url}/vault/item_templates`, { headers: { 'Service-Subscription-Key': key } })).json()

    expect([line.subscription_key, line.operator_password]).toEqual(['key-of-a-client', 'word of the operator'])
    expect(await status('another key')).toMatchObject({ errors: [{ error: 'subscription_key_invalid' }] })
    expect(await status('key-of-a-client')).toMatchObject({ errors: [{ error: 'unauthorized' }] })
    expect(await operatorStatus(line, 'word of the operator')).toBe(201)
    expect(await operatorStatus(line, 'word')).toBe(401)
    await stop()
    expect(bytesBelow(directory)).not.toContain('key-of-a-client')
    expect(bytesBelow(directory)).not.toContain('word of the operator')
  })

  it('takes secrets from the environment or a file, and repeats them nowhere', { tags: ['full'] }, async () => {
    environment = { VAULTBENCH_OPERATOR_PASSWORD: 'word of a variable', VAULTBENCH_SUBSCRIPTION_KEY: 'key-of-a-client' }
    const first = await serve('--data', directory)
    expect([first.line.subscription_key, first.line.operator_password, first.log()]).toEqual([null, null, ''])
    const templates = (key: string) =>
      fetch(`${first.line.url}/vault/item_templates`, { headers: { 'Service-Subscription-Key': key } })
    expect(await (await templates('another key')).json()).toMatchObject({
      errors: [{ error: 'subscription_key_invalid' }],
    })
    expect(await (await templates('key-of-a-client')).json()).toMatchObject({ errors: [{ error: 'unauthorized' }] })
    expect(await operatorStatus(first.line, 'word of a variable')).toBe(201)
    await first.stop()

    const path = join(directory, 'password')
    writeFileSync(path, 'word of a file\n', { mode: 0o600 })
    const second = await serve('--data', directory, '--operator-password-file', path)
    expect([second.line.operator_password, second.log()]).toEqual([null, ''])
    expect(await operatorStatus(second.line, 'word of a file')).toBe(201)
    await second.stop()
  })

  it('warns of secrets on the command line, without repeating them', { tags: ['full'] }, async () => {
    const { stop, log } = await serve('--memory', '--subscription-key', 'key-x', '--operator-password', 'word-x')
    await stop()
    expect(log().trimEnd().split('\n')).toEqual([
      expect.stringContaining('VAULTBENCH_OPERATOR_PASSWORD'),
      expect.stringContaining('VAULTBENCH_SUBSCRIPTION_KEY'),
    ])
    expect(log()).not.toMatch(/key-x|word-x/)
  })

  it('is not printed for --help, which shows how secrets are handed over first', { tags: ['full'] }, async () => {
    const { child, ended, log } = run('--help')
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    expect([await ended, log()]).toEqual([0, ''])
    expect(text.indexOf('VAULTBENCH_OPERATOR_PASSWORD')).toBeLessThan(text.indexOf('--operator-password WORD'))
    expect(text.indexOf('VAULTBENCH_SUBSCRIPTION_KEY')).toBeLessThan(text.indexOf('--subscription-key KEY'))
  })

  it('replaces a generated key at the next start and keeps a given one', { tags: ['full'] }, async () => {
    const first = await serve('--data', directory)
    await first.stop()
    const second = await serve('--data', directory, '--subscription-key', 'given')
    await second.stop()
    const third = await serve('--data', directory)
    await third.stop('SIGINT')

    const connection = openDatabase({ path: databaseOf(directory) })
    const hashes = connection.prepare('SELECT key_hash FROM subscription_keys').pluck().all() as Buffer[]
    connection.close()

    const known = (key: string) => hashes.some((hash) => hash.equals(hashToken(key)))
    expect([first, second, third].map(({ line }) => known(String(line.subscription_key)))).toEqual([false, true, true])
  })

  async function operatorStatus(line: StartLine, password: string): Promise<number> {
    const reply = await fetch(`${line.url}/vault/admission_tokens`, {
      method: 'POST',
      headers: { admin_password: password, 'content-type': 'application/json' },
      body: '{}',
    })
    return reply.status
  }
})

describe('what is opened', () => {
  function exchangeCode({ line }: Served): Promise<Response> {
    const code = startCodeOf(line.ui)
    return fetch(`${line.url}/workbench/window-sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    })
  }

  async function statusOf(served: Served) {
    const { line } = served
    const { window_token } = (await (await exchangeCode(served)).json()) as { window_token: string }
    const reply = await fetch(`${line.url}/workbench/status`, { headers: { authorization: `Bearer ${window_token}` } })
    return reply.json()
  }

  it('is the plain workspace named Default, made once', { tags: ['full'] }, async () => {
    const first = await serve('--data', directory)
    expect(await statusOf(first)).toMatchObject({ state: 'open', current: { name: 'Default', protected: false } })
    await first.stop()
    const second = await serve('--data', directory)

    expect(await statusOf(second)).toMatchObject({ state: 'open', workspaces: [{ name: 'Default' }] })
    await second.stop()
  })

  it('is nothing, with --window, so that the window asks', { tags: ['full'] }, async () => {
    const served = await serve('--data', directory, '--window')

    expect(await statusOf(served)).toMatchObject({ state: 'none', application: { mode: 'browser' } })
    expect(served.line.operator_password).toBeNull() // set in the window, where it stays over the next start
    expect((await fetch(`${served.line.url}/vault/version`)).status).toBe(423)
    await served.stop()
    expect(existsSync(join(directory, 'workspaces'))).toBe(false)
  })

  it('is not shown for a start code that is later than it was told to be', { tags: ['full'] }, async () => {
    const served = await serve('--memory', '--window', '--start-code-seconds', '1')
    await new Promise((resolve) => setTimeout(resolve, 1_050))

    expect((await exchangeCode(served)).status).toBe(401)
    await served.stop()
  })

  it('is the sample workspace, with --demo, and leaves no file, with --memory', { tags: ['full'] }, async () => {
    const served = await serve('--memory', '--demo')

    expect(await statusOf(served)).toMatchObject({
      state: 'open',
      current: { demo: true },
      data_directory: 'in memory',
    })
    expect(await served.stop()).toBe(0)
  })
})

/** @returns the status of a registration under a new name, or of the request for one where that is refused */
async function register(url: string): Promise<number> {
  const named = await fetch(`${url}/keystore/srp/username`, { method: 'POST' })
  const { username } = (await named.json()) as { readonly username?: string }
  if (username === undefined) return named.status
  const body = JSON.stringify({ username, srp_salt: 'ab'.repeat(16), srp_verifier: 'ab'.repeat(256) })
  const headers = { 'Content-Type': 'application/json' }
  const registered = await fetch(`${url}/keystore/srp/users`, { method: 'POST', headers, body })
  await registered.arrayBuffer()
  return registered.status
}

describe('ending', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('finishes what runs and exits 0 on %s under load', async (signal) => {
    const { line, stop, log } = await serve('--data', directory)
    const statuses: number[] = []
    let ending = false
    const caller = async () => {
      for (;;) {
        try {
          statuses.push(await register(line.url))
        } catch (fault) {
          if (ending) return // nobody is there any more
          throw fault
        }
      }
    }
    const callers = Array.from({ length: 4 }, caller)
    while (statuses.length < 40) await new Promise((resolve) => setTimeout(resolve, 5))

    ending = true
    const code = await stop(signal)
    await Promise.all(callers)

    expect(code).toBe(0)
    // A quick machine registers more than an address may in a second: then it is told to wait, not dropped.
    const registered = statuses.filter((status) => status === 201)
    expect(registered.length).toBeGreaterThan(0)
    expect(statuses.filter((status) => status !== 201 && status !== 429)).toEqual([])
    expect(log()).toBe('')
    const path = databaseOf(directory)
    expect(existsSync(`${path}-wal`)).toBe(false) // everything was written back
    const connection = openDatabase({ path })
    expect(connection.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(connection.prepare('SELECT count(*) FROM keystore_users').pluck().get()).toBeGreaterThanOrEqual(
      registered.length,
    )
    connection.close()
  })
})

describe('what keeps it from starting', () => {
  it('is said in one line with exit code 3, and nothing is written, the port being in use', async () => {
    const other = createServer()
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo // it listens on a port
    const path = join(directory, 'new')

    const { code, log } = await failure('--data', path, '--port', String(port))
    other.close()

    expect([code, log]).toEqual([
      3,
      `port ${port} is in use by another program; choose another one, or 0 for a free one\n`,
    ])
    expect(existsSync(path)).toBe(false)
  })

  it('names who has the data directory', { tags: ['full'] }, async () => {
    const { line, stop } = await serve('--data', directory)

    const { code, log } = await failure('--data', directory)

    expect(code).toBe(3)
    expect(log).toMatch(new RegExp(`^${directory} is in use by process ${line.pid}, since \\S+; .*\n$`))
    await stop()
  })

  it('names what is wrong with the data directory', { tags: ['full'] }, async () => {
    const path = join(directory, 'a-file')
    writeFileSync(path, 'not a directory')

    const { code, log } = await failure('--data', path)

    expect(code).toBe(3)
    expect(log).toMatch(/^\S+a-file cannot be used for data: .+\n$/)
  })

  it.each([
    [
      'damaged',
      (path: string) => {
        truncateSync(path, 8192)
      },
      'is damaged',
    ],
    ['newer', markAsNewer, 'newer version'],
  ])('names the database and leaves it alone, it being %s', { tags: ['full'] }, async (_what, change, message) => {
    const { stop } = await serve('--data', directory)
    await stop()
    const path = databaseOf(directory)
    change(path)
    const before = readFileSync(path)

    const { code, log } = await failure('--data', directory)

    expect(code).toBe(3)
    expect(log).toContain(path)
    expect(log).toContain(message)
    expect(log.split('\n')).toHaveLength(2)
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it.each([
    [['--port', '70000'], '"70000"'],
    [['--unknown'], '--unknown'],
    [['--start-code-seconds', '0'], '"0"'],
    [['--memory', '--data', 'x'], 'exclude'],
    [['--operator-password', 'no space at the end '], '--operator-password takes'],
    [['--operator-password-file', '/nowhere/password'], 'cannot be read'],
  ])('is the command line %j, which is answered with its usage', { tags: ['full'] }, async (options, message) => {
    const { code, log } = await failure(...options)

    expect(code).toBe(2)
    expect(log).toContain(message)
    expect(log).toContain('vaultbench serve --help tells more')
  })

  function markAsNewer(path: string): void {
    const connection = openDatabase({ path })
    connection.pragma('user_version = 99990')
    connection.close()
  }
})
