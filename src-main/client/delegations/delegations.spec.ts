// Proves docs/contract/client-crypto.md, Delegation, Between the formats, Keys made anew; docs/contract/keystore.md, Child
// users: growing up.

import { beforeEach, describe, expect, it } from 'vitest'
import { CallError } from '../../../shared/contract/caller.ts'
import type { Connection } from '../../../shared/contract/connections.ts'
import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'
import { keystoreOperations, vaultOperations } from '../../../shared/contract/index.ts'
import type { ClientPeople } from '../../../tests/support/people/client-people.ts'
import {
  connectClients,
  createTextItem,
  startClientPeople,
  valuesOf,
} from '../../../tests/support/people/client-people.ts'
import { changePassphrase } from '../account/change-passphrase.ts'
import { enterAccount, reserveSecretString } from '../account/enter-account.ts'
import type { PersonClient } from '../client.ts'
import { createClient } from '../client.ts'
import { openItem } from '../items/open-items.ts'
import { invite, acceptInvitation } from '../invitations/connect-people.ts'
import { createTaskRunner } from '../tasks/task-runner.ts'
import { createChild, growUp } from './child-accounts.ts'
import type { OpenedDelegation } from './delegate-account.ts'
import { createDelegateClient, openDelegateAccount } from './delegate-account.ts'
import { claimDelegation, handOverOwnKey, readConnection, takeKeyOver } from './delegation-keys.ts'
import { acceptAsDelegate, acceptOffer, inviteDelegate, offerDelegation, setDelegate } from './grant-delegation.ts'

const cost = { opsLimit: 1, memoryKib: 8192 }

let people: ClientPeople
let alice: PersonClient
let bob: PersonClient
beforeEach(async () => {
  people = startClientPeople()
  alice = await people.register('Alice')
  bob = await people.register('Bob')
})

const connectionOf = async (
  { account }: Pick<PersonClient, 'account'>,
  delegation: 'granted_to_me' | 'granted_to_the_other_user',
) => {
  const { connections } = await account.call(vaultOperations.connectionsGet, { query: { delegation } })
  const [connection] = connections
  if (connection === undefined) throw new Error('there is no delegation')
  return connection
}
const accept = { passphrase: null, name: 'Alice' }

/** All four steps; `compatible`: with the key pairs that published clients take. */
async function delegate(role: DelegationRole = 'admin', compatible = false): Promise<Connection> {
  const order = { name: 'Bob', expires_in_days: 14, compatible, shares: [] }
  const { link } = await inviteDelegate(alice, order, role)
  await acceptAsDelegate(bob, { ...accept, link, compatible })
  await handOverOwnKey(alice, (await connectionOf(alice, 'granted_to_the_other_user')).own.id)
  const connection = await connectionOf(bob, 'granted_to_me')
  await takeKeyOver(bob, connection.own.id)
  return readConnection(bob, connection.own.id)
}
const open = (connection: Connection): Promise<OpenedDelegation> => openDelegateAccount(bob, connection)
const delegations = () => people.service.connection.prepare('SELECT verified, is_connection_key FROM delegations').all()

