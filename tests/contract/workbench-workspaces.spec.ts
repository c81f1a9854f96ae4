// Proves docs/contract/vault.md, Time; docs/contract/workbench.md, Data directory, Damage, Earlier versions, Workspaces, Workspaces:
// locking, Sample workspace.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { RunningApplication } from '../../src-main/composition/application.ts'
import type { Connection } from '../../src-main/sqlite/database.ts'
import { openDatabase, peekSchemaVersion } from '../../src-main/sqlite/database.ts'
import { RECORD_FILES } from '../../src-main/workbench/workspaces/record-files.ts'
import { TAKE_BACK_LAST_STEPS } from '../support/service/database.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import {
  bytesBelow,
  makeLoginKey,
  PASSPHRASE,
  refusal,
  registerUser,
  removeDirectory,
  startWorkbench,
  temporaryDirectory,
} from '../support/workbench/workbench.ts'

const {
  statusGet,
  workspaceCreate,
  workspaceOpen,
  workspaceLock,
  sampleWorkspaceCreate,
  shareRows,
  usersGet,
  itemCreate,
  itemOpen,
  itemRows,
  slotReveal,
  forward,
} = workbenchOperations

let directory: string
const running: RunningApplication[] = []

beforeEach(() => {
  directory = temporaryDirectory()
})

afterEach(async () => {
  for (const application of running.splice(0)) await application.close()
  removeDirectory(directory)
})

/** So much that it is hashed on a thread, as it always is in the product, and the registration waits for it. */
const COST_ON_A_THREAD = { opsLimit: 3, memoryKib: 64 * 1024 }

async function start(options: Parameters<typeof startWorkbench>[1] = {}): Promise<TestWorkbench> {
  const started = await startWorkbench(directory, options)
  running.push(started.application)
  return started
}

async function restart(before: TestWorkbench): Promise<TestWorkbench> {
  await before.application.close()
  return start()
}

function folderOf(id: string): string {
  return join(directory, 'workspaces', id)
}

