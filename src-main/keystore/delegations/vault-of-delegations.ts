import type { Change } from '../../service/call.ts'

/** The key store's calls to the vault, in the same transaction (docs/contract/keystore.md, Delegations: the vault). */
export interface VaultOfDelegations {
  /** The delegate of the connection that carries a token; undefined where none does. */
  delegateOf(token: string): VaultDelegate | undefined
  /** The account owner's key waits for the delegate, whose clients are asked to take it over. */
  keyHandedOver(change: Change, token: string): void
  keyTakenOver(change: Change, token: string): void
  /** The account owner has a new key: its clients are asked to hand it over. */
  keyLost(change: Change, token: string): void
  /** Ends the sessions under the delegation. The connection becomes a plain one. @throws {ServiceError} `last_owner` */
  end(change: Change, token: string): void
  readonly children: {
    /** A parent's connection with a child: its token, and the parent's key of it. */
    parentOf(childId: string, vaultUserId: string): { readonly token: string; readonly publicKey: string } | undefined
    /** The child's keys are there. */
    keysStored(change: Change, childId: string, dataEncryptionKeyId: string): void
    /** Children that nobody else could act for any more. */
    onlyChildrenOf(vaultUserId: string): readonly string[]
    /** Deletes a child in both parts. */
    delete(change: Change, childId: string): void
    /** Whether it is a child that cannot log in yet. */
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