describe('acting for somebody', () => {
  it.each([false, true])(
    'reads and writes what the owner sees, compatible: %s',
    async (compatible) => {
      const item = await createTextItem(alice, 'Car', { Plate: 'B-AB 12' })
      const { account, role, name } = await open(await delegate('admin', compatible))
      const forAlice = createDelegateClient(account)

      expect([role, name, account.vaultUserId]).toEqual(['admin', 'Alice', alice.account.vaultUserId])
      expect(valuesOf(await openItem(forAlice, item.item.id))).toEqual({ Plate: 'B-AB 12' })
      const made = await createTextItem(forAlice, 'Boat', { Name: 'Molly' })
      expect(valuesOf(await openItem(alice, made.item.id))).toEqual({ Name: 'Molly' })
      expect(delegations()).toEqual([{ verified: 1, is_connection_key: 0 }])
    },
    60_000,
  )

  it('works with the key as it was handed over, before it was taken over', async () => {
    const { link } = await inviteDelegate(
      alice,
      { name: 'Bob', expires_in_days: 14, compatible: false, shares: [] },
      'reader',
    )
    await acceptAsDelegate(bob, { ...accept, link, compatible: false })
    const connection = await connectionOf(bob, 'granted_to_me')
    await expect(open(connection)).rejects.toMatchObject({ code: 'wrong_status' })

    await handOverOwnKey(alice, (await connectionOf(alice, 'granted_to_the_other_user')).own.id)

    expect((await open(connection)).role).toBe('reader')
  })

  it('begins with an offer to somebody who is connected, too', async () => {
    await connectClients([alice, 'Alice'], [bob, 'Bob'])
    const { connections } = await alice.account.call(vaultOperations.connectionsGet, {})
    const offer = await offerDelegation(alice, connections[0]?.own.id ?? '', 'reader')
    const connection = await acceptOffer(bob, offer.id)
    await handOverOwnKey(alice, connections[0]?.own.id ?? '')
    await takeKeyOver(bob, connection.own.id)

    expect((await open(await readConnection(bob, connection.own.id))).role).toBe('reader')
  })

  it('connects people in the name of the owner, whose key pair it is', async () => {
    const carol = await people.register('Carol')
    const { account } = await open(await delegate())
    const forAlice = createDelegateClient(account)

    const { link } = await invite(forAlice, { name: 'Carol', expires_in_days: 14, compatible: false, shares: [] })
    await acceptInvitation(carol, { ...accept, link, compatible: false })

    const { connections } = await alice.account.call(vaultOperations.connectionsGet, {})
    const ofCarol = connections.find(({ the_other_user }) => the_other_user.user_id === carol.account.vaultUserId)
    await expect(alice.keys.open(ofCarol?.own.user_keypair_external_id ?? '')).resolves.toBeDefined()
  })

  it('keys are forgotten with the first call that says that it is over; a role that is too little is none', async () => {
    const { account } = await open(await delegate('reader'))
    const kek = account.keys().keyEncryptionKey
    await expect(account.call(vaultOperations.meDelete, {})).rejects.toMatchObject({ code: 'delegation_not_permitted' })
    expect(account.keys().keyEncryptionKey.some((byte) => byte !== 0)).toBe(true)

    await setDelegate(alice, (await connectionOf(alice, 'granted_to_the_other_user')).own.id, null)

    await expect(account.call(vaultOperations.meGet, {})).rejects.toMatchObject({ code: 'delegation_not_permitted' })
    expect(() => account.keys()).toThrow(expect.objectContaining({ code: 'user_locked' }) as Error)
    expect(kek.every((byte) => byte === 0)).toBe(true)
  })

  it('keys end with those of the delegate, and signing out ends nobody else’s session', async () => {
    const connection = await delegate()
    const first = await open(connection)
    await first.account.signOut()
    await bob.account.call(vaultOperations.meGet, {})

    const second = await open(connection)
    await bob.account.signOut()

    expect(() => second.account.keys()).toThrow(expect.objectContaining({ code: 'user_locked' }) as Error)
  })

  it('leaves nothing behind when the invitation cannot be made', async () => {
    const order = { name: 'Bob', expires_in_days: 400, compatible: false, shares: [] }
    await expect(inviteDelegate(alice, order, 'reader')).rejects.toBeInstanceOf(CallError)

    expect(delegations()).toEqual([])
    expect((await alice.account.call(keystoreOperations.keypairsGet, {})).keypairs).toHaveLength(1)
  })

  it('the delegate makes new keys › those of the owner are wrapped anew with them', async () => {
    const secretString = await reserveSecretString(people.send)
    const passphrase = 'correct horse battery staple'
    const profile = { full_name: 'Carol', email: '' }
    const account = await enterAccount({ send: people.send, secretString, passphrase, profile, cost })
    const carol = createClient(account)
    const order = { name: 'Carol', expires_in_days: 14, compatible: false, shares: [] }
    const { link } = await inviteDelegate(alice, order, 'reader')
    await acceptAsDelegate(carol, { ...accept, link, compatible: false })
    await handOverOwnKey(alice, (await connectionOf(alice, 'granted_to_the_other_user')).own.id)
    const { own } = await connectionOf(carol, 'granted_to_me')
    await takeKeyOver(carol, own.id)

    const newPassphrase = 'another lake under snow'
    const changed = await changePassphrase({
      send: people.send,
      secretString,
      passphrase,
      newPassphrase,
      keepLoginKeys: [],
      newKeys: true,
      cost,
    })

    const renewed = createClient(changed)
    const opened = await openDelegateAccount(renewed, await readConnection(renewed, own.id))
    expect(Buffer.from(opened.account.keys().dataEncryptionKey)).toEqual(
      Buffer.from(alice.account.keys().dataEncryptionKey),
    )
  })

  it('the owner makes new keys › the delegate’s key is gone, and the owner is asked to hand the new one over', async () => {
    const secretString = await reserveSecretString(people.send)
    const passphrase = 'correct horse battery staple'
    const profile = { full_name: 'Alice', email: '' }
    alice = createClient(await enterAccount({ send: people.send, secretString, passphrase, profile, cost }))
    const connection = await delegate()
    const change = { send: people.send, secretString, passphrase, newPassphrase: 'another lake under snow', cost }
    alice = createClient(await changePassphrase({ ...change, keepLoginKeys: [], newKeys: true }))

    await expect(open(connection)).rejects.toMatchObject({ code: 'wrong_status' })
    const { client_tasks: waiting } = await alice.account.call(vaultOperations.clientTaskQueueGet, {
      query: { state: ['todo'] },
    })
    expect(waiting.map(({ work_type }) => work_type)).toEqual(['setup_key_delegation'])
    await handOverOwnKey(alice, waiting[0]?.target_id ?? '')
    const { account } = await open(connection)
    expect(Buffer.from(account.keys().keyEncryptionKey)).toEqual(Buffer.from(alice.account.keys().keyEncryptionKey))
  })
})

