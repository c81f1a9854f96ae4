// Proves docs/contract/client-crypto.md, Keys made anew.

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Send } from '../../shared/contract/caller.ts'
import { callOver, CallError } from '../../shared/contract/caller.ts'
import { keystoreOperations, serviceOperations } from '../../shared/contract/index.ts'
import { createAgentClient } from '../../src-main/client/agents/agent-account.ts'
import type { AgentOf } from '../../src-main/client/agents/agent-of.ts'
import { openAgent } from '../../src-main/client/agents/open-agent.ts'
import { changePassphrase } from '../../src-main/client/account/change-passphrase.ts'
import type { PersonClient } from '../../src-main/client/client.ts'
import { createClient } from '../../src-main/client/client.ts'
import { invite } from '../../src-main/client/invitations/connect-people.ts'
import { enterAccount, reserveSecretString } from '../../src-main/client/account/enter-account.ts'
import { openItem } from '../../src-main/client/items/open-items.ts'
import { resealUnderNewKey } from '../../src-main/client/items/reseal.ts'
import { saveItem } from '../../src-main/client/items/sealed-items.ts'
import { provePassphrase } from '../../src-main/client/account/srp-login.ts'
import type { DataEncryptionKey, KeyEncryptionKey } from '../../src-main/crypto/keys.ts'
import { dataEncryptionKey, keyEncryptionKey, keyId } from '../../src-main/crypto/keys.ts'
import { deriveAccountKeys } from '../../src-main/crypto/secret-string.ts'
import { openWalletText, sealWalletText } from '../../src-main/crypto/wallet-seal.ts'
import { openDatabase } from '../../src-main/sqlite/database.ts'
import { walletStore } from '../../src-main/wallet/store/wallet-store.ts'
import { resealWallet } from '../../src-main/wallet/store/reseal-wallet.ts'
import {
  anOrganizationOf,
  connectClients,
  createTextItem,
  openCopy,
  shareOne,
  valuesOf,
} from '../support/people/client-people.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { startService, testClock } from '../support/service/test-service.ts'

/*
 * Making keys anew is a row of calls. Whatever the last one was that arrived, everything a person has opens afterwards,
 * and the next attempt comes to the end.
 */

const PASSPHRASE = 'correct horse battery staple'
const NEW_PASSPHRASE = 'another lake under snow'
const SLOW = 600_000
/** Small, so that tests are quick; the secret string promises another cost. */
const cost = { opsLimit: 1, memoryKib: 8 }
const WALLET_PLACE = { part: 'holder_key', id: 'key' } as const

const directory = mkdtempSync(join(tmpdir(), 'keys-made-anew-'))
const BASE = join(directory, 'base.db')

interface Facts {
  readonly secretString: string
  readonly bobsSecretString: string
  readonly ownItem: string
  readonly othersItem: string
  readonly agent: AgentOf
  readonly agentsItem: string
  readonly formerKek: KeyEncryptionKey
  readonly formerDek: DataEncryptionKey
}
let facts: Facts

function open(path: string) {
  const service = startService({}, { connection: openDatabase({ path }), clock: testClock() })
  const send: Send = (request) => service.service.dispatch(request)
  return { ...service, send, wallets: walletStore(service.connection) }
}
type World = ReturnType<typeof open>

let copies = 0
function openCopyOfBase(): World {
  copies += 1
  const path = join(directory, `${copies}.db`)
  copyFileSync(BASE, path)
  return open(path)
}

beforeAll(async () => {
  const world = open(BASE)
  const { send } = world
  const secretString = await reserveSecretString(send)
  const alice = createClient(await register(send, secretString, 'Alice'), cost)
  const bobsSecretString = await reserveSecretString(send)
  const bob = createClient(await register(send, bobsSecretString, 'Bob'), cost)
  await connectClients([alice, 'Alice'], [bob, 'Bob'])

  const own = await createTextItem(alice, 'Passport', { Number: 'C01X', Place: 'Kiel' })
  await saveItem(alice.account, own.item.id, { slots: [{ id: own.slots[1]?.id ?? '', value: 'Husum' }] })
  await shareOne(alice, bob, own.item.id)
  const others = await createTextItem(bob, 'Visa', { Number: 'V77' })
  await shareOne(bob, alice, others.item.id)
  await openCopy(alice, others.item.id)

  const agent = await anOrganizationOf({ ...world, service: world, register: () => Promise.reject(new Error()) }, alice)
  const acting = await openAgent({ send, member: alice.account, agent })
  const agentsItem = await createTextItem(createAgentClient(acting.account, agent, cost), 'Stock', { Count: '12' })

  const { dataEncryptionKey: dek, keyEncryptionKey: kek } = alice.account.keys()
  world.wallets.addHolderKey({
    ...WALLET_PLACE,
    owner_id: alice.account.vaultUserId,
    did: 'did:key:z6Mk',
    algorithm: 'Ed25519',
    sealed_secret: sealWalletText(dek, WALLET_PLACE, 'a secret'),
    created_at: '2026-01-01T00:00:00.000Z',
    is_default: true,
  })
  facts = {
    secretString,
    bobsSecretString,
    ownItem: own.item.id,
    othersItem: others.item.id,
    agent,
    agentsItem: agentsItem.item.id,
    formerKek: keyEncryptionKey(kek.slice()),
    formerDek: dataEncryptionKey(dek.slice()),
  }
  world.connection.pragma('wal_checkpoint(TRUNCATE)')
  world.connection.close()
}, SLOW)

