// Proves docs/contract/workbench.md, Backups.

// @module-tag full

import { existsSync, readdirSync, statSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { Backup } from '../../shared/contract/workbench-backups.ts'
import { uploadWhole } from '../support/workbench/window-uploads.ts'
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
  backupsGet,
  backupEnd,
  backupMake,
  backupRemove,
  backupRestore,
  backupFileMake,
  backupFilePart,
  backupFileForget,
  backupTakePart,
  backupTakenGet,
  backupTakenRestore,
  backupTakenForget,
  itemCreate,
  itemRows,
  itemOpen,
  fileRows,
  slotFilePart,
  statusGet,
  usersGet,
  userSignIn,
  workspaceCreate,
  workspaceOpen,
  workspaceDelete,
  workspaceErase,
  workspaceLock,
  workspaceRecoveryCodeMake,
  workspacePassphraseChange,
} = workbenchOperations

const WORKSPACE_PASSPHRASE = 'a passphrase of the workspace'
const CONTENT = randomBytes(3_000_000)

let directory: string
let workbench: TestWorkbench
let userId: string

const call: TestWorkbench['call'] = (...parts) => workbench.call(...parts)
const backups = async () => (await call(backupsGet, {})).backups
const pathOf = ({ workspace_id, id }: Backup) => ({ workspace_id, backup_id: id })

beforeEach(async () => {
  directory = temporaryDirectory()
  workbench = await startWorkbench(directory)
})
afterEach(async () => {
  await workbench.application.close()
  removeDirectory(directory)
})

/** A workspace with a user, an item and a file. */
async function filled(passphrase: string | null): Promise<void> {
  await call(workspaceCreate, { body: { name: 'Mine', passphrase } })
  userId = (await registerUser(workbench, 'Alice')).user.id
  const slots = [{ label: 'Number', value: '42' }]
  const { item } = await call(itemCreate, { params: { user_id: userId }, body: { label: 'Passport', slots } })
  await uploadWhole(workbench.call, userId, {
    filename: 'scan.pdf',
    place: { kind: 'item', item_id: item.id, label: 'Scan' },
    content: CONTENT,
  })
}

/** Everything a person sees of the user in the open workspace. */
async function everything(): Promise<unknown> {
  const { users } = await call(usersGet, {})
  await call(userSignIn, { params: { user_id: userId }, body: { passphrase: PASSPHRASE } })
  const params = { user_id: userId }
  const { rows } = await call(itemRows, { params, query: {} })
  const items = await Promise.all(rows.map(async ({ id }) => call(itemOpen, { params: { ...params, item_id: id } })))
  const { files } = await call(fileRows, { params })
  const parts = await Promise.all(
    files.map(async ({ item_id, slot_id }) => {
      const read = { params: { ...params, item_id, slot_id }, query: { start: 0, bytes: 4 * 1024 * 1024 } }
      return Buffer.from((await call(slotFilePart, read)).data).toString('base64')
    }),
  )
  return { names: users.map(({ full_name }) => full_name), items, parts }
}

async function openNamed(name: string, passphrase: string | null): Promise<void> {
  const { workspaces } = await call(statusGet, {})
  const id = String(workspaces.find((one) => one.name === name)?.id)
  await call(workspaceOpen, { params: { workspace_id: id }, body: { passphrase } })
}

/** The file of a backup, as the window saves it. */
async function saved(backup: Backup, passphrase: string | null): Promise<Uint8Array> {
  const { byte_size } = await call(backupFileMake, { params: pathOf(backup), body: { passphrase } })
  const parts: Uint8Array[] = []
  for (let start = 0; start < byte_size;) {
    const { data } = await call(backupFilePart, { query: { start, bytes: 1_000_000 } })
    parts.push(data)
    start += data.length
  }
  await call(backupFileForget, {})
  return Buffer.concat(parts)
}

async function taken(file: Uint8Array): Promise<void> {
  for (let start = 0; start < file.length; start += 1_500_000) {
    await call(backupTakePart, { params: { start }, body: Uint8Array.from(file.subarray(start, start + 1_500_000)) })
  }
}

