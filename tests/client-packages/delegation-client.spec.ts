// Proves docs/contract/vault.md, Delegation header, Delegations, Child users; docs/contract/keystore.md, Delegations,
// Delegations: signature, Child users.

// @module-tag full

import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSignedInUser } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import { PUBLISHED_WRAPPED_KEY } from '../support/service/keystore-accounts.ts'
import { CIPHER_TEXT } from '../support/service/vault-calls.ts'
import { publishedClient5, publishedClient6 } from '../support/published/published-keystore-clients.ts'
import type { Apis5, Apis6, Outcome } from '../support/published/published-keystore-clients.ts'
import { librarySeal, libraryOpen, publishedLibrary } from '../support/published/published-library.ts'
import { publishedVault31, publishedVault37 } from '../support/published/published-vault-clients.ts'
import { describeRows } from '../support/tiers.ts'

/** Each key-store client of its time beside the vault client of the same. */
const PACKAGES = [
  ['vault 37.1.15, key-store 6.2.0', publishedVault37, publishedClient6],
  ['vault 31.0.0, key-store 5.4.2', publishedVault31, publishedClient5],
] as const

const rsaPair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })

let server: TestHttpServer
beforeAll(async () => {
  server = await startHttpServer()
})
afterAll(async () => {
  expect(server.faults).toEqual([])
  await server.close()
})

interface DelegationBody {
  readonly delegation: {
    readonly delegation_token: string
    readonly verified: boolean
    readonly account_owner_kek: string | null
    readonly account_owner_kek_encrypted_with_connection_keypair: boolean | null
  }
}
const delegationIn = ({ body }: Outcome) => (body as DelegationBody).delegation

