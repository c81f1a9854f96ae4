// Proves docs/contract/workbench.md, Earlier versions, Workspaces: keys.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readRecoveryCode, spellRecoveryCode } from '../../shared/contract/recovery-code.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { encryptWithNonce } from '../../src-main/crypto/bound-aead.ts'
import { newLocalKey } from '../../src-main/crypto/keys.ts'
import { deriveDatabaseKey } from '../../src-main/crypto/local-key.ts'
import { hashPassphrase } from '../../src-main/crypto/passphrase.ts'
import { randomBytes } from '../../src-main/crypto/random.ts'
import type { DatabaseKey } from '../../src-main/crypto/keys.ts'
import { openDatabase } from '../../src-main/sqlite/database.ts'
import { migrate } from '../../src-main/sqlite/migrate.ts'
import { MIGRATIONS } from '../../src-main/sqlite/migrations/all.ts'
import { openKeys } from '../../src-main/workbench/workspaces/record-keys.ts'
import { WorkspaceRecord } from '../../src-main/workbench/workspaces/workspace-store.ts'
import { RECORD_FILES } from '../../src-main/workbench/workspaces/record-files.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import {
  bytesBelow,
  PASSPHRASE,
  refusal,
  registerUser,
  startWorkbench,
  stopWorkbench,
  temporaryDirectory,
  TEST_COST,
} from '../support/workbench/workbench.ts'

const {
  statusGet,
  workspaceCreate,
  workspaceOpen,
  workspaceLock,
  workspaceCheck,
  workspacePassphraseChange,
  workspaceRecoveryCodeMake,
  workspaceRecoveryCodeRemove,
  usersGet,
} = workbenchOperations

const OTHER = 'quite another passphrase'
const WRONG = 'none of the passphrases'
const WRONG_CODE = spellRecoveryCode(new Uint8Array(26))

let workbench: TestWorkbench
let params: { readonly workspace_id: string }

beforeEach(async () => {
  workbench = await startWorkbench(temporaryDirectory())
  const { current } = await workbench.call(workspaceCreate, { body: { name: 'Mine', passphrase: PASSPHRASE } })
  params = { workspace_id: String(current?.id) }
  await registerUser(workbench, 'Alice')
})

afterEach(() => stopWorkbench(workbench))

const folder = () => join(workbench.directory, 'workspaces', params.workspace_id)
const recordText = () => readFileSync(join(folder(), 'workspace.json'), 'utf8')
const record = () => WorkspaceRecord.parse(JSON.parse(recordText()))
const databases = () =>
  readdirSync(folder())
    .filter((name) => /^vault.*\.db$/.test(name))
    .sort()

async function fileKey(words: Parameters<typeof openKeys>[1]): Promise<DatabaseKey> {
  const { file } = await openKeys(record(), words)
  if (file === undefined) throw new Error('the workspace is a plain one')
  return file
}

const open = (body: { passphrase?: string; recovery_code?: string }) => workbench.call(workspaceOpen, { params, body })
const lock = () => workbench.call(workspaceLock, {})
const makeCode = async (passphrase = PASSPHRASE) =>
  (await workbench.call(workspaceRecoveryCodeMake, { params, body: { passphrase } })).recovery_code

/** Opens after a lock, and shows the same data. */
async function expectOpens(body: { passphrase?: string; recovery_code?: string }): Promise<void> {
  await lock()
  expect((await open(body)).state).toBe('open')
  expect((await workbench.call(usersGet, {})).users).toMatchObject([{ full_name: 'Alice' }])
}

async function expectOpensNot(...bodies: { passphrase?: string; recovery_code?: string }[]): Promise<void> {
  await lock()
  for (const body of bodies) await expect(open(body)).rejects.toThrow(refusal('workspace_passphrase_wrong'))
}

