import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'
import type { Delegation } from '../../../shared/contract/delegations.ts'
import { faultyFieldsError, phrase, ServiceError } from '../../../shared/contract/errors.ts'
import { samePublicKey } from '../../../shared/contract/public-key-text.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import { checkDelegationSignatureForm, isDelegationSignature } from '../../crypto/delegation-signature.ts'
import { isoTime } from '../../service/ports.ts'
import type { ReadDelegation, StoredDelegation } from './delegation-store.ts'

/** The months in which a new delegation can be claimed. */
const CLAIM_MONTHS = 6

interface NewDelegation {
  readonly token: string
  readonly accountOwnerId: string
  readonly vaultAccountOwnerId: string | null
  readonly role: DelegationRole
  readonly nowMs: number
}

/** A new delegation, unclaimed and without a key. */
export function newDelegation(offer: NewDelegation): ReadDelegation {
  return {
    delegation_token: offer.token,
    account_owner_id: offer.accountOwnerId,
    vault_account_owner_id: offer.vaultAccountOwnerId,
    delegate_id: null,
    delegation_role: offer.role,
    claimed_at: null,
    expire_at: claimDeadline(offer.nowMs),
    verification_attempted_at: null,
    verified: 0,
    delegate_public_key: null,
    delegate_signature: null,
    is_connection_key: null,
    account_owner_kek: null,
    created_at: isoTime(offer.nowMs),
  }
}

function claimDeadline(nowMs: number): string {
  const date = new Date(nowMs)
  date.setUTCMonth(date.getUTCMonth() + CLAIM_MONTHS)
  return isoTime(date.getTime())
}

/** Renders a delegation for the key-store user `readerId`. Only the delegate gets the account owner's key. */
export function renderDelegation(stored: ReadDelegation, readerId: string): Delegation {
  const { is_connection_key: isConnectionKey } = stored
  return {
    delegation_token: stored.delegation_token,
    claimed_at: stored.claimed_at,
    expire_at: stored.expire_at,
    verification_attempted_at: stored.verification_attempted_at,
    verified: stored.verified === 1,
    delegation_role: stored.delegation_role,
    delegate_public_key: stored.delegate_public_key,
    delegate_signature: stored.delegate_signature,
    vault_account_owner_id: stored.vault_account_owner_id,
    account_owner_kek_encrypted_with_connection_keypair: isConnectionKey === null ? null : isConnectionKey === 1,
    account_owner_kek: readerId === stored.delegate_id ? stored.account_owner_kek : null,
  }
}

interface Claim {
  readonly delegateId: string
  readonly signature: string
  readonly now: string
}

/**
 * Applies a claim (docs/contract/keystore.md, Delegations: states). A verified delegate may repeat it without effect.
 *
 * @throws {ServiceError} `invalid_params` for the account owner, and for a malformed signature; `delegation_expired`;
 *   `delegation_already_claimed`
 */
export function claimed<Stored extends StoredDelegation>(stored: Stored, claim: Claim): Stored {
  requireSignatureForm(claim.signature)
  if (stored.account_owner_id === claim.delegateId) {
    throw invalid('delegation_token', 'is of your own account; somebody else has to claim it')
  }
  if (stored.delegate_id !== null && stored.delegate_id !== claim.delegateId) {
    throw new ServiceError('delegation_already_claimed', 'Somebody else claimed this delegation.')
  }
  if (stored.verified === 1) return stored
  if (stored.expire_at <= claim.now) {
    throw new ServiceError('delegation_expired', phrase`This delegation could be claimed until ${stored.expire_at}.`)
  }
  const afterClaim = {
    ...stored,
    delegate_id: claim.delegateId,
    delegate_signature: claim.signature,
    claimed_at: claim.now,
    verification_attempted_at: null,
  }
  return verified(afterClaim, claim.now)
}

function requireSignatureForm(signature: string): void {
  try {
    checkDelegationSignatureForm(signature)
  } catch (cause) {
    if (!(cause instanceof CryptoError)) throw cause
    throw invalid('delegate_signature', 'is not a signature of a delegation token')
  }
}

interface HandedOverKey {
  readonly encrypted_kek: string
  readonly delegate_public_key: string | undefined
  /** The delegate's public key in the connection with this token, if there is one. */
  readonly connectionKey: string | undefined
  readonly now: string
}

/**
 * Sets the account owner's key for the delegate, replacing an earlier one.
 *
 * @throws {ServiceError} `delegate_public_key_required`, `delegate_public_key_mismatch`
 */
export function keyHandedOver<Stored extends StoredDelegation>(stored: Stored, sent: HandedOverKey): Stored {
  const publicKey = stored.delegate_public_key ?? sent.delegate_public_key
  if (publicKey === undefined) {
    throw faultyFieldsError([
      {
        path: 'delegate_public_key',
        code: 'delegate_public_key_required',
        rule: 'is missing: it must be sent with the first key',
      },
    ])
  }
  for (const expected of [stored.delegate_public_key ?? undefined, sent.connectionKey]) {
    const given = sent.delegate_public_key ?? publicKey
    if (expected !== undefined && !samePublicKey(expected, given)) throw keyMismatch()
  }
  const shared = {
    ...stored,
    delegate_public_key: publicKey,
    account_owner_kek: sent.encrypted_kek,
    is_connection_key: 1,
  } as const
  return verified(shared, sent.now)
}

function keyMismatch(): ServiceError {
  const rule = "is not the delegate's key in the connection, or not the one that was sent before"
  return faultyFieldsError([{ path: 'delegate_public_key', code: 'delegate_public_key_mismatch', rule }])
}

/**
 * Replaces the account owner's key by one that the delegate has encrypted under their own key.
 *
 * @throws {ServiceError} `forbidden` while the delegate is not verified; `delegation_kek_missing`
 */
export function keyTakenOver<Stored extends StoredDelegation>(stored: Stored, encrypted_kek: string): Stored {
  if (stored.verified !== 1) {
    throw new ServiceError('forbidden', 'This delegation is not verified: claim it with the key of the connection.')
  }
  if (stored.account_owner_kek === null) {
    throw new ServiceError('delegation_kek_missing', 'The account owner has not handed the key over yet.')
  }
  return { ...stored, account_owner_kek: encrypted_kek, is_connection_key: 0 }
}

/** Removes the account owner's key, which has been replaced by a new one. */
export function keyLost<Stored extends StoredDelegation>(stored: Stored): Stored {
  return { ...stored, account_owner_kek: null, is_connection_key: null }
}

/** Verifies the signature as soon as it and the public key are present. */
function verified<Stored extends StoredDelegation>(stored: Stored, now: string): Stored {
  const { delegate_public_key: publicKey, delegate_signature: signature, delegation_token: token } = stored
  if (publicKey === null || signature === null) return stored
  return {
    ...stored,
    verified: isDelegationSignature(publicKey, token, signature) ? 1 : 0,
    verification_attempted_at: stored.verification_attempted_at ?? now,
  }
}

function invalid(path: string, rule: string): ServiceError {
  return faultyFieldsError([{ path, code: 'invalid_params', rule }])
}

/** The answer for delegations of other users too, so that nobody learns that they exist. */
export function noDelegation(): ServiceError {
  return new ServiceError('not_found', 'You have no delegation with this token.')
}