describeRows('published clients, %s', PACKAGES, (_, vaultClient, keystoreClient) => {
  const vault = ({ token }: SignedInUser, delegationId?: string) =>
    vaultClient(server.url, { token, ...(delegationId !== undefined && { delegationId }) })
  const keystore = async (
    { token }: SignedInUser,
    status: number,
    run: (apis: Pick<Apis5 | Apis6, 'delegation' | 'dek'>) => Promise<unknown>,
    delegationId = '',
  ): Promise<Outcome> => {
    const keys = { Authorization: token, 'Meeco-Delegation-Id': delegationId }
    const outcome = await keystoreClient(`${server.url}/keystore`, keys).call(run)
    expect(outcome.status).toBe(status)
    return outcome
  }

  it('delegate in the four steps of the published SDK, and act for the owner', async () => {
    const [ada, bob] = [aSignedInUser(server), aSignedInUser(server)]
    const [ofAda, ofBob] = [rsaPair(), rsaPair()]
    const ownKek = publishedLibrary.EncryptionKey.generateRandom(32)
    const bobsKek = publishedLibrary.EncryptionKey.generateRandom(32)

    const made = await keystore(ada, 201, ({ delegation }) =>
      delegation.delegationsPost({ vault_account_id: ada.userId, delegation_role: 'admin' }),
    )
    const { delegation_token: token } = delegationIn(made)
    const { invitation } = await vault(ada).invitation.invitationsPost({
      public_key: { public_key: ofAda.publicKey, keypair_external_id: 'KA' },
      invitation: { encrypted_recipient_name: CIPHER_TEXT, delegation_token: token, delegate_role: 'admin' },
    })
    const { connection } = await vault(bob).connection.connectionsPost({
      public_key: { public_key: ofBob.publicKey, keypair_external_id: 'KB' },
      connection: { invitation_token: invitation.token, encrypted_recipient_name: CIPHER_TEXT },
    })
    // Either side shows the token, and the delegate's side its kind.
    expect(connection.own).toMatchObject({ connection_type: 'delegate', integration_data: { delegation_token: token } })
    expect(connection.the_other_user.integration_data).toMatchObject({ delegation_token: token, role: 'admin' })

    const signature = publishedLibrary.signWithPrivateKey(ofBob.privateKey, Buffer.from(token, 'utf8')).serialized
    await keystore(bob, 200, ({ delegation }) =>
      delegation.delegationsDelegationTokenClaimPost(token, { delegate_signature: signature }),
    )
    const { serialized } = await publishedLibrary.encryptWithPublicKey({
      publicKeyPem: ofBob.publicKey,
      data: publishedLibrary.bytesToBinaryString(ownKek.bytes),
    })
    const shared = await keystore(ada, 200, ({ delegation }) =>
      delegation.delegationsDelegationTokenSharePut(token, {
        encrypted_kek: serialized,
        delegate_public_key: ofBob.publicKey,
      }),
    )
    expect(delegationIn(shared)).toMatchObject({ verified: true, account_owner_kek: null })

    const received = delegationIn(
      await keystore(bob, 200, ({ delegation }) => delegation.delegationsDelegationTokenGet(token)),
    )
    const opened = await publishedLibrary.decryptSerializedWithPrivateKey({
      privateKeyPem: ofBob.privateKey,
      serialized: received.account_owner_kek ?? '',
    })
    expect(Buffer.from(opened, 'latin1')).toEqual(Buffer.from(ownKek.bytes))
    const wrapped = await librarySeal(bobsKek, ownKek.bytes)
    await keystore(bob, 204, ({ delegation }) =>
      delegation.delegationsDelegationTokenReencryptPut(token, { encrypted_kek: wrapped }),
    )
    const mine = delegationIn(
      await keystore(bob, 200, ({ delegation }) => delegation.delegationsDelegationTokenGet(ada.userId)),
    )
    expect(mine.account_owner_kek_encrypted_with_connection_keypair).toBe(false)
    expect(Buffer.from(await libraryOpen(bobsKek, mine.account_owner_kek ?? ''))).toEqual(Buffer.from(ownKek.bytes))

    const { user } = await vault(bob, ada.userId).user.meGet()
    expect(user.id).toBe(ada.userId)
    await keystore(
      bob,
      201,
      ({ dek }) => dek.dataEncryptionKeysPost({ serialized_data_encryption_key: PUBLISHED_WRAPPED_KEY }),
      ada.userId,
    )
    // The older client refuses a list that has a task it does not know, so it is not given one.
    const { client_tasks } = await vault(bob).task.clientTaskQueueGet()
    expect(client_tasks).toEqual([])

    await keystore(bob, 204, ({ delegation }) => delegation.delegationsDelegationTokenDelete(token))
    await expect(vault(bob, ada.userId).user.meGet()).rejects.toMatchObject({ status: 403 })
  })

  it('make a child user in two calls, and work for it', async () => {
    const ada = aSignedInUser(server)
    const [ofParent, ofChild] = [rsaPair(), rsaPair()]
    const { user, connection_from_parent_to_child: made } = await vault(ada).delegation.childUsersPost({
      parent_public_key_for_connection: { pem: ofParent.publicKey, external_id: 'my child' },
      child_public_key_for_connection: { pem: ofChild.publicKey, external_id: 'parent_connection' },
    })
    const { integration_data } = made.the_other_user as { integration_data: { delegation_token: string } }
    const body = {
      vault_child_id: user.id,
      child_kek: PUBLISHED_WRAPPED_KEY,
      child_dek: PUBLISHED_WRAPPED_KEY,
      child_keypair_for_connection: {
        encrypted_private_key: PUBLISHED_WRAPPED_KEY,
        public_key: ofChild.publicKey,
        external_id: 'parent_connection',
      },
      delegation_token: integration_data.delegation_token,
    }
    const { body: stored } = await keystore(ada, 201, ({ delegation }) => delegation.childUsersPost(body))

    expect(stored).toMatchObject({ delegation: { verified: true, vault_account_owner_id: user.id } })
    const { user: child } = await vault(ada, user.id).user.meGet()
    expect(child.private_dek_external_id).toBe((stored as { private_dek_external_id: string }).private_dek_external_id)
    await keystore(ada, 400, ({ delegation }) => delegation.childUsersPost(body))
    const without = { ...body, delegation_token: '' }
    const refused = await keystore(ada, 400, ({ delegation }) => delegation.childUsersPost(without))
    expect(refused.body).toMatchObject({ errors: [{ error: 'delegation_token_required' }] })
  })
})

