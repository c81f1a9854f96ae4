// Proves docs/contract/workbench.md, Commands.

// @module-tag full

import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ClientTask } from '../../shared/contract/client-tasks.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { CommandOutcome } from '../support/program/run-in-process.ts'
import type { StartOptions } from '../../src-main/composition/application.ts'
import { PASSPHRASE_COST } from '../../src-main/crypto/passphrase.ts'
import { runInProcess } from '../support/program/run-in-process.ts'
import type { PublishedPackages } from '../support/published/published-client.ts'
import { logInPublishedUser, registerPublishedUser } from '../support/published/published-client.ts'
import { publishedClient6 } from '../support/published/published-keystore-clients.ts'
import { publishedVault37 } from '../support/published/published-vault-clients.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, PASSPHRASE, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'

const PACKAGES: PublishedPackages = { vault: publishedVault37, keystore: publishedClient6 }
const SMALL_KEY_BITS = 2048
const {
  userAdd,
  userSignOut,
  usersGet,
  taskReset,
  taskSettings,
  itemCreate,
  itemSave,
  itemOpen,
  shareCreate,
  shareRows,
} = workbenchOperations
const { invitationCreate, invitationAccept, publishedCredentialsMake } = workbenchOperations

let workbench: TestWorkbench
let call: TestWorkbench['call']
let url: string
let bob: { readonly user_id: string }
let bobId: string
beforeEach(() => begin())
afterEach(() => stopWorkbench(workbench))

async function begin(options: Partial<StartOptions> = {}): Promise<void> {
  workbench = await openWorkbench(options)
  call = workbench.call
  url = workbench.application.server.url
  const { user } = await registerUser(workbench, 'Bob')
  bob = { user_id: user.id }
  bobId = user.vault_user_id ?? ''
}

/** Makes the packages' account one of the window as well, so that the window can write its credential file. */
async function aPublishedUser() {
  const published = await registerPublishedUser(url, PACKAGES, PASSPHRASE, SMALL_KEY_BITS)
  const body = { secret_string: published.secretString, passphrase: PASSPHRASE }
  const { user } = await call(userAdd, { body })
  return { published, params: { user_id: user.id } }
}

async function credentialFile(params: { readonly user_id: string }, mode = 0o600): Promise<string> {
  const body = { passphrase: PASSPHRASE, valid_for: 300 }
  const { credentials } = await call(publishedCredentialsMake, { params, body })
  const path = join(workbench.directory, `credentials-${mode}`)
  writeFileSync(path, credentials)
  chmodSync(path, mode)
  return path
}

/** Items that the user shares with Bob. */
async function sharedItems(params: { readonly user_id: string }, count: number): Promise<readonly string[]> {
  const { link } = await call(invitationCreate, { params, body: { name: 'Bob', compatible: true } })
  await call(invitationAccept, { params: bob, body: { link, name: 'Alice', compatible: true } })
  const ids: string[] = []
  for (let number = 0; number < count; number += 1) {
    const slots = [{ label: 'Plate', slot_type_name: 'key_value' as const, value: 'old' }]
    const body = { template_name: 'custom', label: `Car ${number}`, slots }
    const { item } = await call(itemCreate, { params, body })
    await call(shareCreate, { params, body: { items: [{ item_id: item.id }], recipient_ids: [bobId] } })
    ids.push(item.id)
  }
  return ids
}

async function readByBob(label: string): Promise<string | null | undefined> {
  const { rows } = await call(shareRows, { params: bob, query: { direction: 'incoming' } })
  const item_id = rows.find(({ item_label }) => item_label === label)?.item_id ?? ''
  const { slots } = await call(itemOpen, { params: { ...bob, item_id } })
  return slots.find((slot) => slot.label === 'Plate')?.value
}

const queue = (...args: readonly string[]) => runInProcess(['client-task-queue', ...args])
const tasksIn = ({ out }: CommandOutcome) => (JSON.parse(out) as { client_tasks: ClientTask[] }).client_tasks