describe.each([
  ['plain', null],
  ['protected', WORKSPACE_PASSPHRASE],
])('backups of a %s workspace', (_, passphrase) => {
  it('POST /backups › holds every value of then, and is restored beside the workspace', async () => {
    await filled(passphrase)
    const before = await everything()
    const { backup } = await call(backupMake, {})
    await call(itemCreate, { params: { user_id: userId }, body: { label: 'Later', slots: [] } })

    const { name } = await call(backupRestore, { params: pathOf(backup), body: { passphrase } })

    expect(name).toBe('Mine 2')
    await openNamed(name, passphrase)
    expect(await everything()).toEqual(before)
    await openNamed('Mine', passphrase)
    expect((await call(usersGet, {})).users).toHaveLength(1)
    expect((await backups()).map(({ reason }) => reason)).toEqual(['before_restore', 'daily'])
  })

  it('links the blocks of files instead of copying them', async () => {
    await filled(passphrase)
    const { backup } = await call(backupMake, {})

    const folder = join(directory, 'backups', backup.workspace_id, backup.id, 'files')
    const names = readdirSync(folder)
    expect(names.length).toBeGreaterThan(2)
    expect(names.map((name) => statSync(join(folder, name)).nlink)).toEqual(names.map(() => 2))
    expect(backup.byte_size).toBeGreaterThan(CONTENT.length)
  })

  it('in what is restored nobody is signed in: no session and no login key of then is alive', async () => {
    await filled(passphrase)
    const loginKey = await makeLoginKey(workbench, userId)
    const withKey = async () =>
      (
        await fetch(`${workbench.application.url}/keystore/sessions/with_login_key`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ login_key: loginKey }),
        })
      ).status
    const statusBefore = await withKey()
    const { backup } = await call(backupMake, {})
    const { name } = await call(backupRestore, { params: pathOf(backup), body: { passphrase } })
    await openNamed(name, passphrase)

    const { users } = await call(usersGet, {})
    expect(users.map(({ state }) => state)).toEqual(['locked'])
    expect([statusBefore < 300, (await withKey()) >= 400]).toEqual([true, true])
  })

  it('saved as one file and taken from it elsewhere › holds every value', async () => {
    await filled(passphrase)
    const before = await everything()
    const { backup } = await call(backupMake, {})
    const file = await saved(backup, passphrase)
    await workbench.application.close()
    removeDirectory(directory)
    directory = temporaryDirectory()
    workbench = await startWorkbench(directory)

    await taken(file)
    expect(await call(backupTakenGet, {})).toEqual({
      workspace_name: 'Mine',
      protected: passphrase !== null,
      byte_size: file.length,
    })
    const { name } = await call(backupTakenRestore, { body: { passphrase } })

    await openNamed(name, passphrase)
    expect(await everything()).toEqual(before)
    expect(readdirSync(join(directory, 'backups'))).toEqual([])
  })

  it('DELETE /backups/{workspace_id}/{backup_id} › removes it; erasing the workspace removes the others', async () => {
    await filled(passphrase)
    const { backup } = await call(backupMake, {})
    const { backup: other } = await call(backupMake, {})
    expect((await backups()).length).toBeGreaterThan(0)

    await call(backupRemove, { params: pathOf(other) })
    await expect(call(backupRemove, { params: pathOf(other) })).rejects.toThrow(refusal('not_found'))

    const params = { workspace_id: backup.workspace_id }
    await call(workspaceDelete, { params })
    await call(workspaceErase, { params })
    expect(await backups()).toEqual([])
    expect(existsSync(join(directory, 'backups', backup.workspace_id))).toBe(false)
  })
})