describe('tasks of delegations', () => {
  it('are run: the owner’s only where it is named, because a key that was handed over cannot be taken back', async () => {
    const { link } = await inviteDelegate(
      alice,
      { name: 'Bob', expires_in_days: 14, compatible: false, shares: [] },
      'reader',
    )
    await acceptAsDelegate(bob, { ...accept, link, compatible: false })
    const [ofAlice, ofBob] = [alice, bob].map((client) => createTaskRunner(client, () => undefined))
    const batch = { task_ids: null, limit: 50 }

    expect(await ofAlice?.run(batch)).toEqual({ done: 0, failed: 0, left: 0 })
    const { client_tasks: tasks } = await alice.account.call(vaultOperations.clientTaskQueueGet, {})
    expect(await ofAlice?.run({ task_ids: tasks.map(({ id }) => id), limit: 50 })).toEqual({
      done: 1,
      failed: 0,
      left: 0,
    })
    expect(await ofBob?.run(batch)).toEqual({ done: 1, failed: 0, left: 0 })

    expect(delegations()).toEqual([{ verified: 1, is_connection_key: 0 }])
    expect((await open(await connectionOf(bob, 'granted_to_me'))).role).toBe('reader')
  })
})

describe('child users', () => {
  it('createChild › makes a child its parent acts for, with a name', async () => {
    const connection = await createChild(alice, 'Mia')
    const { account, name, role } = await openDelegateAccount(alice, connection)
    const forMia = createDelegateClient(account)

    expect([name, role]).toEqual(['Mia', 'owner'])
    const { item } = await createTextItem(forMia, 'Vaccinations', { Measles: 'yes' })
    expect(valuesOf(await openItem(forMia, item.id))).toEqual({ Measles: 'yes' })
    await expect(alice.keys.open(connection.own.user_keypair_external_id ?? '')).resolves.toBeDefined()
    // What published clients call the child's pair is its tag.
    await expect(forMia.keys.open('parent_connection')).resolves.toBeDefined()
  })

  it.each(['vault.childUsersPost', 'keystore.childUsersPost', 'vault.mePut', 'vault.connectionsIdPut'])(
    'createChild › leaves nothing behind when %s fails',
    async (operation) => {
      const rows = () =>
        ['users', 'keystore_users', 'connections', 'delegations', 'key_pairs'].map((table) =>
          people.service.connection.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
        )
      let broken = false
      const carol = await people.register('Carol', (request) => {
        if (broken && request.operation === operation) throw new Error('interrupted')
        return people.send(request)
      })
      const before = rows()
      broken = true

      await expect(createChild(carol, 'Mia')).rejects.toThrow('interrupted')

      expect(rows()).toEqual(before)
      broken = false
      await createChild(carol, 'Mia')
    },
  )

  it('another parent › is made in the name of the child', async () => {
    const mia = await openDelegateAccount(alice, await createChild(alice, 'Mia'))
    const forMia = createDelegateClient(mia.account)
    const { item } = await createTextItem(forMia, 'Passport', { Number: '123' })

    await connectClients([forMia, 'Mia'], [bob, 'Bob'])
    const { connections } = await mia.account.call(vaultOperations.connectionsGet, {})
    const ofBob = connections.find(({ the_other_user }) => the_other_user.user_id === bob.account.vaultUserId)
    const { own, the_other_user: bobs } = await setDelegate(forMia, ofBob?.own.id ?? '', 'owner')
    await claimDelegation(bob, await readConnection(bob, bobs.id))
    await handOverOwnKey(forMia, own.id)
    await takeKeyOver(bob, bobs.id)

    const asBob = createDelegateClient((await open(await readConnection(bob, bobs.id))).account)
    expect(valuesOf(await openItem(asBob, item.id))).toEqual({ Number: '123' })
  })

  it('growUp › the child enters by itself with its own passphrase, and finds everything', async () => {
    const { account: mia } = await openDelegateAccount(alice, await createChild(alice, 'Mia'))
    const { item } = await createTextItem(createDelegateClient(mia), 'Diary', { Monday: 'rain' })
    const secretString = await reserveSecretString(people.send)
    const passphrase = 'six stones in a pond'

    await (await growUp(mia, { send: people.send, secretString, passphrase, cost })).signOut()

    const entered = createClient(await enterAccount({ send: people.send, secretString, passphrase, cost }))
    expect(entered.account.vaultUserId).toBe(mia.vaultUserId)
    expect(valuesOf(await openItem(entered, item.id))).toEqual({ Monday: 'rain' })
    const { connections } = await entered.account.call(vaultOperations.connectionsGet, {})
    await setDelegate(entered, connections[0]?.own.id ?? '', null)
    await expect(mia.call(vaultOperations.meGet, {})).rejects.toMatchObject({ code: 'delegation_not_permitted' })
  })
})