describe('workspacePassphraseChange', () => {
  it('replaces the passphrase, leaves the workspace open, and the data where it is', async () => {
    const key = await fileKey({ passphrase: PASSPHRASE })

    const status = await workbench.call(workspacePassphraseChange, {
      params,
      body: { passphrase: PASSPHRASE, new_passphrase: OTHER },
    })

    expect(status).toMatchObject({
      state: 'open',
      current: { name: 'Mine', protected: true, has_recovery_code: false },
    })
    expect(await fileKey({ passphrase: OTHER })).toEqual(key)
    expect((await workbench.call(usersGet, {})).users).toMatchObject([{ full_name: 'Alice', state: 'signed_in' }])
    await expectOpensNot({ passphrase: PASSPHRASE })
    await expectOpens({ passphrase: OTHER })
  })

  it('works while the workspace is locked, and does not open it', async () => {
    await lock()

    const status = await workbench.call(workspacePassphraseChange, {
      params,
      body: { passphrase: PASSPHRASE, new_passphrase: OTHER },
    })

    expect(status.state).toBe('locked')
    await expectOpens({ passphrase: OTHER })
  })

  it('takes the recovery code in place of the passphrase, and keeps it', async () => {
    const recovery_code = await makeCode()
    await lock()

    await open({ recovery_code })
    await workbench.call(workspacePassphraseChange, { params, body: { recovery_code, new_passphrase: OTHER } })

    await expectOpensNot({ passphrase: PASSPHRASE })
    await expectOpens({ passphrase: OTHER })
    await expectOpens({ recovery_code })
  })

  it('renews the key: nothing that opened the old file opens anything of the new one', async () => {
    const recovery_code = await makeCode()
    const oldKey = await fileKey({ passphrase: PASSPHRASE })
    const oldRecord = record()

    const status = await workbench.call(workspacePassphraseChange, {
      params,
      body: { passphrase: PASSPHRASE, new_passphrase: OTHER, renew_key: true },
    })

    expect(status).toMatchObject({ state: 'open', current: { has_recovery_code: false } })
    expect((await workbench.call(usersGet, {})).users).toMatchObject([{ full_name: 'Alice', state: 'locked' }])
    expect(databases()).toEqual(['vault-2.db'])
    await expectOpensNot({ passphrase: PASSPHRASE }, { recovery_code })
    const path = join(folder(), 'vault-2.db')
    const newKey = await fileKey({ passphrase: OTHER })
    expect(newKey).not.toEqual(oldKey)
    expect(() => openDatabase({ path, key: oldKey, mustExist: true })).toThrow(refusal('wrong_key'))
    // Neither does an old copy of the record lead to the new keys.
    await expect(
      openKeys({ ...oldRecord, sealed_keys: record().sealed_keys }, { passphrase: PASSPHRASE }),
    ).rejects.toThrow(refusal('workspace_not_usable'))
    await expectOpens({ passphrase: OTHER })
  })

  it('renews the key again, on a recovery code, while the workspace is locked', async () => {
    const renew_key = true
    await workbench.call(workspacePassphraseChange, {
      params,
      body: { passphrase: PASSPHRASE, new_passphrase: OTHER, renew_key },
    })
    const recovery_code = await makeCode(OTHER)
    await lock()

    const status = await workbench.call(workspacePassphraseChange, {
      params,
      body: { recovery_code, new_passphrase: PASSPHRASE, renew_key },
    })

    expect(status).toMatchObject({ state: 'locked', current: { has_recovery_code: false } })
    expect(databases()).toEqual(['vault-3.db'])
    await expectOpensNot({ passphrase: OTHER }, { recovery_code })
    await expectOpens({ passphrase: PASSPHRASE })
    expect((await workbench.call(workspaceCheck, {})).damage).toEqual([])
    await lock()
    expect(existsSync(join(folder(), 'vault-3.db.seal'))).toBe(true)
  })

  it('refuses a short new passphrase, and both words at once', async () => {
    const before = recordText()
    const recovery_code = await makeCode()
    await workbench.call(workspaceRecoveryCodeRemove, { params, body: { passphrase: PASSPHRASE } })

    for (const body of [
      { passphrase: PASSPHRASE, new_passphrase: 'short' },
      { passphrase: PASSPHRASE, recovery_code, new_passphrase: OTHER },
    ]) {
      await expect(workbench.call(workspacePassphraseChange, { params, body })).rejects.toThrow(
        refusal('invalid_params'),
      )
    }
    expect(recordText()).toBe(before)
  })

  it('of another attempt meanwhile is refused, and changes nothing', async () => {
    const change = (new_passphrase: string) =>
      workbench.call(workspacePassphraseChange, { params, body: { passphrase: PASSPHRASE, new_passphrase } })

    const results = await Promise.allSettled([change(OTHER), change('a third passphrase')])

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect((results[1] as PromiseRejectedResult).reason).toMatchObject({ code: 'workspace_locked' })
    await expectOpens({ passphrase: OTHER })
  })
})

