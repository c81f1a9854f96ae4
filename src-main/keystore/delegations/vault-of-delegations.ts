import type { Change } from '../../service/call.ts'

/** What the key-store asks of the vault, in the same transaction (docs/contract/keystore.md, Delegations: the vault). */
export interface VaultOfDelegations {
  /** The delegate of the connection that carries a token; undefined where none does. */
  delegateOf(token: string): VaultDelegate | undefined
  /** The account owner's key waits for the delegate, whose clients are asked to take it over. */
  keyHandedOver(change: Change, token: string): void
  keyTakenOver(change: Change, token: string): void
  /** The account owner has a new key: its clients are asked to hand it over. */
  keyLost(change: Change, token: string): void
  /** Ends what the delegation opened. The connection becomes a plain one. @throws {ServiceError} `last_owner` */
  end(change: Change, token: string): void
  readonly children: {
    /** The connection by which somebody is the parent of a child: its token, and the parent's key of it. */
    parentOf(childId: string, vaultUserId: string): { readonly token: string; readonly publicKey: string } | undefined
    /** The child's keys are there. */
    keysStored(change: Change, childId: string, dataEncryptionKeyId: string): void
    /** Children that nobody else could act for any more. */
    onlyChildrenOf(vaultUserId: string): readonly string[]
    /** Deletes a child in both parts. */
    delete(change: Change, childId: string): void
    /** Whether it is a child that cannot log in yet. */
    isChild(vaultUserId: string): boolean
    /** It can log in from now on, with this key. @throws {ServiceError} `invalid_public_key`, `name_taken` */
    growUp(childId: string, loginPublicKey: string): void
  }
}

/** The delegate as the connection names it. */
export interface VaultDelegate {
  readonly vaultUserId: string
  /** The public key of the delegate's side. */
  readonly publicKey: string
}
