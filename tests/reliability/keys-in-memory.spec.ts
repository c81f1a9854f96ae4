// Proves docs/contract/workbench.md, Workspaces: locking, Users.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { enterWithKeys } from '../../src-main/client/account/enter-account.ts'
import { sendOverHttp } from '../../src-main/client/send-over-http.ts'
import { hashPassphrase } from '../../src-main/crypto/passphrase.ts'
import { deriveAccountKeys } from '../../src-main/crypto/secret-string.ts'
import type { PassphraseKeySlot } from '../../src-main/crypto/workspace-keys.ts'
import { openPassphraseSlot, openWorkspaceKeys } from '../../src-main/crypto/workspace-keys.ts'
import { WorkspaceRecord } from '../../src-main/workbench/workspaces/workspace-store.ts'
import { canReadMemoryOf, countInMemory, spellingsOf } from '../support/process-memory.ts'
import type { Served } from '../support/service/served.ts'
import { startServed } from '../support/service/served.ts'
import { windowOverHttp } from '../support/workbench/window-over-http.ts'
import { PASSPHRASE, removeDirectory, temporaryDirectory } from '../support/workbench/workbench.ts'

const {
  workspaceCreate,
  workspaceOpen,
  statusGet,
  workspaceLock,
  workspaceCheck,
  workspacePassphraseChange,
  workspaceRecoveryCodeMake,
  userRegister,
  userSignIn,
  userSignOut,
} = workbenchOperations

let directory: string
let served: Served

beforeEach(async () => {
  directory = temporaryDirectory()
  served = await startServed('--data', directory, '--window')
})

afterEach(async () => {
  await served.stop('SIGKILL')
  removeDirectory(directory)
})

/** In memory of this process, which is not searched. */
async function keysOf(workspaceId: string) {
  const path = join(directory, 'workspaces', workspaceId, 'workspace.json')
  const record = WorkspaceRecord.parse(JSON.parse(readFileSync(path, 'utf8')))
  const slot = record.key_slots[0] as PassphraseKeySlot // just written by the program
  const wrapping = await hashPassphrase(PASSPHRASE, Buffer.from(slot.salt, 'base64url'))
  const { root } = await openPassphraseSlot(slot, PASSPHRASE)
  if (root === undefined) throw new Error('the slot is of the first format')
  const { local, file } = openWorkspaceKeys(root, record.id, record.sealed_keys ?? '')
  if (file === undefined) throw new Error('the workspace is a plain one')
  return { file, 'the local key': local, 'the root key': root, 'the hash of the passphrase': wrapping }
}

it('the memory of the program › holds a key while a workspace is open, and none once it is locked', async (context) => {
  const { pid, url, ui } = served.line
  if (!canReadMemoryOf(pid)) {
    console.warn(`skipped: the memory of another process cannot be read on this ${process.platform}`)
    context.skip()
  }
  const { call } = await windowOverHttp(url, ui)
  const { current } = await call(workspaceCreate, { body: { name: 'Mine', passphrase: PASSPHRASE } })
  const params = { workspace_id: String(current?.id) }
  const { file, ...keys } = await keysOf(params.workspace_id)
  const asTheyAre = Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, Buffer.from(key)]))
  const patterns = { ...asTheyAre, ...spellingsOf('the key of the file', file) }
  const found = async () => Object.entries(await countInMemory(pid, patterns)).filter(([, count]) => count > 0)
  const namesFound = async () => (await found()).map(([name]) => name)

  // While it is open the keys that it works with are there, as they are and in no other spelling.
  expect(await namesFound()).toEqual(['the local key', 'the key of the file'])
  await call(workspaceLock, {})
  expect(await found()).toEqual([])

  await call(workspaceOpen, { params, body: { passphrase: PASSPHRASE } })
  await call(userRegister, { body: { full_name: 'Alice', passphrase: PASSPHRASE, remember: true } })
  await call(workspaceCheck, {})
  const { recovery_code } = await call(workspaceRecoveryCodeMake, { params, body: { passphrase: PASSPHRASE } })
  expect(await namesFound()).toEqual(['the local key', 'the key of the file'])

  // Keys that were made anew: what is left of the former ones is the local key, which goes on.
  await call(workspacePassphraseChange, {
    params,
    body: { recovery_code, new_passphrase: 'another passphrase', renew_key: true },
  })
  expect(await namesFound()).toEqual(['the local key'])
  await call(workspaceLock, {})
  expect(await found()).toEqual([])
}, 300_000)