describe('workspaceRecoveryCodeMake', () => {
  it('makes a code that opens the workspace, however it is typed, and is kept nowhere', async () => {
    const recovery_code = await makeCode()

    expect(readRecoveryCode(recovery_code)).toBe(recovery_code)
    expect((await workbench.call(statusGet, {})).current?.has_recovery_code).toBe(true)
    await expectOpens({ recovery_code })
    await expectOpens({ recovery_code: recovery_code.toLowerCase().replaceAll('-', ' ') })
    await expectOpens({ passphrase: PASSPHRASE })
    await lock()
    const onDisk = bytesBelow(workbench.directory)
    expect(onDisk).not.toContain(recovery_code)
    expect(onDisk).not.toContain(recovery_code.replaceAll('-', ''))
  })

  it('ends a former one', async () => {
    const former = await makeCode()

    const recovery_code = await makeCode()

    expect(recovery_code).not.toBe(former)
    await expectOpensNot({ recovery_code: former })
    await expectOpens({ recovery_code })
  })
})

describe('workspaceRecoveryCodeRemove', () => {
  it('ends the code; the passphrase goes on', async () => {
    const recovery_code = await makeCode()

    const { current } = await workbench.call(workspaceRecoveryCodeRemove, { params, body: { passphrase: PASSPHRASE } })

    expect(current?.has_recovery_code).toBe(false)
    await expectOpensNot({ recovery_code })
    await expectOpens({ passphrase: PASSPHRASE })
  })

  it('finds none where there is none', async () => {
    await expect(
      workbench.call(workspaceRecoveryCodeRemove, { params, body: { passphrase: PASSPHRASE } }),
    ).rejects.toThrow(refusal('not_found'))
  })
})

