import { faultyFieldsError, ServiceError } from '../../../shared/contract/errors.ts'
import type { passphraseArtefactOperations } from '../../../shared/contract/passphrase-artefacts.ts'
import type { NewLoginKeyPair, passphraseOperations } from '../../../shared/contract/passphrase-changes.ts'
import type { HandlersFor } from '../../service/call.ts'
import { requireOwnerSession } from '../../service/owner-session.ts'
import type { SessionStore } from '../../service/sessions.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import { readRegistration } from '../accounts/registration.ts'
import type { EncryptionKeyStore } from '../encryption-keys/encryption-key-store.ts'
import type { PassphraseArtefactStore } from '../passphrase-artefacts/passphrase-artefact-store.ts'
import type { ChallengeBook } from '../sessions/challenge-book.ts'
import type { LoginKeys } from '../sessions/login-keys.ts'
import type { Proofs } from '../sessions/proofs.ts'
import type { KeptPassphrases } from './kept-passphrases.ts'
import type { createKeyRenewal } from './key-renewal.ts'

interface PassphraseDependencies {
  readonly accounts: Pick<AccountStore, 'replaceVerifier'>
  readonly keys: Pick<EncryptionKeyStore, 'findKeyEncryptionKey' | 'putKeyEncryptionKey' | 'deleteKeyEncryptionKey'>
  readonly sessions: Pick<SessionStore, 'deleteAllOf'>
  readonly challenges: Pick<ChallengeBook, 'forget'>
  readonly loginKeys: Pick<LoginKeys, 'idsOf' | 'endAllBut'>
  readonly proofs: Proofs
  readonly kept: KeptPassphrases
  readonly renewal: ReturnType<typeof createKeyRenewal>
}

/** Handlers that change the passphrase of an account, and undo the change. */
export function passphraseHandlers(dependencies: PassphraseDependencies): HandlersFor<typeof passphraseOperations> {
  const { accounts, keys, sessions, challenges, loginKeys, proofs, kept, renewal } = dependencies
  return {
    srpUsersPut(call, { body: { keep_login_keys: keptLoginKeys = [], ...body } }) {
      const { keystoreUserId, vaultUserId } = call
      const { username, srp_salt, srp_verifier } = proofs.accountOf(keystoreUserId)
      requireOwnerSession(call.session)
      const registration = readRegistration(body)
      requireOwnLoginKeys(keptLoginKeys, loginKeys.idsOf(keystoreUserId))
      if (body.new_keys !== undefined) requireAlone(keptLoginKeys, body.new_login_key_pair)
      const renewed = renewal.plan(call, { keystoreUserId, vaultUserId }, body)
      proofs.accept(call, { ...body, username }, 'change_passphrase')

      const former = keys.findKeyEncryptionKey(keystoreUserId)?.serialized_key_encryption_key ?? null
      kept.keep(call, keystoreUserId, {
        srp_salt,
        srp_verifier,
        serialized_key_encryption_key: former,
        former_keys: renewed?.former ?? null,
      })
      accounts.replaceVerifier(keystoreUserId, registration)
      renewed?.write()
      keys.putKeyEncryptionKey({
        id: call.newId(),
        keystore_user_id: keystoreUserId,
        serialized_key_encryption_key: body.serialized_key_encryption_key,
        created_at: call.now,
      })
      sessions.deleteAllOf({ keystoreUserId, vaultUserId }, call.session.id)
      loginKeys.endAllBut(keystoreUserId, keptLoginKeys)
      challenges.forget(username) // they would still accept the old passphrase
      return { user: { id: keystoreUserId, username } }
    },

    srpUsersRestorePost(call, { body }) {
      const { id, vault_user_id } = proofs.accept(call, body, 'restore_passphrase')
      const former = kept.find(id, call.now)
      if (former === undefined) throw new Error('a proof of a passphrase that is not stored')
      const { serialized_key_encryption_key, former_keys, ...verifier } = former
      accounts.replaceVerifier(id, verifier)
      if (serialized_key_encryption_key === null) keys.deleteKeyEncryptionKey(id)
      else {
        const key = { keystore_user_id: id, serialized_key_encryption_key, created_at: call.now }
        keys.putKeyEncryptionKey({ id: call.newId(), ...key })
      }
      if (former_keys !== null) renewal.restore(call, { keystoreUserId: id, vaultUserId: vault_user_id }, former_keys)
      kept.forget(id)
      sessions.deleteAllOf({ keystoreUserId: id, vaultUserId: vault_user_id }, undefined)
      loginKeys.endAllBut(id, [])
      challenges.forget(body.username)
      return { user: { id, username: body.username } }
    },
  }
}

/**
 * Refuses unknown ids, because a misspelt one would end the intended login key.
 *
 * @throws {ServiceError} `invalid_params`
 */
function requireOwnLoginKeys(named: readonly string[], own: readonly string[]): void {
  const faulty = named.flatMap((id, index) => (own.includes(id) ? [] : [index]))
  if (faulty.length === 0) return
  throw faultyFieldsError(
    faulty.map((index) => ({
      path: `keep_login_keys[${index}]`,
      code: 'invalid_params',
      rule: 'is not a login key of this user',
    })),
  )
}

/**
 * Refuses to keep login keys if all keys are replaced, because programs with the old keys would encrypt values that
 * nobody else can open.
 *
 * @throws {ServiceError} `invalid_params`
 */
function requireAlone(keptLoginKeys: readonly string[], loginKeyPair: NewLoginKeyPair | undefined): void {
  const paths = [
    ...(keptLoginKeys.length > 0 ? ['keep_login_keys'] : []),
    ...(loginKeyPair === undefined ? [] : ['new_login_key_pair']),
  ]
  if (paths.length === 0) return
  const rule = 'must be empty if all keys are replaced'
  throw faultyFieldsError(paths.map((path) => ({ path, code: 'invalid_params', rule })))
}

/** Handlers of the public parameters of the passphrase derivation, whose content is not validated. */
export function passphraseArtefactHandlers(
  artefacts: PassphraseArtefactStore,
): HandlersFor<typeof passphraseArtefactOperations> {
  return {
    passphraseDerivationArtefactPost(call, { body }) {
      const { derivation_artefacts, verification_artefacts } = body
      const artefact = { derivation_artefacts, verification_artefacts }
      const owner = { keystore_user_id: call.keystoreUserId, created_at: call.now }
      const id = artefacts.put({ id: call.newId(), ...owner, ...artefact })
      return { passphrase_derivation_artefact: { id, ...artefact } }
    },

    passphraseDerivationArtefactGet(call) {
      const artefact = artefacts.find(call.keystoreUserId)
      if (artefact === undefined) throw new ServiceError('not_found', 'This user has not stored passphrase artefacts.')
      return { passphrase_derivation_artefact: artefact }
    },
  }
}