describe('an account of the published packages', () => {
  it('has its tasks listed, and done as the window does them', async () => {
    const { published, params } = await aPublishedUser()
    const items = await sharedItems(params, 3)
    const vault = PACKAGES.vault(url, { token: published.vaultToken })
    for (const id of items) {
      const { slots } = await vault.item.itemsIdGet(id)
      const plate = { id: slots[0]?.id ?? '', encrypted_value: (await published.encrypt('new')) ?? '' }
      await vault.item.itemsIdPut(id, { item: { slots_attributes: [plate] } })
    }
    const at = ['--url', url, '--credentials', await credentialFile(params)]

    const listed = await queue('list', ...at)
    expect([listed.code, listed.err]).toEqual([0, ''])
    expect(listed.out.trimEnd().split('\n')).toHaveLength(3)
    for (const id of items) expect(listed.out).toContain(`  todo  update_item_shares  ${id}\n`)
    expect(tasksIn(await queue('list', ...at, '--json', '--target', items[1] ?? ''))).toMatchObject([
      { state: 'todo', target_id: items[1] },
    ])
    expect(tasksIn(await queue('list', ...at, '--json', '--state', 'done', '--state', 'failed'))).toEqual([])

    const [first] = tasksIn(await queue('list', ...at, '--json', '--limit', '1', '--change-state'))
    expect(first?.state).toBe('todo')
    expect(tasksIn(await queue('list', ...at, '--json', '--state', 'in_progress'))).toMatchObject([{ id: first?.id }])

    const run = await queue('run-batch', ...at, '--limit', '1')
    expect(run).toMatchObject({ code: 0, err: '1 done, 0 failed\n' })
    expect(run.out).toMatch(
      new RegExp(`^\\d+  done  update_item_shares  ${items[0]}\n$|^\\S+  done  update_item_shares  ${items[0]}\n$`),
    )
    expect(await readByBob('Car 0')).toBe('new')
    expect(await readByBob('Car 1')).toBe('old')

    // Ctrl C while the first of two runs: it is finished, and the other one is left.
    const ending = new AbortController()
    const outstanding = ['run-batch', ...at, '--state', 'todo', '--state', 'in_progress']
    const ended = await runInProcess(['client-task-queue', ...outstanding], {
      ending: ending.signal,
      onOut: () => ending.abort(),
    })
    expect(ended).toMatchObject({ code: 3, err: '1 done, 0 failed, 1 not begun\n' })

    const all = await queue(...outstanding, '--json')
    expect(JSON.parse(all.out)).toMatchObject({ done: 1, failed: 0, left: 0 })
    expect(await readByBob('Car 2')).toBe('new')
    // Its sessions go on, and the packages see what was done.
    const { client_tasks } = await vault.task.clientTaskQueueGet()
    expect(client_tasks.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  })

  it('a task that failed › is told with its reason and code 1, and run again', async () => {
    const { published, params } = await aPublishedUser()
    const [item_id = ''] = await sharedItems(params, 1)
    const stranger = await registerPublishedUser(url, PACKAGES, PASSPHRASE, SMALL_KEY_BITS)
    const opened = await call(itemOpen, { params: { ...params, item_id } })
    const vault = PACKAGES.vault(url, { token: published.vaultToken })
    const plate = { id: opened.slots[0]?.id ?? '', encrypted_value: (await stranger.encrypt('x')) ?? '' }
    await vault.item.itemsIdPut(item_id, { item: { slots_attributes: [plate] } })
    const at = ['--url', url, '--credentials', await credentialFile(params)]

    const failed = await queue('run-batch', ...at)
    expect([failed.code, failed.err]).toEqual([1, '0 done, 1 failed\n'])
    expect(failed.out).toMatch(/ {2}failed {2}update_item_shares {2}\S+ {2}\S.+\n$/)

    await call(itemSave, { params: { ...params, item_id }, body: { slots: [{ id: plate.id, value: 'new' }] } })
    expect((await queue('run-batch', ...at)).code).toBe(0)
    expect(await readByBob('Car 0')).toBe('new')
  })
})

describe('an account of the window', () => {
  it('has its tasks seen and ended by the packages, and the other way round', async () => {
    const { user, secret_string: secretString } = await registerUser(workbench, 'Alice', { published_format: true })
    const params = { user_id: user.id }
    const [item_id = ''] = await sharedItems(params, 1)
    const { slots } = await call(itemOpen, { params: { ...params, item_id } })
    await call(itemSave, {
      params: { ...params, item_id },
      body: { slots: [{ id: slots[0]?.id ?? '', value: 'new' }] },
    })
    const published = await logInPublishedUser(url, PACKAGES, { secretString, passphrase: PASSPHRASE })
    const vault = PACKAGES.vault(url, { token: published.vaultToken })

    const { client_tasks } = await vault.task.clientTaskQueueGet()
    expect(client_tasks).toMatchObject([{ state: 'todo', target_id: item_id }])
    await vault.task.clientTaskQueuePut({
      client_tasks: [{ id: client_tasks[0]?.id ?? '', state: 'done', report: {} }],
    })

    const at = ['--url', url, '--credentials', await credentialFile(params)]
    expect((await queue('list', ...at, '--state', 'done')).out).toContain(item_id)
    expect(await queue('run-batch', ...at)).toMatchObject({ code: 0, out: '', err: '0 done, 0 failed\n' })
  })

  it('--user › runs those of a user of a workspace, by the program that has it or alone', async () => {
    await stopWorkbench(workbench)
    await begin({ cost: PASSPHRASE_COST }) // as the program has it
    const { user } = await registerUser(workbench, 'Alice')
    const params = { user_id: user.id }
    const [first = '', item_id = ''] = await sharedItems(params, 2)
    for (const id of [first, item_id]) {
      const { slots } = await call(itemOpen, { params: { ...params, item_id: id } })
      const body = { slots: [{ id: slots[0]?.id ?? '', value: 'new' }] }
      await call(itemSave, { params: { ...params, item_id: id }, body })
    }
    const at = ['--user', 'Alice', '--data', workbench.directory]
    const run = (...args: readonly string[]) => runInProcess(['client-task-queue', ...args], { answer: PASSPHRASE })

    // The program has the directory, and Alice is signed in there.
    const inProgram = await run('list', ...at, '--change-state', '--limit', '1')
    expect(inProgram).toMatchObject({ code: 0, err: '', asked: [] })
    expect(inProgram.out).toContain(`  todo  update_item_shares  ${item_id}\n`)
    expect(await run('list', ...at, '--workspace', 'Other')).toMatchObject({ code: 3, out: '' })
    expect(await run('list', '--user', 'Nobody', '--data', workbench.directory)).toMatchObject({ code: 3, out: '' })
    const [claimed] = tasksIn(await run('list', ...at, '--json', '--state', 'in_progress'))
    expect(claimed?.target_id).toBe(item_id)
    await call(taskReset, { params, body: { task_ids: [claimed?.id ?? ''] } })
    await call(userSignOut, { params })
    await call(taskSettings, { body: { run_tasks_automatically: true } })
    const wrongWord = await runInProcess(['client-task-queue', 'list', ...at], { answer: 'something else' })
    expect([wrongWord.code, wrongWord.out]).toEqual([3, ''])
    expect(await run('run-batch', ...at, '--limit', '1')).toMatchObject({
      out: expect.stringMatching(new RegExp(`^\\S+  done  update_item_shares  ${first}\n$`)) as string,
      err: '1 done, 0 failed\n',
      code: 0,
      asked: ['Passphrase of Alice: '],
    })
    expect((await call(usersGet, {})).users.find(({ id }) => id === user.id)?.state).toBe('locked')
    expect(await readByBob('Car 0')).toBe('new')

    // In a program that takes no commands.
    const door = join(workbench.directory, 'commands.json')
    renameSync(door, `${door}.away`)
    const inUse = await queue('list', ...at)
    expect([inUse.code, inUse.out]).toEqual([3, ''])
    expect(inUse.err).toContain('is in use by process')

    await workbench.application.close()
    expect(tasksIn(await run('list', ...at, '--json', '--state', 'todo'))).toMatchObject([{ target_id: item_id }])
    expect(await run('run-batch', ...at)).toMatchObject({
      err: '1 done, 0 failed\n',
      code: 0,
      asked: ['Passphrase of Alice: '],
    })
    expect((await run('list', ...at, '--state', 'done')).out).toContain(item_id)
    expect(await run('list', '--user', 'Nobody', '--data', workbench.directory)).toMatchObject({
      code: 3,
      err: expect.stringMatching(/^the workspace has no user Nobody: /) as string,
    })
    const wrong = await runInProcess(['client-task-queue', 'list', ...at], { answer: 'something else' })
    expect([wrong.code, wrong.out]).toEqual([3, ''])
  })
})

describe('what cannot be followed', () => {
  it.each<[readonly string[], number, RegExp]>([
    [[], 2, /^write vaultbench client-task-queue list, or run-batch/],
    [['run'], 2, /^write vaultbench client-task-queue list, or run-batch/],
    [['list'], 2, /^say whose tasks: /],
    [['list', '--user', 'A', '--url', 'http://127.0.0.1:9'], 2, /^say whose tasks: /],
    [['list', '--url', 'http://127.0.0.1:9'], 2, /^say whose tasks: /],
    [['list', '--user', 'A', '--state', 'undone'], 2, /^--state takes todo, in_progress, .*, not "undone"/],
    [['list', '--user', 'A', '--limit', '0'], 2, /^--limit takes a whole number from 1 on, not "0"/],
    [['list', '--url', 'ftp://x', '--credentials', 'x'], 2, /^--url takes an address with http or https/],
    [['list', '--url', 'http://127.0.0.1:9', '--credentials', '/none'], 3, /^ENOENT/],
  ])('%j › %i', async (args, code, why) => {
    expect(await queue(...args)).toMatchObject({ code, out: '', err: expect.stringMatching(why) as string })
  })

  it('a damaged credential file, one that others can read, and a service that is not there', async () => {
    const { params } = await aPublishedUser()
    const file = await credentialFile(params, 0o644)
    const damaged = join(workbench.directory, 'damaged')
    writeFileSync(damaged, 'kind: Authentication\nmetadata: {key_encryption_key: abc}\n', { mode: 0o600 })

    expect(await queue('list', '--url', url, '--credentials', damaged)).toMatchObject({ code: 3, out: '' })
    expect((await queue('list', '--url', url, '--credentials', file)).err).toContain('can be read by others')
    const away = await queue('list', '--url', 'http://127.0.0.1:9', '--credentials', file)
    expect([away.code, away.out]).toEqual([3, ''])
    expect(away.err).toMatch(/\nthe service cannot be reached: /)
  })

  it('keys of another account, and something else than a service', async () => {
    const { params } = await aPublishedUser()
    const file = await credentialFile(params)
    const other = join(workbench.directory, 'other')
    const text = readFileSync(file, 'utf8')
    const key = Buffer.alloc(32, 7).toString('base64url')
    writeFileSync(other, text.replace(/(key_encryption_key: )".*"/, `$1"${key}="`), { mode: 0o600 })

    const foreign = await queue('list', '--url', url, '--credentials', other)
    expect([foreign.code, foreign.out]).toEqual([3, ''])
    expect(foreign.err).toMatch(/^the keys in \S+other are not those of the account: .*\n$/)

    const page = createServer((_, response) => response.end('<html>')).listen(0, '127.0.0.1')
    await once(page, 'listening')
    const { port } = page.address() as AddressInfo
    const answer = await queue('list', '--url', `http://127.0.0.1:${port}`, '--credentials', file)
    page.close()
    expect([answer.code, answer.out]).toEqual([3, ''])
    expect(answer.err).toMatch(/^the service cannot be reached: it answers unlike a vault\n$/)
  })
})