describe('every operation on keys', () => {
  const changes = (words: { passphrase?: string; recovery_code?: string }) => [
    () => workbench.call(workspacePassphraseChange, { params, body: { ...words, new_passphrase: OTHER } }),
    () =>
      workbench.call(workspacePassphraseChange, { params, body: { ...words, new_passphrase: OTHER, renew_key: true } }),
  ]
  const onCode = (passphrase: string) => [
    () => workbench.call(workspaceRecoveryCodeMake, { params, body: { passphrase } }),
    () => workbench.call(workspaceRecoveryCodeRemove, { params, body: { passphrase } }),
  ]

  it('refuses wrong words all alike, and changes nothing', async () => {
    const code = await makeCode()
    const before = recordText()
    const refusals = [
      ...changes({ passphrase: WRONG }),
      ...changes({ recovery_code: WRONG_CODE }),
      ...changes({ recovery_code: PASSPHRASE }),
      ...changes({ passphrase: code }),
      ...onCode(WRONG),
      ...onCode(code),
      () => open({ recovery_code: WRONG_CODE }),
    ]

    const messages = new Set<string>()
    await lock()
    for (const refused of refusals) {
      const { code: kind, message } = (await refused().catch((error: unknown) => error)) as {
        code: string
        message: string
      }
      expect(kind).toBe('workspace_passphrase_wrong')
      messages.add(message)
    }

    expect(messages.size).toBe(1)
    expect(recordText()).toBe(before)
    expect(databases()).toEqual(['vault.db'])
    await expectOpens({ passphrase: PASSPHRASE })
  })

  it('says of a code no more where there is none', async () => {
    await lock()

    for (const refused of [...changes({ recovery_code: WRONG_CODE }), ...changes({}), ...onCode('')]) {
      await expect(refused()).rejects.toThrow(refusal('workspace_passphrase_wrong'))
    }
  })

  it('counts attempts together with those to open: the newest waits, older ones are refused', async () => {
    await lock()
    const attempts = [...changes({ passphrase: WRONG }), ...onCode(WRONG), ...changes({ recovery_code: WRONG_CODE })]
    const flood = attempts.map(async (attempt) => {
      const error: unknown = await attempt().catch((fault: unknown) => fault)
      return (error as { code: string }).code
    })

    const opened = await open({ passphrase: PASSPHRASE })

    expect(opened.state).toBe('open')
    const codes = await Promise.all(flood)
    expect(codes.filter((one) => one === 'workspace_passphrase_wrong')).toHaveLength(1)
    expect(codes.filter((one) => one === 'too_many_requests')).toHaveLength(flood.length - 1)
  })

  it('answers 404 for a workspace that is not there', async () => {
    const before = params
    params = { workspace_id: '../..' }
    for (const refused of [...changes({ passphrase: PASSPHRASE }), ...onCode(PASSPHRASE)]) {
      await expect(refused()).rejects.toThrow(refusal('not_found'))
    }
    params = before
  })

  it('has nothing to change in a workspace without passphrase', async () => {
    const { current } = await workbench.call(workspaceCreate, { body: { name: 'Plain', passphrase: null } })
    params = { workspace_id: String(current?.id) }
    const before = recordText()

    for (const refused of [...changes({ passphrase: PASSPHRASE }), ...onCode(PASSPHRASE)]) {
      await expect(refused()).rejects.toThrow(refusal('workspace_not_protected'))
    }
    expect(recordText()).toBe(before)
  })

  it('names a record whose sealed keys were changed as damaged, and leaves it', async () => {
    await lock()
    const changed = recordText().replace(/"sealed_keys": "..../, '"sealed_keys": "AAAA')
    for (const name of RECORD_FILES) writeFileSync(join(folder(), name), changed)
    const damaged = recordText()

    await expect(open({ passphrase: PASSPHRASE })).rejects.toThrow(refusal('workspace_not_usable'))
    for (const refused of [...changes({ passphrase: PASSPHRASE }), ...onCode(PASSPHRASE)]) {
      await expect(refused()).rejects.toThrow(refusal('workspace_not_usable'))
    }
    expect(recordText()).toBe(damaged)
  })
})

describe('a workspace in memory', () => {
  it('gets a passphrase, a code and new keys like any other', async () => {
    const inMemory = await startWorkbench('', { dataDirectory: undefined })
    const { current } = await inMemory.call(workspaceCreate, { body: { name: 'Mine', passphrase: PASSPHRASE } })
    const own = { workspace_id: String(current?.id) }
    await registerUser(inMemory, 'Alice')

    await inMemory.call(workspacePassphraseChange, {
      params: own,
      body: { passphrase: PASSPHRASE, new_passphrase: OTHER, renew_key: true },
    })

    expect((await inMemory.call(usersGet, {})).users).toMatchObject([{ full_name: 'Alice', state: 'locked' }])
    await inMemory.call(workspaceLock, {})
    const open = (passphrase: string) => inMemory.call(workspaceOpen, { params: own, body: { passphrase } })
    await expect(open(PASSPHRASE)).rejects.toThrow(refusal('workspace_passphrase_wrong'))
    expect((await open(OTHER)).state).toBe('open')
    await inMemory.application.close()
    expect(inMemory.faults).toEqual([])
  })
})

describe('a workspace of the first format', () => {
  const id = 'first'

  /** Its one slot holds the local key itself, and the key of the file is made from that. */
  beforeEach(async () => {
    params = { workspace_id: id }
    const key = newLocalKey()
    const header = ['passphrase', 1, TEST_COST.opsLimit, TEST_COST.memoryKib, randomBytes(16)] as const
    const salt = Buffer.from(header[4]).toString('base64url')
    const wrapping = await hashPassphrase(PASSPHRASE, header[4], TEST_COST)
    const bound = JSON.stringify([...header.slice(0, 4), salt])
    const sealed_key = Buffer.from(encryptWithNonce(wrapping, key, bound, randomBytes)).toString('base64url')
    const [kind, version, ops_limit, memory_kib] = header
    const slot = { kind, version, ops_limit, memory_kib, salt, sealed_key }
    await workbench.application.close()
    mkdirSync(folder())
    const connection = openDatabase({ path: join(folder(), 'vault.db'), key: deriveDatabaseKey(key) })
    migrate(connection, MIGRATIONS)
    connection.close()
    const times = { created_at: '2026-11-01T08:00:00.000Z', last_opened_at: null }
    const written = { id, name: 'First', protected: true, demo: false, ...times, key_slots: [slot] }
    writeFileSync(join(folder(), 'workspace.json'), JSON.stringify(written))
    workbench = await startWorkbench(workbench.directory)
  })

  it('opens unchanged', async () => {
    const before = record()

    expect((await open({ passphrase: PASSPHRASE })).state).toBe('open')

    expect(record()).toEqual({ ...before, last_opened_at: record().last_opened_at })
  })

  it.each([
    ['a changed passphrase', { new_passphrase: OTHER }],
    ['a renewed key', { new_passphrase: OTHER, renew_key: true }],
  ])('is written anew with %s', async (_, change) => {
    await open({ passphrase: PASSPHRASE })
    await registerUser(workbench, 'Alice')

    await workbench.call(workspacePassphraseChange, { params, body: { passphrase: PASSPHRASE, ...change } })

    expect(record()).toMatchObject({ key_slots: [{ kind: 'passphrase', version: 2 }] })
    await expectOpensNot({ passphrase: PASSPHRASE })
    await expectOpens({ passphrase: OTHER })
  })

  it('is written anew with a recovery code', async () => {
    await open({ passphrase: PASSPHRASE })
    await registerUser(workbench, 'Alice')

    const recovery_code = await makeCode()

    expect(record().key_slots).toMatchObject([{ kind: 'passphrase', version: 2 }, { kind: 'recovery' }])
    await expectOpens({ recovery_code })
    await expectOpens({ passphrase: PASSPHRASE })
  })
})