function digest(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

describe('a flood of wrong passphrases', () => {
  it('does not queue ahead of the right one, nor of anything else', async () => {
    const { call, faults } = await start()
    const { current } = await call(workspaceCreate, { body: { name: 'Mine', passphrase: PASSPHRASE } })
    await call(workspaceLock, {})
    const params = { workspace_id: String(current?.id) }
    const codes: string[] = []
    const flood = Array.from({ length: 30 }, () =>
      call(workspaceOpen, { params, body: { passphrase: 'something else' } }).catch((error: unknown) => {
        codes.push((error as { code: string }).code)
      }),
    )

    const opened = await call(workspaceOpen, { params, body: { passphrase: PASSPHRASE } })
    await Promise.all(flood)

    expect(opened.state).toBe('open')
    expect(codes.filter((code) => code === 'workspace_passphrase_wrong')).toHaveLength(1)
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(29)
    expect(faults).toEqual([])
  })

  it('opens nothing when the person locks meanwhile', async () => {
    const { call } = await start()
    const { current } = await call(workspaceCreate, { body: { name: 'Mine', passphrase: PASSPHRASE } })
    await call(workspaceLock, {})
    const params = { workspace_id: String(current?.id) }
    const opening = expect(call(workspaceOpen, { params, body: { passphrase: PASSPHRASE } })).rejects.toThrow(
      refusal('workspace_locked'),
    )
    await call(workspaceLock, {})
    await opening
    expect((await call(statusGet, {})).state).toBe('locked')
  })
})

describe('workspaceCreate', () => {
  it('makes a plain workspace and opens it', async () => {
    const { call, application } = await start()

    const status = await call(workspaceCreate, { body: { name: 'Mine', passphrase: null } })

    expect(status).toMatchObject({ state: 'open', current: { name: 'Mine', protected: false, demo: false } })
    expect(status.workspaces).toEqual([status.current])
    expect(status.server?.url).toBe(application.url)
    expect((await fetch(`${application.url}/vault/version`)).status).toBe(200)
  })

  it('keeps its files private', async () => {
    const { call } = await start()
    const { current } = await call(workspaceCreate, { body: { name: 'Mine', passphrase: null } })

    for (const folder of [join(directory, 'workspaces'), folderOf(String(current?.id))]) {
      expect(statSync(folder).mode & 0o777).toBe(0o700)
    }
    for (const file of readdirSync(folderOf(String(current?.id)))) {
      expect([file, statSync(join(folderOf(String(current?.id)), file)).mode & 0o777]).toEqual([file, 0o600])
    }
  })

  it('refuses a taken name, however it is written', async () => {
    const { call } = await start()
    await call(workspaceCreate, { body: { name: 'Mine', passphrase: null } })

    await expect(call(workspaceCreate, { body: { name: 'MINE ', passphrase: null } })).rejects.toThrow(
      refusal('name_taken'),
    )
    expect((await call(statusGet, {})).workspaces).toHaveLength(1)
  })

  it('refuses a short passphrase and leaves nothing behind', async () => {
    const { call } = await start()

    await expect(call(workspaceCreate, { body: { name: 'Mine', passphrase: 'short' } })).rejects.toThrow(
      refusal('invalid_params', 'at least 8 characters'),
    )
    expect(existsSync(join(directory, 'workspaces'))).toBe(false)
  })

  it('closes the one that was open', async () => {
    const workbench = await start()
    await workbench.call(workspaceCreate, { body: { name: 'One', passphrase: null } })
    await registerUser(workbench, 'Alice')

    await workbench.call(workspaceCreate, { body: { name: 'Two', passphrase: null } })

    expect((await workbench.call(usersGet, {})).users).toEqual([])
  })
})

describe('workspaceOpen', () => {
  it('opens a protected workspace with its passphrase only', async () => {
    const before = await start()
    const { current } = await before.call(workspaceCreate, { body: { name: 'Safe', passphrase: PASSPHRASE } })
    await registerUser(before, 'Alice')
    const { call } = await restart(before)
    const params = { workspace_id: String(current?.id) }

    for (const passphrase of ['something else', '', null]) {
      await expect(call(workspaceOpen, { params, body: { passphrase } })).rejects.toThrow(
        refusal('workspace_passphrase_wrong'),
      )
    }
    expect((await call(statusGet, {})).state).toBe('none')
    const status = await call(workspaceOpen, { params, body: { passphrase: PASSPHRASE } })

    expect(status).toMatchObject({ state: 'open', current: { name: 'Safe', protected: true } })
    expect((await call(usersGet, {})).users).toMatchObject([{ full_name: 'Alice', state: 'locked' }])
  })

  it('keeps the open one in use when another one does not open', async () => {
    const { call } = await start()
    const { current: safe } = await call(workspaceCreate, { body: { name: 'Safe', passphrase: PASSPHRASE } })
    await call(workspaceCreate, { body: { name: 'Plain', passphrase: null } })

    await expect(
      call(workspaceOpen, { params: { workspace_id: String(safe?.id) }, body: { passphrase: 'wrong one' } }),
    ).rejects.toThrow(refusal('workspace_passphrase_wrong'))

    expect(await call(statusGet, {})).toMatchObject({ state: 'open', current: { name: 'Plain' } })
  })

  it('deletes events older than 365 days', async () => {
    const before = await start()
    const { current } = await before.call(workspaceCreate, { body: { name: 'Mine', passphrase: null } })
    await before.call(workspaceLock, {})
    const path = join(folderOf(String(current?.id)), 'vault.db')
    const events = (work: (connection: Connection) => unknown) => {
      const connection = openDatabase({ path })
      const result = work(connection)
      connection.close()
      return result
    }
    events((connection) =>
      connection.exec(/* sql */ `
        INSERT INTO events (id, user_id, creator, eventable_type, eventable_id, event_type, name, event_time)
        VALUES ('01500000-0000-7000-8000-000000000000', 'u', 'u', 'Item', 'i', 'update', 'item.updated', '2015-10-01T00:00:00.000Z')
      `),
    )

    await before.call(workspaceOpen, { params: { workspace_id: String(current?.id) }, body: {} })
    await before.call(workspaceLock, {})

    expect(events((connection) => connection.prepare('SELECT count(*) FROM events').pluck().get())).toBe(0)
  })

  it('answers 404 for an id that names nothing, also when it is a path', async () => {
    const { call } = await start()

    for (const workspace_id of ['nothing', '..', '../..']) {
      await expect(call(workspaceOpen, { params: { workspace_id }, body: {} })).rejects.toThrow(refusal('not_found'))
    }
  })
})

describe('a workspace whose files cannot be used', () => {
  async function aClosedWorkspace(passphrase: string | null = null) {
    const before = await start()
    const { current } = await before.call(workspaceCreate, { body: { name: 'Mine', passphrase } })
    await registerUser(before, 'Alice')
    const workbench = await restart(before)
    const folder = folderOf(String(current?.id))
    const open = () =>
      workbench.call(workspaceOpen, { params: { workspace_id: String(current?.id) }, body: { passphrase } })
    return { workbench, folder, database: join(folder, 'vault.db'), open }
  }

  it.each([
    [
      'truncated in the middle',
      (path: string) => {
        truncateSync(path, 8192)
      },
    ],
    [
      'truncated within the first page',
      (path: string) => {
        truncateSync(path, 700)
      },
    ],
    [
      'empty',
      (path: string) => {
        truncateSync(path, 0)
      },
    ],
    [
      'something else',
      (path: string) => {
        writeFileSync(path, 'not a database at all '.repeat(500))
      },
    ],
  ])('is refused with file and cause and left alone, its database being %s', async (_what, damage) => {
    const { database, open, workbench } = await aClosedWorkspace()
    damage(database)
    const damaged = digest(database)

    await expect(open()).rejects.toThrow(refusal('workspace_not_usable', database))

    expect(digest(database)).toBe(damaged)
    expect(await workbench.call(statusGet, {})).toMatchObject({ state: 'none', workspaces: [{ name: 'Mine' }] })
    expect(workbench.faults).toEqual([])
  })

  it('is refused, its ciphered database being truncated', async () => {
    const { database, open } = await aClosedWorkspace(PASSPHRASE)
    truncateSync(database, 8192)
    const damaged = digest(database)

    await expect(open()).rejects.toThrow(refusal('workspace_not_usable', database))
    expect(digest(database)).toBe(damaged)
  })

  it('is refused and keeps its digest, written by a newer program', async () => {
    const { database, open } = await aClosedWorkspace()
    const connection = openDatabase({ path: database })
    connection.pragma('user_version = 99990')
    connection.pragma('wal_checkpoint(TRUNCATE)')
    connection.close()
    const newer = digest(database)

    await expect(open()).rejects.toThrow(refusal('workspace_not_usable', 'newer version'))

    expect(digest(database)).toBe(newer)
  })

  /** As it was before the last step; the portions of that find what is there already. */
  function markAsOlder(path: string): number {
    const connection = openDatabase({ path })
    const newest = Number(connection.pragma('user_version', { simple: true }))
    connection.exec(TAKE_BACK_LAST_STEPS)
    connection.pragma('user_version = 370')
    connection.pragma('wal_checkpoint(TRUNCATE)')
    connection.close()
    return newest
  }

  const updatesIn = ({ events }: TestWorkbench) =>
    events.flatMap((event) =>
      event.type === 'status' && event.status.updating !== undefined ? [event.status.updating] : [],
    )

  it('is brought up to date before it opens, which the window and who asked are told in percent', async () => {
    const { database, open, workbench } = await aClosedWorkspace()
    const newest = markAsOlder(database)

    await open()

    const told = updatesIn(workbench)
    expect(told.length).toBeGreaterThan(5)
    expect(told).toEqual(told.toSorted((one, other) => one - other))
    expect((await workbench.call(statusGet, {})).updating).toBeUndefined()
    expect(peekSchemaVersion({ path: database })).toBe(newest)
    expect((await workbench.call(usersGet, {})).users).toHaveLength(1)
  })

  it('goes on at the next opening, the program having ended while it was brought up to date', async () => {
    const { database, open, workbench } = await aClosedWorkspace()
    const newest = markAsOlder(database)

    let ended: Promise<void> | undefined
    workbench.application.workbench.subscribe(() => {
      if (updatesIn(workbench).length > 0) ended ??= workbench.application.close()
    })
    await expect(open()).rejects.toThrow()
    await ended
    running.splice(running.indexOf(workbench.application), 1)
    const next = await start()
    const { workspaces } = await next.call(statusGet, {})
    await next.call(workspaceOpen, { params: { workspace_id: String(workspaces[0]?.id) }, body: { passphrase: null } })

    expect(peekSchemaVersion({ path: database })).toBe(newest)
    expect((await next.call(usersGet, {})).users).toHaveLength(1)
  })

  it('stays on the list and says why, its record being damaged', async () => {
    const { folder, open, workbench } = await aClosedWorkspace()
    for (const name of RECORD_FILES) writeFileSync(join(folder, name), '{"id":')

    await expect(open()).rejects.toThrow(refusal('workspace_not_usable', 'workspace.json is damaged'))

    expect((await workbench.call(statusGet, {})).workspaces).toHaveLength(1)
    expect(readFileSync(join(folder, 'workspace.json'), 'utf8')).toBe('{"id":')
  })

  it.each([
    [
      'is lost',
      (path: string) => {
        rmSync(path)
      },
    ],
    [
      'is damaged',
      (path: string) => {
        writeFileSync(path, '{"id":')
      },
    ],
    [
      'has a changed salt',
      (path: string) => {
        writeFileSync(path, readFileSync(path, 'utf8').replace(/"salt": "..../, '"salt": "AAAA'))
      },
    ],
  ])('opens with its passphrase though one record %s, and has two again', async (_, harm) => {
    const { folder, open, workbench } = await aClosedWorkspace(PASSPHRASE)
    harm(join(folder, 'workspace.json'))
    expect((await workbench.call(statusGet, {})).workspaces).toMatchObject([{ name: 'Mine', protected: true }])

    await open()

    const [first, second] = RECORD_FILES.map((name) => readFileSync(join(folder, name), 'utf8'))
    expect(first).toBe(second)
    expect(first).toContain('"checksum"')
  })

  it('is refused, its key being changed', async () => {
    const { folder, open } = await aClosedWorkspace()
    const written = readFileSync(join(folder, 'workspace.json'), 'utf8')
    const changed = written.replace(/"key": "..../, '"key": "AAAA')
    for (const name of RECORD_FILES) writeFileSync(join(folder, name), changed)

    await expect(open()).rejects.toThrow(refusal('workspace_not_usable', 'its checksum is another one'))
  })

  it('is not listed, its making being interrupted', async () => {
    const { folder, workbench } = await aClosedWorkspace()
    for (const name of RECORD_FILES) rmSync(join(folder, name))

    expect((await workbench.call(statusGet, {})).workspaces).toEqual([])
    expect(existsSync(join(folder, 'vault.db'))).toBe(true)
  })
})

describe('workspaceLock', () => {
  it.each([
    ['a protected', PASSPHRASE],
    ['a plain', null],
  ])('drops every key of %s workspace and answers 423 until it is opened again', async (_what, passphrase) => {
    const { call, application, events } = await start()
    const { current } = await call(workspaceCreate, { body: { name: 'Mine', passphrase } })
    const { user } = await registerUser({ call }, 'Alice')

    const status = await call(workspaceLock, {})

    expect(status).toMatchObject({ state: 'locked', current: { name: 'Mine' } })
    expect(events.at(-1)).toMatchObject({ type: 'status', status: { state: 'locked' } })
    await expect(call(usersGet, {})).rejects.toThrow(refusal('workspace_locked'))
    const reply = await fetch(`${application.url}/vault/me`, { headers: { authorization: 'v_x' } })
    expect(reply.status).toBe(423)

    await call(workspaceOpen, { params: { workspace_id: String(current?.id) }, body: { passphrase } })
    await expect(call(forward, { body: { as: 'user', user_id: user.id, operation: 'vault.meGet' } })).rejects.toThrow(
      refusal('user_locked'),
    )
  })

  it('ends the sessions at the service', async () => {
    const { call, directory: path } = await start()
    const { current } = await call(workspaceCreate, { body: { name: 'Mine', passphrase: null } })
    await registerUser({ call }, 'Alice')

    await call(workspaceLock, {})

    const connection = openDatabase({ path: join(path, 'workspaces', String(current?.id), 'vault.db') })
    expect(connection.prepare('SELECT count(*) FROM sessions').pluck().get()).toBe(0)
    connection.close()
  })

  it('drops what kept calls carried', async () => {
    const { call } = await start()
    await call(workspaceCreate, { body: { name: 'Mine', passphrase: null } })
    await registerUser({ call }, 'Alice')

    await call(workspaceLock, {})

    const { calls } = await call(workbenchOperations.callsGet, { query: {} })
    expect(calls.length).toBeGreaterThan(5)
    for (const { number } of calls) {
      const { call: kept } = await call(workbenchOperations.callGet, { params: { number } })
      expect([kept.request_body, kept.response_body]).toEqual([null, null])
    }
  })

  it('takes its calls with it when another workspace is opened, also those that end only then', async () => {
    const { call, application, events } = await start()
    const first = await call(workspaceCreate, { body: { name: 'First', passphrase: null } })
    await registerUser({ call }, 'Alice')
    const slow = connect(Number(new URL(application.url).port), '127.0.0.1')
    await once(slow, 'connect')
    const [head, rest] = slowCall(application.url, { username: 'somebody of the first workspace' })
    slow.write(head)
    await once(slow, 'data') // "100 Continue": the call has begun
    expect((await call(workbenchOperations.callsGet, { query: {} })).calls.length).toBeGreaterThan(5)

    await call(workspaceCreate, { body: { name: 'Second', passphrase: null } })
    slow.write(rest)
    await once(slow, 'data')
    slow.destroy()

    const { calls, kept } = await call(workbenchOperations.callsGet, { query: {} })
    expect([calls, kept]).toEqual([[], 0])
    await expect(call(workbenchOperations.callGet, { params: { number: 1 } })).rejects.toThrow(refusal('not_found'))
    const opened = events.findLastIndex(({ type }) => type === 'status')
    expect(events.slice(opened).filter(({ type }) => type === 'call')).toEqual([])
    await registerUser({ call }, 'Bob')
    const numbers = (await call(workbenchOperations.callsGet, { query: {} })).calls.map(({ number }) => number)
    expect(numbers.length).toBeGreaterThan(5)

    await call(workspaceOpen, { params: { workspace_id: String(first.current?.id) }, body: {} })

    expect((await call(workbenchOperations.callsGet, { query: {} })).calls).toEqual([])
    for (const number of numbers) {
      await expect(call(workbenchOperations.callGet, { params: { number } })).rejects.toThrow(refusal('not_found'))
    }
  })

  it('takes its calls with it also when it was locked before another one is opened', async () => {
    const { call } = await start()
    await call(workspaceCreate, { body: { name: 'First', passphrase: null } })
    await registerUser({ call }, 'Alice')
    await call(workspaceLock, {})

    await call(workspaceCreate, { body: { name: 'Second', passphrase: null } })

    expect((await call(workbenchOperations.callsGet, { query: {} })).calls).toEqual([])
  })

  it('stops a registration that is still running; it goes on at the next sign-in', async () => {
    const { call, events, faults } = await start({ cost: COST_ON_A_THREAD })
    const { current } = await call(workspaceCreate, { body: { name: 'Mine', passphrase: null } })
    const outcome = expect(registerUser({ call }, 'Alice')).rejects.toThrow(refusal('workspace_locked'))
    await vi.waitFor(() => {
      expect(events.at(-1)).toMatchObject({ type: 'progress', task: 'register' }) // its passphrase is being hashed
    })

    await call(workspaceLock, {})

    await outcome
    await call(workspaceOpen, { params: { workspace_id: String(current?.id) }, body: {} })
    const { users } = await call(usersGet, {})
    expect(users).toMatchObject([{ full_name: 'Alice', state: 'incomplete' }])
    const { user } = await call(workbenchOperations.userSignIn, {
      params: { user_id: String(users[0]?.id) },
      body: { passphrase: PASSPHRASE },
    })
    expect(user.state).toBe('signed_in')
    expect(faults).toEqual([])
  })
})

describe('what is on disk', () => {
  const secret = 'canary-slot-value-4711'

  async function fill({ call }: TestWorkbench, passphrase: string | null) {
    await call(workspaceCreate, { body: { name: 'Mine', passphrase } })
    const { user, secret_string } = await registerUser({ call }, 'Alice Canary')
    const { item, slots } = await call(itemCreate, {
      params: { user_id: user.id },
      body: { label: 'Canary item', slots: [{ label: 'Code', slot_type_name: 'password', value: secret }] },
    })
    return { user, secret_string, itemId: item.id, slotId: String(slots[0]?.id) }
  }

  it('names nobody, in a protected workspace, while it is open and after', async () => {
    const workbench = await start()
    const { secret_string } = await fill(workbench, PASSPHRASE)

    const whileOpen = bytesBelow(join(directory, 'workspaces'))
    await workbench.application.close()
    const after = bytesBelow(join(directory, 'workspaces'))

    for (const bytes of [whileOpen, after]) {
      for (const canary of ['Alice Canary', 'Canary item', secret, secret_string, PASSPHRASE, 'CREATE TABLE']) {
        expect(bytes).not.toContain(canary)
      }
    }
  })

  it('holds no value, no token and no passphrase, in a plain workspace', async () => {
    const workbench = await start()
    const { user, secret_string } = await fill(workbench, null)
    const login_key = await makeLoginKey(workbench, user.id)
    const reply = await fetch(`${workbench.application.url}/keystore/sessions/with_login_key`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login_key }),
    })
    const { session } = (await reply.json()) as { session: { session_authentication_string: string } }
    const token = session.session_authentication_string

    const bytes = bytesBelow(directory)

    expect(bytes).toContain('Alice Canary')
    expect(token).toMatch(/^k_[\w-]{43}$/)
    for (const canary of [secret, secret_string, secret_string.split('.')[2] ?? '', PASSPHRASE, login_key, token]) {
      expect(bytes).not.toContain(canary)
    }
  })

  it('opens again for its user after a restart', async () => {
    const before = await start()
    const { user, itemId, slotId } = await fill(before, PASSPHRASE)
    const [workspace] = (await before.call(statusGet, {})).workspaces
    const { call } = await restart(before)
    await call(workspaceOpen, { params: { workspace_id: String(workspace?.id) }, body: { passphrase: PASSPHRASE } })
    const params = { user_id: user.id }
    await call(workbenchOperations.userSignIn, { params, body: { passphrase: PASSPHRASE } })

    const { slots } = await call(itemOpen, { params: { ...params, item_id: itemId } })
    const { value } = await call(slotReveal, { params: { ...params, item_id: itemId, slot_id: slotId } })

    expect(slots).toMatchObject([{ label: 'Code', state: 'hidden', value: null }])
    expect(value).toBe(secret)
  })
})

describe('sampleWorkspaceCreate', () => {
  it('makes four people with 43 items, and two agents, telling how far it is', async () => {
    const { call, events, faults } = await start()

    const status = await call(sampleWorkspaceCreate, {})

    expect(status).toMatchObject({ state: 'open', current: { demo: true, protected: false } })
    const { users } = await call(usersGet, {})
    const [people, agents] = [users.filter(({ agent }) => agent === null), users.filter(({ agent }) => agent !== null)]
    expect(people.map(({ full_name, state, remembered }) => [full_name, state, remembered])).toEqual(
      expect.arrayContaining([
        ['Alice Weber', 'signed_in', true],
        ['Bob Okafor', 'signed_in', true],
        ['Carlos Ruiz', 'signed_in', true],
        ['Dana Novak', 'signed_in', true],
      ]),
    )
    expect(agents.map(({ full_name, state }) => [full_name, state])).toEqual([
      ['Harbour Clinic', 'signed_in'],
      ['Appointments', 'signed_in'],
    ])
    const lists = await Promise.all(people.map(({ id }) => call(itemRows, { params: { user_id: id } })))
    const rows = lists.flatMap((list) => list.rows)
    expect([rows.filter(({ own }) => own).length, rows.filter(({ own }) => !own).length]).toEqual([43, 10])
    expect(lists.every(({ nodes, templates }) => nodes.length > 3 && templates.length > 3)).toBe(true)
    const steps = events.filter((event) => event.type === 'progress')
    expect(steps[0]).toMatchObject({ task: 'sample', done: 0, of: 122 })
    expect(steps.at(-1)).toMatchObject({ task: 'sample', done: 122, of: 122 })
    expect(faults).toEqual([])
  })

  it('lets them share: ten shares in different states, one of them onward', { tags: ['full'] }, async () => {
    const { call } = await start()
    await call(sampleWorkspaceCreate, {})
    const { users } = await call(usersGet, {})
    const incoming = async (id: string) =>
      (await call(shareRows, { params: { user_id: id }, query: { direction: 'incoming' } })).rows

    const people = users.filter(({ agent }) => agent === null)
    const received = (await Promise.all(people.map(({ id }) => incoming(id))))
      .flat()
      .filter(({ person }) => person.name !== 'Appointments')

    expect(received.map(({ state }) => state).sort()).toEqual([
      'acceptance_not_required',
      'acceptance_not_required',
      'acceptance_not_required',
      'acceptance_required',
      'acceptance_required',
      'acceptance_required',
      'accepted',
      'accepted',
      'accepted',
      'rejected',
    ])
    const readable = received.filter(({ state }) => state.startsWith('accept') && state !== 'acceptance_required')
    expect(readable.every(({ reencrypted }) => reencrypted === true)).toBe(true)
    expect(received.filter(({ via }) => via !== null)).toMatchObject([
      { item_label: 'Passport', person: { name: 'Bob Okafor' }, via: { name: 'Alice Weber' } },
    ])
  })

  it('opens the one that exists, where users sign in without a passphrase', { tags: ['full'] }, async () => {
    const before = await start()
    await before.call(sampleWorkspaceCreate, {})
    const { call } = await restart(before)

    const { workspaces } = await call(sampleWorkspaceCreate, {})

    expect(workspaces).toHaveLength(1)
    const [alice] = (await call(usersGet, {})).users
    const { user } = await call(workbenchOperations.userSignIn, { params: { user_id: String(alice?.id) }, body: {} })
    expect(user.state).toBe('signed_in')
  })
})

/** A call of another program in two parts: its head, which is answered when it may go on, and its body. */
function slowCall(url: string, body: unknown): readonly [string, string] {
  const text = JSON.stringify(body)
  const head =
    `POST /keystore/srp/challenges HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${text.length}\r\nExpect: 100-continue\r\n\r\n`
  return [head, text]
}