describe('what only one of the two packages has', () => {
  const connected = async (ada: SignedInUser, bob: SignedInUser) => {
    const key = () => ({ public_key: rsaPair().publicKey, keypair_external_id: 'K' })
    const { invitation } = await publishedVault31(server.url, { token: ada.token }).invitation.invitationsPost({
      public_key: key(),
      invitation: { encrypted_recipient_name: CIPHER_TEXT },
    })
    const { connection } = await publishedVault31(server.url, { token: bob.token }).connection.connectionsPost({
      public_key: key(),
      connection: { invitation_token: invitation.token, encrypted_recipient_name: CIPHER_TEXT },
    })
    return connection
  }

  it('vault-api-sdk 31.0.0 › says what the other user of a connection may do', async () => {
    const [ada, bob] = [aSignedInUser(server), aSignedInUser(server)]
    const { id } = (await connected(bob, ada)).own
    const { connection } = publishedVault31(server.url, { token: ada.token })

    for (const role of ['reader', 'owner'] as const) {
      const reply = await connection.connectionsIdPut(id, { role })
      expect(reply.connection.the_other_user).toMatchObject({ connection_type: 'delegate', user_id: bob.userId })
    }
    const ended = await connection.connectionsIdPut(id, { role: 'remove_delegation' })
    expect(ended.connection.the_other_user.connection_type).toBeNull()
  })

  it('vault-api-sdk 37.1.15 › offers, accepts, changes and ends delegations, and lists them', async () => {
    const [ada, bob] = [aSignedInUser(server), aSignedInUser(server)]
    const { id } = (await connected(bob, ada)).own
    const [asAda, asBob] = [ada, bob].map(({ token }) => publishedVault37(server.url, { token }))
    if (asAda === undefined || asBob === undefined) throw new Error('two clients')
    const offer = async () => {
      const { body } = await publishedClient5(`${server.url}/keystore`, { Authorization: ada.token }).call(
        ({ delegation }) => delegation.delegationsPost({ delegation_role: 'reader' }),
      )
      const { delegation_token } = (body as DelegationBody).delegation
      const wish = { connection_id: id, delegation_token, delegation_role: 'reader' }
      return (await asAda.delegationInvitation.delegationInvitationsPost(wish)).delegation_invitation
    }

    const rolledBackTransactions = await offer()
    await asAda.delegationInvitation.delegationInvitationsIdDelete(rolledBackTransactions.id)
    const rejected = await offer()
    await asBob.delegationInvitation.delegationInvitationsIdRejectDelete(rejected.id)
    const accepted = await offer()
    const { connection } = await asBob.delegationInvitation.delegationInvitationsIdAcceptPut(accepted.id)
    expect(connection.own.connection_type).toBe('delegate')

    const { delegation_invitations: incoming } = await asBob.delegationInvitation.delegationInvitationsIncomingGet()
    expect(incoming.map(({ state }) => state)).toEqual(['deleted', 'rejected', 'accepted'])
    const { delegation_invitations: outgoing } = await asAda.delegationInvitation.delegationInvitationsOutgoingGet()
    expect(outgoing).toHaveLength(3)
    const { delegation_invitation: read } = await asBob.delegationInvitation.delegationInvitationsIdGet(accepted.id)
    expect(read).toMatchObject({ state: 'accepted', delegation_role: 'reader' })
    const granted = await asAda.connection.connectionsGet(undefined, undefined, 'granted_to_the_other_user')
    expect(granted.connections.map(({ own }) => own.id)).toEqual([id])

    await asAda.delegation.delegationsConnectionIdPut(id, { delegation_role: 'admin' })
    await asAda.delegation.delegationsConnectionIdDelete(id)
    expect(
      (await asAda.connection.connectionsGet(undefined, undefined, 'granted_to_the_other_user')).connections,
    ).toEqual([])
  })
})
