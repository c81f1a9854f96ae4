import type { Change } from '../../service/call.ts'

/**
 * What the key store calls in the vault, in the same transaction (docs/contract/keystore.md, Delegations: the vault).
 */
export interface VaultOfDelegations {
  /** The delegate of the connection with this token; undefined if there is none. */
  delegateOf(token: string): VaultDelegate | undefined
  /** Notes that the account owner's key was handed over, and asks the delegate's clients to take it over. */
  keyHandedOver(change: Change, token: string): void
  keyTakenOver(change: Change, token: string): void
  /** Notes that the account owner has a new key, and asks their clients to hand it over. */
  keyLost(change: Change, token: string): void
  /** Ends the delegation and its sessions, but not the connection. @throws {ServiceError} `last_owner` */
  end(change: Change, token: string): void
  readonly children: {
    /** A parent's connection with a child: its token, and the parent's public key. */
    parentOf(childId: string, vaultUserId: string): { readonly token: string; readonly publicKey: string } | undefined
    /** Notes that the child's keys have been stored. */
    keysStored(change: Change, childId: string, dataEncryptionKeyId: string): void
    /** The children for whom nobody else could act without this user. */
    onlyChildrenOf(vaultUserId: string): readonly string[]
    /** Deletes a child in the vault and in the key store. */
    delete(change: Change, childId: string): void
    /** Whether a user is a child without a login. */
    isChild(vaultUserId: string): boolean
    /** Lets the child log in with this key. @throws {ServiceError} `invalid_public_key`, `name_taken` */
    growUp(childId: string, loginPublicKey: string): void
  }
}

/** The delegate of the connection. */
export interface VaultDelegate {
  readonly vaultUserId: string
  /** The public key of the delegate's side. */
  readonly publicKey: string
}
