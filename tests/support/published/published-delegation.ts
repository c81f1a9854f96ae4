import type { PublishedPackages, PublishedUser } from './published-client.ts'
import { keystoreWith, requireSuccess, sealerWith, textOf } from './published-client.ts'
import { libraryOpen, librarySeal, publishedLibrary } from './published-library.ts'
import type { PublishedPair } from './published-sharing.ts'
import { newPublishedPair } from './published-sharing.ts'

/**
 * A person who delegates as the published SDK does, with its own packages (docs/contract/client-crypto.md, Delegation): an
 * RSA pair for each connection, kept in the key store under the own key.
 */
export interface PublishedDelegator {
  /** Makes a delegation and an invitation with it. @returns the token of the invitation */
  inviteDelegate(role: 'reader' | 'admin' | 'owner'): Promise<string>
  /** Hands the own key to the delegate, who has signed. */
  handOverKey(): Promise<void>
  /** Accepts an invitation, and signs for the delegation if it is one. */
  accept(invitationToken: string): Promise<void>
  /** Wraps the key of an account owner under the own one. */
  takeKeyOver(accountOwnerId: string): Promise<void>
  /** The account of whom the person acts for. */
  openAccount(accountOwnerId: string): Promise<OpenedAccount>
}

interface OpenedAccount extends Pick<PublishedUser, 'encrypt' | 'decrypt'> {
  readonly vault: ReturnType<PublishedPackages['vault']>
}

type User = Pick<PublishedUser, 'userId' | 'vaultToken' | 'keystoreToken' | 'keystore' | 'keyEncryptionKey' | 'encrypt'>
type Key = PublishedUser['keyEncryptionKey']

/** The two packages disagree about enumerations that mean the same on the wire. */
const either = (body: object) => body as never

export function publishedDelegator(url: string, user: User, packages: PublishedPackages): PublishedDelegator {
  const vault = packages.vault(url, { token: user.vaultToken })
  const { keystore, keyEncryptionKey: own } = user

  return { inviteDelegate, handOverKey, accept, takeKeyOver, openAccount }

  async function inviteDelegate(role: 'reader' | 'admin' | 'owner'): Promise<string> {
    const order = { vault_account_id: user.userId, delegation_role: role }
    const made = await keystore.call(({ delegation }) => delegation.delegationsPost(order))
    const { invitation } = await vault.invitation.invitationsPost({
      public_key: await newPublicKey(),
      invitation: either({
        encrypted_recipient_name: await user.encrypt('the delegate'),
        delegation_token: textOf(made, 'delegation', 'delegation_token'),
        delegate_role: role,
      }),
    })
    return invitation.token
  }

  async function handOverKey(): Promise<void> {
    const { own: mine, the_other_user: delegate } = await connection()
    const { serialized: encrypted_kek } = await publishedLibrary.encryptWithPublicKey({
      publicKeyPem: delegate.user_public_key,
      data: publishedLibrary.bytesToBinaryString(own.bytes),
    })
    const body = { encrypted_kek, delegate_public_key: delegate.user_public_key }
    const token = tokenOf(mine)
    requireSuccess(await keystore.call(({ delegation }) => delegation.delegationsDelegationTokenSharePut(token, body)))
  }

  async function accept(invitation_token: string): Promise<void> {
    const pair = await newPublishedPair()
    const { connection: made } = await vault.connection.connectionsPost({
      public_key: await stored(pair),
      connection: { invitation_token, encrypted_recipient_name: (await user.encrypt('the account owner')) ?? '' },
    })
    if ((made.own as Side).connection_type !== 'delegate') return
    const token = tokenOf(made.own)
    const delegate_signature = publishedLibrary.signWithPrivateKey(pair.privateKey, Buffer.from(token)).serialized
    requireSuccess(
      await keystore.call(({ delegation }) =>
        delegation.delegationsDelegationTokenClaimPost(token, { delegate_signature }),
      ),
    )
  }

  async function takeKeyOver(accountOwnerId: string): Promise<void> {
    const { own: mine } = await connection(accountOwnerId)
    const token = tokenOf(mine)
    const read = await keystore.call(({ delegation }) => delegation.delegationsDelegationTokenGet(token))
    const pair = await keystore.call(({ keypair }) => keypair.keypairsIdGet(String(mine.user_keypair_external_id)))
    const privateKey = await libraryOpen(own, textOf(pair, 'keypair', 'encrypted_serialized_key'))
    const key = await publishedLibrary.decryptSerializedWithPrivateKey({
      privateKeyPem: Buffer.from(privateKey).toString('utf8'),
      serialized: textOf(read, 'delegation', 'account_owner_kek'),
    })
    const encrypted_kek = await librarySeal(own, Buffer.from(key, 'latin1'))
    requireSuccess(
      await keystore.call(({ delegation }) =>
        delegation.delegationsDelegationTokenReencryptPut(token, { encrypted_kek }),
      ),
    )
  }

  async function openAccount(accountOwnerId: string): Promise<OpenedAccount> {
    const read = await keystore.call(({ delegation }) => delegation.delegationsDelegationTokenGet(accountOwnerId))
    const theirs: Key = publishedLibrary.EncryptionKey.fromBytes(
      await libraryOpen(own, textOf(read, 'delegation', 'account_owner_kek')),
    )
    const asOwner = packages.vault(url, { token: user.vaultToken, delegationId: accountOwnerId })
    const { user: owner } = await asOwner.user.meGet()
    const asOwnerInKeystore = keystoreWith(url, packages, user.keystoreToken, accountOwnerId)
    const stored = await asOwnerInKeystore.call(({ dek }) =>
      dek.dataEncryptionKeysIdGet(String(owner.private_dek_external_id)),
    )
    const dek = await libraryOpen(theirs, textOf(stored, 'data_encryption_key', 'serialized_data_encryption_key'))
    return { vault: asOwner, ...sealerWith(publishedLibrary.EncryptionKey.fromBytes(dek)) }
  }

  async function newPublicKey() {
    return stored(await newPublishedPair())
  }

  async function stored(pair: PublishedPair) {
    const keypair = {
      public_key: pair.publicKey,
      encrypted_serialized_key: await librarySeal(own, Buffer.from(pair.privateKey, 'utf8')),
      metadata: {},
      external_identifiers: [],
    }
    const made = await keystore.call((apis) => apis.keypair.keypairsPost(keypair))
    return { public_key: pair.publicKey, keypair_external_id: textOf(made, 'keypair', 'id') }
  }

  /** The one with this user; without an id the only one there is. */
  async function connection(withUser?: string) {
    const { connections } = await vault.connection.connectionsGet()
    const found = connections.find(({ the_other_user: { user_id } }) => withUser === undefined || user_id === withUser)
    if (found === undefined) throw new Error('they are not connected')
    return found
  }
}

interface Side {
  readonly connection_type?: unknown
  readonly integration_data?: unknown
}

/** One of the packages has no type for it. */
function tokenOf({ integration_data }: Side): string {
  return (integration_data as { readonly delegation_token: string }).delegation_token
}
