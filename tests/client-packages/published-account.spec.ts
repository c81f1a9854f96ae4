// Proves docs/contract/client-crypto.md, Secret string, Published accounts, Delegation, Between the formats;
// docs/contract/workbench.md, Users.

// @module-tag full

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { vaultOperations } from '../../shared/contract/index.ts'
import type { OpenedItem } from '../../shared/contract/workbench-items.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { enterAccount } from '../../src-main/client/account/enter-account.ts'
import type { PersonClient } from '../../src-main/client/client.ts'
import { createClient } from '../../src-main/client/client.ts'
import { createChild, growUp } from '../../src-main/client/delegations/child-accounts.ts'
import { createDelegateClient, openDelegateAccount } from '../../src-main/client/delegations/delegate-account.ts'
import { handOverOwnKey, takeKeyOver } from '../../src-main/client/delegations/delegation-keys.ts'
import { acceptAsDelegate, inviteDelegate } from '../../src-main/client/delegations/grant-delegation.ts'
import { openItem } from '../../src-main/client/items/open-items.ts'
import { newSecretString } from '../../src-main/crypto/secret-string.ts'
import { createTextItem, valuesOf } from '../support/people/client-people.ts'
import type { PublishedPackages, PublishedSecrets, PublishedUser } from '../support/published/published-client.ts'
import { logInPublishedUser, registerPublishedUser } from '../support/published/published-client.ts'
import { libraryOpen, publishedLibrary } from '../support/published/published-library.ts'
import { publishedDelegator } from '../support/published/published-delegation.ts'
import { publishedClient5, publishedClient6 } from '../support/published/published-keystore-clients.ts'
import { publishedVault31, publishedVault37 } from '../support/published/published-vault-clients.ts'
import { sendOverHttp } from '../support/service/send-over-http.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, PASSPHRASE, refusal, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'
import { describeRows } from '../support/tiers.ts'

const OLDER: PublishedPackages = { vault: publishedVault31, keystore: publishedClient5 }
const PACKAGES: readonly [string, PublishedPackages][] = [
  ['vault 37.1.15, key-store 6.2.0', { vault: publishedVault37, keystore: publishedClient6 }],
  ['vault 31.0.0, key-store 5.4.2', OLDER],
]
const SMALL_KEY_BITS = 2048
const PLATE = 'B-ZÖ 1234 ✓'
const cost = { opsLimit: 1, memoryKib: 8 }
const { userAdd, userSignIn, userSignOut, itemCreate, itemOpen, changePassphrase, shareCreate } = workbenchOperations
const { invitationCreate, publishedCredentialsMake } = workbenchOperations

let workbench: TestWorkbench
let call: TestWorkbench['call']
let url: string
beforeEach(async () => {
  workbench = await openWorkbench({ passphrase: PASSPHRASE })
  call = workbench.call
  url = workbench.application.server.url
})
afterEach(() => stopWorkbench(workbench))

const register = (packages: PublishedPackages) => registerPublishedUser(url, packages, PASSPHRASE, SMALL_KEY_BITS)
const addToWindow = async ({ secretString: secret_string, passphrase }: PublishedSecrets) => ({
  user_id: (await call(userAdd, { body: { secret_string, passphrase } })).user.id,
})
const draft = (value: string) => ({
  template_name: 'custom',
  label: 'Car',
  slots: [{ label: 'Plate', slot_type_name: 'key_value' as const, value }],
})
/** As the published SDK makes an item, and reads one. */
const createAs = async (user: Pick<PublishedUser, 'encrypt'>, vault: ReturnType<PublishedPackages['vault']>) => {
  const slot = { label: 'Plate', encrypted_value: (await user.encrypt(PLATE)) ?? '' }
  const { item } = await vault.item.itemsPost({
    template_name: 'custom',
    item: { label: 'Car', slots_attributes: [slot] },
  })
  return item.id
}
const readAs = async (
  user: Pick<PublishedUser, 'decrypt'>,
  vault: ReturnType<PublishedPackages['vault']>,
  id: string,
) => {
  const { slots } = await vault.item.itemsIdGet(id)
  return user.decrypt(slots.find(({ label }) => label === 'Plate')?.encrypted_value ?? '')
}
const shown = ({ slots }: OpenedItem) => slots.find(({ label }) => label === 'Plate')?.value

