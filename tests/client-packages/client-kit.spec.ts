// Proves docs/contract/window.md, Access; docs/contract/keystore.md, Sessions.

// @module-tag full

import { execFile } from 'node:child_process'
import { appendFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { keystoreOperations, vaultOperations } from '../../shared/contract/index.ts'
import { subscriptionKeyOperations } from '../../shared/contract/workbench-exchange.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { KitFile, KitSecret } from '../../src-renderer/features/access/kit/client-kit.ts'
import { clientKit, KIT_PACKAGES } from '../../src-renderer/features/access/kit/client-kit.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import {
  makeLoginKey,
  openWorkbench,
  registerUser,
  removeDirectory,
  stopWorkbench,
  temporaryDirectory,
} from '../support/workbench/workbench.ts'
import { hasProgram } from '../support/programs.ts'

/* The files of a client kit, run as a person runs them who saved them beside each other. */

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))
const NAME = 'Alice Weber'

let workbench: TestWorkbench
let userId: string
let subscriptionKey: string
const directories: string[] = []

beforeAll(async () => {
  workbench = await openWorkbench()
  userId = (await registerUser(workbench, NAME)).user.id
  const made = await workbench.call(subscriptionKeyOperations.subscriptionKeyCreate, { body: { name: 'kit' } })
  subscriptionKey = made.subscription_key
})
afterAll(async () => {
  directories.forEach(removeDirectory)
  await stopWorkbench(workbench)
})

async function limitedToken(operation: { readonly id: string }): Promise<string> {
  const order = { as: 'user', user_id: userId, operation: operation.id, body: { valid_for: 60 } } as const
  const { body } = await workbench.call(workbenchOperations.forward, { body: order })
  return (body as { session: { session_authentication_string: string } }).session.session_authentication_string
}

interface SavedKit {
  readonly directory: string
  readonly files: readonly KitFile[]
}

function saved(secret: KitSecret): SavedKit {
  const directory = temporaryDirectory()
  directories.push(directory)
  symlinkSync(MODULES, join(directory, 'node_modules'))
  const { url } = workbench.application
  const server = { vault: `${url}/vault`, keystore: `${url}/keystore`, exchange: `${url}/exchange` }
  const notes = { warning: "Whoever has this is Alice; don't share `it`.", subscriptionKey: 'From Trust.' }
  const files = clientKit({ name: NAME, server, secret, notes })
  for (const { name, text } of files) writeFileSync(join(directory, name), text)
  return { directory, files }
}

/** What somebody fills in who has a key. */
function withSubscriptionKey({ directory }: SavedKit): void {
  appendFileSync(join(directory, 'alice_weber.env'), `SUBSCRIPTION_KEY=${subscriptionKey}\n`)
}

async function run({ directory }: SavedKit, program: string, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, words, { cwd: directory })
  return stdout.trimEnd()
}