/** Keys of a user as another program of theirs has them, in memory of this process. */
async function keysOfUser(url: string, secretString: string, passphrase: string) {
  const derived = await deriveAccountKeys(secretString, passphrase)
  const account = await enterWithKeys(derived, { send: sendOverHttp(url) })
  const { keyEncryptionKey, dataEncryptionKey } = account.keys()
  return {
    ...spellingsOf('the key encryption key', keyEncryptionKey),
    ...spellingsOf('the data encryption key', dataEncryptionKey),
    ...spellingsOf('the passphrase-derived key', derived.passphraseDerivedKey),
    'the SRP password': Buffer.from(derived.srpPassword),
  }
}

it.each([
  ['ours', false],
  ['the published format', true],
])(
  'the memory of the program › holds no key of a user who signed out or was locked, %s',
  async (_, published_format) => {
    const { pid, url, ui } = served.line
    if (!canReadMemoryOf(pid)) return
    const { call } = await windowOverHttp(url, ui)
    await call(workspaceCreate, { body: { name: 'Mine', passphrase: PASSPHRASE } })
    const body = { full_name: 'Alice', passphrase: 'passphrase of Alice', published_format }
    const { user, secret_string } = await call(userRegister, { body })
    const as = { user_id: user.id }
    const patterns = await keysOfUser(url, secret_string, body.passphrase)
    const namesFound = async () =>
      Object.entries(await countInMemory(pid, patterns)).flatMap(([name, count]) => (count > 0 ? [name] : []))
    const inUse = ['the key encryption key', 'the data encryption key']

    expect(await namesFound()).toEqual(inUse)
    for (let count = 0; count < 4; count += 1) {
      await call(userSignOut, { params: as })
      expect(await namesFound()).toEqual([])
      await call(userSignIn, { params: as, body: { passphrase: body.passphrase } })
      expect(await namesFound()).toEqual(inUse)
    }
    await call(workspaceLock, {})
    expect(await namesFound()).toEqual([])
  },
  300_000,
)

it('the memory of the program › holds no key once a workspace locked by itself, the computer having slept', async () => {
  const { pid, url, ui } = served.line
  if (!canReadMemoryOf(pid)) return
  const { call } = await windowOverHttp(url, ui)
  const { current } = await call(workspaceCreate, { body: { name: 'Mine', passphrase: PASSPHRASE } })
  const body = { full_name: 'Alice', passphrase: 'passphrase of Alice', remember: true }
  const { secret_string } = await call(userRegister, { body })
  const { file, ...keys } = await keysOf(String(current?.id))
  const patterns = {
    ...Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, Buffer.from(key)])),
    ...spellingsOf('the key of the file', file),
    ...(await keysOfUser(url, secret_string, body.passphrase)),
  }
  const namesFound = async () =>
    Object.entries(await countInMemory(pid, patterns)).flatMap(([name, count]) => (count > 0 ? [name] : []))
  expect(await namesFound()).toContain('the data encryption key')

  // To the program a stop looks as the sleep of a computer does: more than 30 seconds are missing.
  served.child.kill('SIGSTOP')
  await setTimeout(31_000)
  served.child.kill('SIGCONT')
  await expect.poll(async () => (await call(statusGet, {})).state, { timeout: 60_000 }).toBe('locked')

  expect(await namesFound()).toEqual([])
}, 300_000)
