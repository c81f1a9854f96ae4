import { phrase, ServiceError } from '../../../shared/contract/errors.ts'
import { readPublicKey } from '../../crypto/session-token-seal.ts'
import { namingPublicKeyFaults } from '../../service/public-key-faults.ts'
import { LOGIN_KEY_PAIR } from '../../../shared/contract/key-pairs.ts'
import type { keyPairOperations } from '../../../shared/contract/key-pairs.ts'
import { isUuid } from '../../../shared/contract/values.ts'
import type { HandlersFor, KeystoreCall } from '../../service/call.ts'
import type { KeyPairStore, StoredKeyPair } from './key-pair-store.ts'
import type { KeyPairUses } from './key-pair-use-store.ts'

/**
 * Accepts PEM SPKI RSA keys of at least 2048 bits and our key bundles (docs/contract/keystore.md, Key pairs).
 *
 * @throws {ServiceError} `invalid_public_key`
 */
function checkPublicKey(publicKey: string): void {
  namingPublicKeyFaults(() => readPublicKey(publicKey))
}

/** The refusal of an external identifier that another key pair of the user has. */
function externalIdentifierTaken(externalIdentifier: string): ServiceError {
  return new ServiceError(
    'external_identifier_taken',
    phrase`Another key pair has the external identifier "${externalIdentifier}".`,
    { extraInfo: { parameter: 'external_identifiers' } },
  )
}

/** Key pairs of a user (docs/contract/keystore.md, Key pairs). */
export function keyPairHandlers(keyPairs: KeyPairStore, uses: KeyPairUses): HandlersFor<typeof keyPairOperations> {
  return {
    keypairsPost(call, { body }) {
      refuseLoginPair(call, body)
      checkPublicKey(body.public_key)
      const { keystoreUserId } = call
      const older = findHolders(keystoreUserId, body.external_identifiers)
      // An interrupted registration may be repeated, because nothing depends on its keys yet.
      if (call.vaultUserId === null) for (const { id } of older) keyPairs.delete(keystoreUserId, id)
      else refuseTaken(older, body.external_identifiers)
      const keyPair = { id: call.newId(), keystore_user_id: keystoreUserId, created_at: call.now, ...body }
      keyPairs.add(keyPair)
      return renderKeyPair(keyPair)
    },

    keypairsIdGet(call, { params: { id } }) {
      const { keystoreUserId } = call
      const folded = id.toLowerCase()
      const byId = isUuid(folded) ? keyPairs.findById(keystoreUserId, folded) : undefined
      // Clients pass the key pair of a connection, which is an id, or an external identifier for child users and
      // agents.
      return renderKeyPair(requireShown(call, byId ?? keyPairs.findByExternalIdentifier(keystoreUserId, id)))
    },

    keypairsExternalIdExternalIdGet(call, { params: { external_id } }) {
      return renderKeyPair(requireShown(call, keyPairs.findByExternalIdentifier(call.keystoreUserId, external_id)))
    },

    keypairsIdPatch(call, { params, body: { metadata, external_identifiers } }) {
      const keyPair = required(keyPairs.findById(call.keystoreUserId, params.id))
      const wanted = external_identifiers ?? []
      const others = findHolders(call.keystoreUserId, wanted).filter(({ id }) => id !== keyPair.id)
      refuseTaken(others, wanted)
      if (external_identifiers !== undefined) refuseRemovedNames(uses.neededNames(keyPair), external_identifiers)
      keyPairs.update(keyPair, { metadata, external_identifiers })
      return renderKeyPair({
        ...keyPair,
        metadata: metadata ?? keyPair.metadata,
        external_identifiers: external_identifiers ?? keyPair.external_identifiers,
      })
    },

    keypairsIdDelete(call, { params }) {
      const keyPair = required(keyPairs.findById(call.keystoreUserId, params.id))
      if (uses.isNeeded(keyPair)) {
        throw new ServiceError('keypair_in_use', 'An account, a connection or an organization needs this key pair.')
      }
      keyPairs.delete(call.keystoreUserId, keyPair.id)
      return undefined
    },
  }

  /** The user's key pairs that have one of the identifiers. */
  function findHolders(keystoreUserId: string, externalIdentifiers: readonly string[]): readonly StoredKeyPair[] {
    return externalIdentifiers.flatMap((one) => keyPairs.findByExternalIdentifier(keystoreUserId, one) ?? [])
  }
}

function refuseTaken(holders: readonly StoredKeyPair[], externalIdentifiers: readonly string[]): void {
  const taken = externalIdentifiers.find((one) => holders.some((holder) => holder.external_identifiers.includes(one)))
  if (taken !== undefined) throw externalIdentifierTaken(taken)
}

/** Refuses to remove an identifier by which clients find the key pair. */
function refuseRemovedNames(needed: readonly string[], wanted: readonly string[]): void {
  const removed = needed.find((name) => !wanted.includes(name))
  if (removed === undefined) return
  throw new ServiceError(
    'keypair_in_use',
    `Clients find the key pair by the external identifier "${removed}", which cannot be removed.`,
    {
      extraInfo: { parameter: 'external_identifiers' },
    },
  )
}

/** Refuses a delegate's login key pair: the account owner's client would log in with a key that somebody else has. */
function refuseLoginPair(
  { delegation }: KeystoreCall,
  { external_identifiers }: Pick<StoredKeyPair, 'external_identifiers'>,
): void {
  if (delegation === null || !external_identifiers.includes(LOGIN_KEY_PAIR)) return
  throw new ServiceError('delegation_not_permitted', 'Only the account owner can store the login key pair.')
}

/** Hides the login key pair from delegates, because it would give them access for ever. */
export function isShown(
  delegation: KeystoreCall['delegation'],
  { external_identifiers }: Pick<StoredKeyPair, 'external_identifiers'>,
): boolean {
  return delegation === null || !external_identifiers.includes(LOGIN_KEY_PAIR)
}

function requireShown({ delegation }: KeystoreCall, keyPair: StoredKeyPair | undefined): StoredKeyPair {
  return required(keyPair !== undefined && isShown(delegation, keyPair) ? keyPair : undefined)
}

function required(keyPair: StoredKeyPair | undefined): StoredKeyPair {
  if (keyPair === undefined) throw new ServiceError('not_found', 'No key pair of this user has this id.')
  return keyPair
}

function renderKeyPair(keyPair: StoredKeyPair) {
  return {
    keypair: { ...keyPair, metadata: { ...keyPair.metadata }, external_identifiers: [...keyPair.external_identifiers] },
  }
}