afterAll(() => {
  rmSync(directory, { recursive: true })
})

function register(send: Send, secretString: string, full_name: string) {
  return enterAccount({ send, secretString, passphrase: PASSPHRASE, profile: { full_name, email: '' }, cost })
}

const elsewhereIn =
  ({ wallets }: World, { account }: PersonClient) =>
  () =>
    resealWallet(wallets, { ownerId: account.vaultUserId, keys: () => account.keys() }, () => Promise.resolve())

/** Both steps, as the workbench makes them. */
async function makeAnew(world: World, send: Send): Promise<boolean> {
  const { secretString } = facts
  const order = { send, secretString, passphrase: PASSPHRASE, newPassphrase: NEW_PASSPHRASE, keepLoginKeys: [], cost }
  const client = createClient(await changePassphrase({ ...order, newKeys: true }), cost)
  return resealUnderNewKey(client, elsewhereIn(world, client))
}

async function enter({ send }: World, passphrase: string): Promise<PersonClient> {
  return createClient(await enterAccount({ send, secretString: facts.secretString, passphrase, cost }), cost)
}

/** With the new passphrase where it was taken, else with the old one. */
async function enterAgain(world: World) {
  try {
    return { client: await enter(world, NEW_PASSPHRASE), isNew: true }
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'login_failed')) throw error
    return { client: await enter(world, PASSPHRASE), isNew: false }
  }
}

async function expectEverythingOpens(world: World, client: PersonClient): Promise<void> {
  const { account } = client
  expect(valuesOf(await openItem(client, facts.ownItem))).toEqual({ Number: 'C01X', Place: 'Husum' })
  const copy = await openCopy(client, facts.othersItem)
  expect(valuesOf(copy)).toEqual({ Number: 'V77' })
  expect(copy.slots.map(({ verification }) => verification)).toEqual(['verified'])
  await client.people.version()
  expect(client.people.known(copy.item.owner_id ?? '')).toMatchObject({ name: 'Bob', connected: true })
  const opened = await openAgent({ send: world.send, member: account, agent: facts.agent })
  const agent = createAgentClient(opened.account, facts.agent, cost)
  expect(valuesOf(await openItem(agent, facts.agentsItem))).toEqual({ Count: '12' })
  const sealed = world.wallets.findSealedText(account.vaultUserId, WALLET_PLACE) ?? ''
  expect(openWalletText(account.keys(), WALLET_PLACE, sealed)).toBe('a secret')
}

/** The key pair of a connection stays, for whoever knows its public key. */
async function expectSharesStillArrive({ send }: World, client: PersonClient): Promise<void> {
  const { bobsSecretString: secretString } = facts
  const bob = createClient(await enterAccount({ send, secretString, passphrase: PASSPHRASE, cost }), cost)
  const { item } = await createTextItem(bob, 'Ticket', { Seat: '14' })
  await shareOne(bob, client, item.id)
  expect(valuesOf(await openCopy(client, item.id))).toEqual({ Seat: '14' })
  expect(valuesOf(await openCopy(bob, facts.ownItem))).toEqual({ Number: 'C01X', Place: 'Husum' })
}

/** Nothing in the file names a key that somebody may have copied. */
function expectNothingUnderFormerKeys({ connection }: World): void {
  expect(connection.prepare('SELECT count(*) FROM data_encryption_keys').pluck().get()).toBe(expectedKeys)
  for (const [table, column] of SEALED_COLUMNS) {
    const texts = connection.prepare(`SELECT ${column} FROM ${table}`).pluck().all().join('\n')
    expect({ table, has: texts.includes(`.${keyId(facts.formerDek)}.`) }).toEqual({ table, has: false })
    expect({ table, has: texts.includes(`.${keyId(facts.formerKek)}.`) }).toEqual({ table, has: false })
  }
  // Of the data key, old events still name it: they say what somebody was called, and are never sealed again.
  expect(databaseContent(connection)).not.toContain(`.${keyId(facts.formerKek)}.`)
}