/** The calls that its comments show. */
function examplesOf({ files }: SavedKit): readonly string[] {
  const { text } = files.find(({ id }) => id === 'curl') ?? { text: '' }
  return [...text.matchAll(/^# (call_.*)$/gm)].map(([, line = '']) => line)
}

const shell = (kit: SavedKit, lines = ':') => run(kit, 'sh', '-eu', '-c', `. ./alice_weber.sh; echo; ${lines}`)
const program = (kit: SavedKit) => run(kit, process.execPath, '--env-file=alice_weber.env', 'alice_weber.mjs')

interface Answered {
  readonly status: number
  readonly body: unknown
}

/** Sends the requests of the file in order, as an editor does; answers status and body of each. */
async function sentByEditor({ files }: SavedKit): Promise<readonly Answered[]> {
  const { text } = files.find(({ id }) => id === 'http') ?? { text: '' }
  const [head = '', ...requests] = text.split('###\n')
  const variables = new Map([...head.matchAll(/^@(\w+) = ?(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
  const replies: Answered[] = []
  for (const request of requests) {
    const filled = request.replace(/\{\{([\w.]+)\}\}/g, (_, name: string) => variables.get(name) ?? '')
    const reply = await sentRequest(filled)
    replies.push(reply)
    const name = /^# @name (\w+)$/m.exec(request)?.[1]
    if (name !== undefined) variables.set(`${name}.response.body.${TOKEN_PATH}`, textAt(reply.body, TOKEN_PATH))
  }
  return replies
}

const TOKEN_PATH = 'session.session_authentication_string'

/** @param request a line with method and address, lines of headers, and after an empty line the body */
async function sentRequest(request: string): Promise<Answered> {
  const [head = '', body] = request.trim().split('\n\n')
  const [line = '', ...headers] = head.split('\n').filter((one) => !one.startsWith('#'))
  const [method = '', address = ''] = line.split(' ')
  const reply = await fetch(address, {
    method,
    headers: headers.map((header) => header.split(/: ?/, 2) as [string, string]), // a name and a value
    ...(body !== undefined && { body }),
  })
  return { status: reply.status, body: await reply.json() }
}

function textAt(body: unknown, path: string): string {
  return String(path.split('.').reduce<unknown>((at, key) => Reflect.get(Object(at) as object, key), body))
}

describe.each<[string, () => Promise<KitSecret>]>([
  [
    'a token of the vault',
    async () => ({ kind: 'token', text: await limitedToken(vaultOperations.sessionLimitedInTimePost) }),
  ],
  [
    'a token of the key-store',
    async () => ({ kind: 'token', text: await limitedToken(keystoreOperations.sessionLimitedInTimePost) }),
  ],
  ['a login key', async () => ({ kind: 'login_key', text: await makeLoginKey(workbench, userId) })],
])('client kit with %s', (_, secret) => {
  it.skipIf(!hasProgram('curl'))('calls with curl, also what it has as examples', async () => {
    const kit = saved(await secret())
    const [made, asked] = examplesOf(kit)

    const printed = await shell(kit, `${made}; echo; call_keystore /session; echo; ${asked}`)
    const [me, item, session, refused] = printed.split('\n').map((line): unknown => JSON.parse(line))

    expect(me).toMatchObject({ user: { full_name: NAME } })
    expect(item).toMatchObject({ item: { label: 'Boat', own: true } })
    expect(session).toMatchObject({ session_type: 'token' })
    expect(refused).toMatchObject({ errors: [{ error: 'subscription_key_invalid' }] })

    withSubscriptionKey(kit)
    const again = (await shell(kit, String(asked))).split('\n').map((line): unknown => JSON.parse(line))
    expect(again).toMatchObject([{ user: { full_name: NAME } }, { presentation_definition: { name: 'Boat licence' } }])
  })

  it('hands no secret to curl as an argument', async () => {
    const made = await secret()
    const kit = saved(made)
    // A curl of ours that writes down what a list of processes shows of it, and answers like a login.
    const answer = '{"session":{"session_authentication_string":"token of the session"}}'
    const lines = ['#!/bin/sh', 'echo "$@" >> shown', `echo '${answer}'`]
    writeFileSync(join(kit.directory, 'curl'), `${lines.join('\n')}\n`, { mode: 0o700 })
    withSubscriptionKey(kit)

    await run(kit, 'sh', '-eu', '-c', 'PATH=.:$PATH; . ./alice_weber.sh')

    const shown = readFileSync(join(kit.directory, 'shown'), 'utf8')
    expect(shown).toContain('/vault/me')
    for (const hidden of [made.text, subscriptionKey, 'token of the session']) expect(shown).not.toContain(hidden)
  })

  it('calls with the published packages', async () => {
    const kit = saved(await secret())

    expect(await program(kit)).toBe(`${NAME} 200`)
    withSubscriptionKey(kit)
    expect(await program(kit)).toBe(`${NAME} 200`)
  })

  it('has requests that an editor sends', async () => {
    const replies = await sentByEditor(saved(await secret()))

    const [exchange, session, items, me] = replies.toReversed()
    expect(exchange).toMatchObject({ status: 401, body: { errors: [{ error: 'subscription_key_invalid' }] } })
    expect([session?.status, items?.status]).toEqual([200, 200])
    expect(me).toMatchObject({ status: 200, body: { user: { full_name: NAME } } })
  })
})

it('a kit names the versions of the published packages that it is tried with', () => {
  const { devDependencies } = packageJson
  for (const [name, version] of Object.entries(KIT_PACKAGES)) {
    expect([name, Reflect.get(devDependencies, name)]).toEqual([name, version])
    const installed: unknown = JSON.parse(readFileSync(join(MODULES, name, 'package.json'), 'utf8'))
    expect(installed).toMatchObject({ version })
  }
})