describe('backups', () => {
  it('of a protected workspace › are opened by its passphrase or recovery code of then, and by nothing else', async () => {
    await filled(WORKSPACE_PASSPHRASE)
    const { workspaces } = await call(statusGet, {})
    const params = { workspace_id: String(workspaces[0]?.id) }
    const { recovery_code } = await call(workspaceRecoveryCodeMake, {
      params,
      body: { passphrase: WORKSPACE_PASSPHRASE },
    })
    const { backup } = await call(backupMake, {})
    const body = { passphrase: WORKSPACE_PASSPHRASE, new_passphrase: 'another passphrase, newer', renew_key: true }
    await call(workspacePassphraseChange, { params, body })

    for (const words of [{ passphrase: 'another passphrase, newer' }, { passphrase: null }, { recovery_code: 'x' }]) {
      for (const operation of [backupRestore, backupFileMake]) {
        await expect(call(operation, { params: pathOf(backup), body: words })).rejects.toThrow(
          refusal('workspace_passphrase_wrong'),
        )
      }
    }
    const { name } = await call(backupRestore, { params: pathOf(backup), body: { recovery_code } })

    await openNamed(name, WORKSPACE_PASSPHRASE)
    expect((await call(usersGet, {})).users).toHaveLength(1)
  })

  it('of a protected workspace › hold nothing in clear, neither in the data directory nor in a file', async () => {
    await filled(WORKSPACE_PASSPHRASE)
    const { backup } = await call(backupMake, {})
    const file = Buffer.from(await saved(backup, WORKSPACE_PASSPHRASE)).toString('latin1')

    for (const bytes of [bytesBelow(join(directory, 'backups')), file]) {
      expect(bytes).not.toMatch(/Alice|Passport|scan\.pdf|SQLite format/)
      expect(bytes).not.toContain(CONTENT.subarray(1000, 1032).toString('latin1'))
    }
  })

  it('that are restored or saved › do not give way to the one that is made before', async () => {
    await filled(null)
    const { backup } = await call(backupMake, {})
    for (let count = 0; count < 4; count += 1) await call(backupRestore, { params: pathOf(backup), body: {} })
    const oldest = (await backups()).filter(({ reason }) => reason === 'before_restore').at(-1)
    if (oldest === undefined) throw new Error('there is none')

    const { name } = await call(backupRestore, { params: pathOf(oldest), body: {} })
    expect(name).toBe('Mine 6')
    await Promise.all([saved(oldest, null), call(backupRestore, { params: pathOf(backup), body: {} })])
    await call(backupMake, {})
    await expect(call(backupRestore, { params: pathOf(oldest), body: {} })).rejects.toThrow(refusal('not_found'))
  })

  it('are made into files one after the other › each is whole', async () => {
    await filled(null)
    const { backup } = await call(backupMake, {})
    const making = () => call(backupFileMake, { params: pathOf(backup), body: {} })
    const [first, second] = await Promise.all([making(), making()])
    const file = await saved(backup, null)

    expect([first.byte_size, second.byte_size]).toEqual([file.length, file.length])
    await taken(file)
    expect(await call(backupTakenRestore, { body: {} })).toEqual({ name: 'Mine 2' })
  })

  it('DELETE /backups/making › ends making, saving and restoring, and leaves everything as it was', async () => {
    await filled(WORKSPACE_PASSPHRASE)
    const { backup } = await call(backupMake, {})
    const secrets = { params: pathOf(backup), body: { passphrase: WORKSPACE_PASSPHRASE } }
    await taken(await saved(backup, WORKSPACE_PASSPHRASE))
    const left = async () => {
      const { workspaces, state, backup_problem } = await call(statusGet, {})
      const names = readdirSync(directory, { recursive: true }).map(String)
      const kept = names.filter((name) => !/^backups.\.making-/.test(name)) // files that are being removed
      const files = kept.filter((name) => /^backups|^workspaces.[0-9a-f-]+$|\.new$/.test(name)).sort()
      return { workspaces: workspaces.map(({ name }) => name), state, backup_problem, files }
    }
    const before = await left()

    for (const begin of [
      () => call(backupMake, {}),
      () => call(backupFileMake, secrets),
      () => call(backupRestore, secrets),
      () => call(backupTakenRestore, { body: secrets.body }),
    ]) {
      const work = expect(begin()).rejects.toThrow(refusal('making_cancelled'))
      await call(backupEnd, {})
      await work
      expect(await left()).toEqual(before)
    }

    await call(backupEnd, {}) // nothing is being made
    expect((await call(backupRestore, secrets)).name).toBe('Mine 2')
  })

  it('are refused while no workspace is open, and in memory', async () => {
    await expect(call(backupMake, {})).rejects.toThrow(refusal('workspace_locked'))
    await filled(WORKSPACE_PASSPHRASE)
    await call(workspaceLock, {})
    await expect(call(backupMake, {})).rejects.toThrow(refusal('workspace_locked'))
    const params = { workspace_id: 'none', backup_id: '1-daily' }
    await expect(call(backupRestore, { params, body: {} })).rejects.toThrow(refusal('not_found'))
    await expect(call(backupTakenGet, {})).rejects.toThrow(refusal('not_found'))
    await expect(call(backupFilePart, { query: { start: 0, bytes: 1 } })).rejects.toThrow(refusal('not_found'))
    await expect(call(backupTakePart, { params: { start: 5 }, body: new Uint8Array(1) })).rejects.toThrow(
      refusal('wrong_status'),
    )
    await call(backupTakenForget, {})
  })

  it.each([
    ['cut off', (file: Buffer) => file.subarray(0, file.length - 1)],
    ['changed in a block', (file: Buffer) => flipped(file, 2_000_000)],
    ['changed in its record', (file: Buffer) => flipped(file, file.lastIndexOf('"key_slots"'))],
    ['longer', (file: Buffer) => Buffer.concat([file, Buffer.of(0)])],
    ['something else', () => randomBytes(5_000)],
    ['nothing', () => Buffer.of()],
  ])('a file that is %s › is refused, and nothing is made', async (_, change) => {
    await filled(null)
    const { backup } = await call(backupMake, {})
    const file = Buffer.from(await saved(backup, null))
    const listed = (await call(statusGet, {})).workspaces.length

    await taken(Buffer.from(change(file)))
    await expect(call(backupTakenRestore, { body: {} })).rejects.toThrow(/./)

    expect((await call(statusGet, {})).workspaces).toHaveLength(listed)
    expect(readdirSync(join(directory, 'workspaces'))).toHaveLength(listed)
  })

  it('whose tables are others than those of this program › are refused', async () => {
    await filled(null)
    const { backup } = await call(backupMake, {})
    const path = join(directory, 'backups', backup.workspace_id, backup.id, 'vault.db')
    const { openDatabase } = await import('../../src-main/sqlite/database.ts')
    const connection = openDatabase({ path })
    connection.exec('CREATE TRIGGER spy AFTER INSERT ON sessions BEGIN DELETE FROM users; END')
    connection.close()

    await expect(call(backupRestore, { params: pathOf(backup), body: {} })).rejects.toThrow(
      refusal('workspace_not_usable', 'its tables are others'),
    )
  })
})

function flipped(bytes: Buffer, place: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[place] = (changed[place] ?? 0) ^ 1
  return changed
}