describeRows('an account of %s', PACKAGES, (_, packages) => {
  it('opens in the window, where both clients read what the other one wrote', async () => {
    const published = await register(packages)
    const vault = packages.vault(url, { token: published.vaultToken })
    const theirs = await createAs(published, vault)

    const params = await addToWindow(published)

    expect(shown(await call(itemOpen, { params: { ...params, item_id: theirs } }))).toBe(PLATE)
    const { item: ours } = await call(itemCreate, { params, body: draft('HH-AB 9') })
    expect(await readAs(published, vault, ours.id)).toBe('HH-AB 9')
  })

  it('is made in the window and opens with the packages', async () => {
    const { user, secret_string: secretString } = await registerUser(workbench, 'Alice', { published_format: true })
    const params = { user_id: user.id }
    const { item: ours } = await call(itemCreate, { params, body: draft(PLATE) })

    const published = await logInPublishedUser(url, packages, { secretString, passphrase: PASSPHRASE })

    expect(secretString).toMatch(/^1\./)
    expect(user).toMatchObject({ published_format: true })
    const vault = packages.vault(url, { token: published.vaultToken })
    expect(await readAs(published, vault, ours.id)).toBe(PLATE)
    const theirs = await createAs(published, vault)
    await call(userSignOut, { params })
    await call(userSignIn, { params, body: { passphrase: PASSPHRASE } })
    expect(shown(await call(itemOpen, { params: { ...params, item_id: theirs } }))).toBe(PLATE)
  })

  it('delegates to one of ours, who acts for it', async () => {
    const published = await register(packages)
    const vault = packages.vault(url, { token: published.vaultToken })
    const theirs = await createAs(published, vault)
    const owner = publishedDelegator(url, published, packages)
    const bob = await ourClient('Bob')

    await bob.accept(await owner.inviteDelegate('admin'))
    await owner.handOverKey()
    const forOwner = await bob.actFor(published.userId)

    expect(valuesOf(await openItem(forOwner, theirs))).toEqual({ Plate: PLATE })
    const { item: made } = await createTextItem(forOwner, 'Boat', { Plate: 'Molly' })
    expect(await readAs(published, vault, made.id)).toBe('Molly')
  })

  it('acts for one that was made in the window in the same format', async () => {
    const published = await register(packages)
    const delegate = publishedDelegator(url, published, packages)
    const alice = await ourClient('Alice', { published_format: true })
    const { item: ours } = await createTextItem(alice.client, 'Car', { Plate: PLATE })

    await delegate.accept(await alice.inviteDelegate('admin'))
    await alice.handOverKey()
    await delegate.takeKeyOver(alice.client.account.vaultUserId)
    const forAlice = await delegate.openAccount(alice.client.account.vaultUserId)

    expect(await readAs(forAlice, forAlice.vault, ours.id)).toBe(PLATE)
    const theirs = await createAs(forAlice, forAlice.vault)
    expect(valuesOf(await openItem(alice.client, theirs))).toEqual({ Plate: PLATE })
  })
})

describe('between the two formats', () => {
  it('has the right and not the keys for one in our format, which the library does not read', async () => {
    const published = await register(OLDER)
    const delegate = publishedDelegator(url, published, OLDER)
    const alice = await ourClient('Alice')

    await delegate.accept(await alice.inviteDelegate('reader'))
    await alice.handOverKey()
    await delegate.takeKeyOver(alice.client.account.vaultUserId)

    const { user } = await OLDER.vault(url, {
      token: published.vaultToken,
      delegationId: alice.client.account.vaultUserId,
    }).user.meGet()
    expect(user.id).toBe(alice.client.account.vaultUserId)
    await expect(delegate.openAccount(alice.client.account.vaultUserId)).rejects.toThrow()
  })

  it('receives shares over the key pairs of published clients, which read them, too', async () => {
    const published = await register(OLDER)
    const { user: alice } = await registerUser(workbench, 'Alice')
    const sender = { user_id: alice.id }
    const order = { params: sender, body: { name: 'Bob', compatible: true } }
    const { link } = await call(invitationCreate, order)
    await publishedDelegator(url, published, OLDER).accept(link.split('/').at(-1) ?? '')
    const { item } = await call(itemCreate, { params: sender, body: draft(PLATE) })
    const body = { items: [{ item_id: item.id }], recipient_ids: [published.userId] }
    await call(shareCreate, { params: sender, body })

    const params = await addToWindow(published)
    const vault = OLDER.vault(url, { token: published.vaultToken })
    const { shares } = await vault.share.incomingSharesGet()
    const copy = (await vault.share.incomingSharesIdItemGet(shares[0]?.id ?? '')).item.id

    expect(shown(await call(itemOpen, { params: { ...params, item_id: copy } }))).toBe(PLATE)
    expect(await readAs(published, vault, copy)).toBe(PLATE) // the window put it under the own key, in their format
  })
})