/** Alice's and Bob's, that of the agent, and Alice's former one, which stays although nothing is under it. */
const expectedKeys = 4
const SEALED_COLUMNS = [
  ['data_encryption_keys', 'serialized_data_encryption_key'],
  ['key_pairs', 'encrypted_serialized_key'],
  ['slots', 'encrypted_value'],
  ['slots', 'encrypted_value_verification_key'],
  ['connections', 'encrypted_recipient_name'],
  ['wallet_holder_keys', 'sealed_secret'],
] as const

const isWriting = (id: string) => serviceOperations.find((operation) => operation.id === id)?.method !== 'GET'

describe('keys made anew', () => {
  it('open everything, and nothing is left under the former keys', { timeout: SLOW }, async () => {
    const world = openCopyOfBase()

    expect(await makeAnew(world, world.send)).toBe(true)

    await expectEverythingOpens(world, await enter(world, NEW_PASSPHRASE))
    expectNothingUnderFormerKeys(world)
    await expectSharesStillArrive(world, await enter(world, NEW_PASSPHRASE))
    expect(world.faults).toEqual([])
    world.connection.close()
  })

  it('are whole wherever they were interrupted, and come to their end then', { timeout: SLOW }, async () => {
    const counting = openCopyOfBase()
    const calls: string[] = []
    await makeAnew(counting, (request) => {
      calls.push(request.operation)
      return counting.send(request)
    })
    counting.connection.close()
    const change = calls.indexOf(keystoreOperations.srpUsersPut.id)
    const writing = calls.flatMap((id, index) => (isWriting(id) && index >= change - 1 ? [index] : []))
    expect(writing.length).toBeGreaterThan(8)

    for (const last of writing) {
      const world = openCopyOfBase()
      let sent = -1
      const breaking: Send = async (request) => {
        sent += 1
        if (sent > last) throw new Error('interrupted')
        const reply = await world.send(request)
        if (sent === last) throw new Error('interrupted')
        return reply
      }
      const step = `after ${calls[last] ?? ''} (${last})`
      await expect(makeAnew(world, breaking), step).rejects.toThrow('interrupted')

      const { client, isNew } = await enterAgain(world)
      await expectEverythingOpens(world, client)
      const end = isNew
        ? await resealUnderNewKey(client, elsewhereIn(world, client))
        : await makeAnew(world, world.send)
      expect(end, step).toBe(true)
      await expectEverythingOpens(world, await enter(world, NEW_PASSPHRASE))
      expectNothingUnderFormerKeys(world)
      expect(world.faults).toEqual([])
      world.connection.close()
    }
  })

  it('give everything back to the old passphrase before the new one was used', { timeout: SLOW }, async () => {
    const world = openCopyOfBase()
    const breaking: Send = async (request) => {
      const reply = await world.send(request)
      if (request.operation === keystoreOperations.srpUsersPut.id) throw new Error('interrupted')
      return reply
    }
    await expect(makeAnew(world, breaking)).rejects.toThrow('interrupted')

    const keys = await deriveAccountKeys(facts.secretString, PASSPHRASE, cost)
    const call = callOver(world.send)
    const proof = await provePassphrase(call, keys, 'restore_passphrase')
    await call(keystoreOperations.srpUsersRestorePost, { body: { username: keys.username, ...proof } })

    await expectEverythingOpens(world, await enter(world, PASSPHRASE))
    world.connection.close()
  })

  it('wait for invitations nobody accepted yet, and then take their names along', { timeout: SLOW }, async () => {
    const world = openCopyOfBase()
    const before = await enter(world, PASSPHRASE)
    const { invitation } = await invite(before, { name: 'Carol', expires_in_days: 14, compatible: false, shares: [] })

    expect(await makeAnew(world, world.send)).toBe(false)
    await expectEverythingOpens(world, await enter(world, NEW_PASSPHRASE))

    world.connection.prepare('DELETE FROM invitations WHERE id = ?').run(invitation.id)
    const after = await enter(world, NEW_PASSPHRASE)
    expect(await resealUnderNewKey(after, elsewhereIn(world, after))).toBe(true)
    expectNothingUnderFormerKeys(world)
    world.connection.close()
  })
})