describe('an account in the published format, in our client', () => {
  it('makes a child in the same format, which the packages open, and which grows up in it', async () => {
    const parent = await ourClient('Ada', { published_format: true })
    const connection = await createChild(parent.client, 'Kim')
    const { user_id: childId } = connection.the_other_user
    const child = await openDelegateAccount(parent.client, connection)
    const { item } = await createTextItem(createDelegateClient(child.account), 'Car', { Plate: PLATE })

    const published = await logInPublishedUser(url, OLDER, parent)
    const forChild = await publishedDelegator(url, published, OLDER).openAccount(childId)
    expect(await readAs(forChild, forChild.vault, item.id)).toBe(PLATE)

    const send = sendOverHttp(url)
    const { username } = await reserved()
    const secretString = newSecretString(username, 'published')
    await growUp(child.account, { send, secretString, passphrase: PASSPHRASE })
    const grownUp = await logInPublishedUser(url, OLDER, { secretString, passphrase: PASSPHRASE })
    const vault = OLDER.vault(url, { token: grownUp.vaultToken })
    expect(await readAs(grownUp, vault, item.id)).toBe(PLATE)
  })

  it('changes its passphrase, after which the packages know the new one and the new login key pair only', async () => {
    const published = await register(OLDER)
    const itemId = await createAs(published, OLDER.vault(url, { token: published.vaultToken }))
    const params = await addToWindow(published)
    const { secretString } = published

    await call(changePassphrase, { params, body: { passphrase: PASSPHRASE, new_passphrase: `${PASSPHRASE} anew` } })

    const again = await logInPublishedUser(url, OLDER, { secretString, passphrase: `${PASSPHRASE} anew` })
    expect(again.userId).toBe(published.userId)
    expect(await readAs(again, OLDER.vault(url, { token: again.vaultToken }), itemId)).toBe(PLATE)
    await expect(logInPublishedUser(url, OLDER, published)).rejects.toThrow('401')
    const logInBy = (public_key: string) => sendOverHttp(url)({ operation: 'vault.sessionPost', body: { public_key } })
    expect((await logInBy(again.loginPublicKey)).status).toBe(200)
    expect((await logInBy(published.loginPublicKey)).status).toBe(401)
  })

  it('keeps its keys: published clients know one for values', async () => {
    const params = await addToWindow(await register(OLDER))
    const body = { passphrase: PASSPHRASE, new_passphrase: `${PASSPHRASE} anew`, new_keys: true }

    await expect(call(changePassphrase, { params, body })).rejects.toThrow(refusal('value_cannot_be_opened'))
  })

  it('gets a credential file that the command-line client reads, with the passphrase alone', async () => {
    const published = await register(OLDER)
    const vault = OLDER.vault(url, { token: published.vaultToken })
    const theirs = await createAs(published, vault)
    const params = await addToWindow(published)
    const make = (passphrase: string) =>
      call(publishedCredentialsMake, { params, body: { passphrase, valid_for: 300 } })
    await expect(make('something else')).rejects.toThrow(refusal('login_failed'))

    const { credentials, valid_till } = await make(PASSPHRASE)

    const file = credentialsIn(credentials)
    expect(Date.parse(valid_till)).toBeGreaterThan(Date.now())
    expect(file['secret']).toBe(published.secretString)
    const headers = { Authorization: file['keystore_access_token'] ?? '' }
    const stored = (await (await fetch(`${url}/keystore/key_encryption_key`, { headers })).json()) as {
      readonly key_encryption_key: { readonly serialized_key_encryption_key: string }
    }
    const sealed = stored.key_encryption_key.serialized_key_encryption_key
    const kek = await libraryOpen(keyIn(file, 'passphrase_derived_key'), sealed)
    expect(Buffer.from(kek)).toEqual(Buffer.from(keyIn(file, 'key_encryption_key').bytes))
    const { slots } = await OLDER.vault(url, { token: file['vault_access_token'] ?? '' }).item.itemsIdGet(theirs)
    const value = await libraryOpen(
      keyIn(file, 'data_encryption_key'),
      slots.find(({ label }) => label === 'Plate')?.encrypted_value ?? '',
    )
    expect(Buffer.from(value).toString()).toContain(PLATE)
    // It ends with the session in the window, and no part of it was written down.
    const { calls } = await call(workbenchOperations.callsGet, { query: { limit: 500 } })
    const journal = JSON.stringify(
      await Promise.all(calls.map(({ number }) => call(workbenchOperations.callGet, { params: { number } }))),
    )
    for (const [name, text] of Object.entries(file)) expect([name, journal.includes(text)]).toEqual([name, false])
    await call(userSignOut, { params })
    await expect(
      OLDER.vault(url, { token: file['vault_access_token'] ?? '' }).item.itemsIdGet(theirs),
    ).rejects.toThrow()
  })

  it('in our format gets none: that client could not read it', async () => {
    const { user } = await registerUser(workbench, 'Alice')

    const made = call(publishedCredentialsMake, {
      params: { user_id: user.id },
      body: { passphrase: PASSPHRASE, valid_for: 300 },
    })
    await expect(made).rejects.toThrow(refusal('value_cannot_be_opened'))
  })

  it('is refused with a wrong passphrase', async () => {
    const published = await register(OLDER)

    await expect(addToWindow({ ...published, passphrase: 'wrong' })).rejects.toThrow(refusal('login_failed'))
  })
})

/** What the command-line client finds in a file of the kind `Authentication`. */
function credentialsIn(yaml: string): Readonly<Record<string, string>> {
  const [kind, metadata, ...lines] = yaml.trimEnd().split('\n')
  expect([kind, metadata, lines.pop()]).toEqual(['kind: Authentication', 'metadata:', 'spec: {}'])
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', text = ''] = /^ {2}(\w+): (".*")$/.exec(line) ?? []
      return [name, JSON.parse(text) as string]
    }),
  )
}

/** That client reads URL-safe Base64 with padding. */
function keyIn(file: Readonly<Record<string, string>>, name: string) {
  expect(file[name]).toMatch(/^[\w-]{43}=$/)
  return publishedLibrary.EncryptionKey.fromBytes(Buffer.from(file[name] ?? '', 'base64url'))
}

/** A user of the window whose client is at hand, for what the window has no call for. */
async function ourClient(name: string, options: { readonly published_format?: boolean } = {}) {
  const { secret_string: secretString } = await registerUser(workbench, name, options)
  const account = await enterAccount({ send: sendOverHttp(url), secretString, passphrase: PASSPHRASE, cost })
  const client: PersonClient = createClient(account, cost)
  const connections = async () => (await account.call(vaultOperations.connectionsGet, {})).connections
  const only = async (userId?: string) => {
    const found = (await connections()).find(({ the_other_user: { user_id } }) => user_id === (userId ?? user_id))
    if (found === undefined) throw new Error('they are not connected')
    return found
  }
  return {
    client,
    secretString,
    passphrase: PASSPHRASE,
    async inviteDelegate(role: 'reader' | 'admin') {
      const order = { name: 'my delegate', expires_in_days: 14, compatible: true, shares: [] }
      return (await inviteDelegate(client, order, role)).link.split('/').at(-1) ?? ''
    },
    handOverKey: async () => handOverOwnKey(client, (await only()).own.id),
    accept: (link: string) => acceptAsDelegate(client, { link, passphrase: null, name: 'whom', compatible: true }),
    async actFor(accountOwnerId: string) {
      const connection = await only(accountOwnerId)
      await takeKeyOver(client, connection.own.id)
      return createDelegateClient((await openDelegateAccount(client, await only(accountOwnerId))).account, cost)
    },
  }
}

async function reserved(): Promise<{ username: string }> {
  const reply = await fetch(`${url}/keystore/srp/username`, { method: 'POST' })
  return (await reply.json()) as { username: string }
}
