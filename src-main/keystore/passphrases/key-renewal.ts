import type { FaultyField } from '../../../shared/contract/errors.ts'
import { faultyFieldsError } from '../../../shared/contract/errors.ts'
import type { NewKeys, NewLoginKeyPair } from '../../../shared/contract/passphrase-changes.ts'
import { publicKeyFingerprint } from '../../crypto/session-token-seal.ts'
import type { Change } from '../../service/call.ts'
import { loginKeyTaken, namingPublicKeyFaults } from '../../service/public-key-faults.ts'
import { keyLost } from '../delegations/delegation-rules.ts'
import type { DelegationStore } from '../delegations/delegation-store.ts'
import type { VaultOfDelegations } from '../delegations/vault-of-delegations.ts'
import type { EncryptionKeyStore } from '../encryption-keys/encryption-key-store.ts'
import type { KeyHolder, KeyRenewalStore, WrappedKeys } from './key-renewal-store.ts'

/** The wrapped keys before the renewal, to restore them. */
export interface FormerKeys extends WrappedKeys {
  /** The added data-encryption key, which a restore removes; null if only the login key pair was replaced. */
  readonly added_data_encryption_key_id: string | null
}

interface SentKeys {
  readonly new_keys?: NewKeys | undefined
  readonly new_login_key_pair?: NewLoginKeyPair | undefined
}

interface PlannedKeys {
  readonly former: FormerKeys
  write(): void
}

interface KeyRenewalDependencies {
  readonly store: KeyRenewalStore
  readonly keys: Pick<EncryptionKeyStore, 'deleteDataEncryptionKey'>
  readonly delegations: Pick<DelegationStore, 'grantedBy' | 'update'>
  readonly vault: Pick<VaultOfDelegations, 'keyLost'>
}

const LOGIN_KEY_PATH = 'new_keys.login_key_pair'
const LOGIN_KEY_ALONE = 'new_login_key_pair'

/** Replaces all keys of a user by new ones from a client. The service can open neither. */
export function createKeyRenewal({ store, keys, delegations, vault }: KeyRenewalDependencies) {
  return {
    /**
     * Prepares the new keys from the body and the stored keys, without writing.
     *
     * @returns undefined if no keys are replaced
     * @throws {ServiceError} `invalid_params` unless every key is listed exactly once; `invalid_public_key`,
     *   `name_taken`
     */
    plan(call: Change, holder: KeyHolder, { new_keys, new_login_key_pair }: SentKeys): PlannedKeys | undefined {
      if (new_keys !== undefined) return planAll(call, holder, new_keys)
      return new_login_key_pair && planLoginKeyPair(holder, new_login_key_pair)
    },

    restore(call: Change, holder: KeyHolder, former: FormerKeys): void {
      const { login_public_key, added_data_encryption_key_id: added } = former
      if (login_public_key === null) throw new Error('keys are renewed only for users with a login key')
      store.write(holder, former, publicKeyFingerprint(login_public_key))
      if (added === null) return
      keys.deleteDataEncryptionKey(holder.keystoreUserId, added)
      askForNewKey(call, holder.keystoreUserId)
    },
  }

  function planAll(call: Change, holder: KeyHolder, sent: NewKeys): PlannedKeys {
    const former = store.read(holder)
    requireComplete(former, sent)
    const fingerprint = fingerprintOf(holder, sent.login_key_pair, LOGIN_KEY_PATH)
    const added = { id: call.newId(), created_at: call.now }
    return {
      former: { ...former, added_data_encryption_key_id: added.id },
      write() {
        store.write(holder, renewed(former, sent, added), fingerprint)
        askForNewKey(call, holder.keystoreUserId)
      },
    }
  }

  /** Replaces only the login key pair, so that others who knew it can no longer log in. */
  function planLoginKeyPair(holder: KeyHolder, sent: NewLoginKeyPair): PlannedKeys {
    const stored = store.read(holder)
    const login = requireLoginPair(stored, LOGIN_KEY_ALONE)
    if (sent.id !== login.id) throw faultyFieldsError([notTheLoginPair(LOGIN_KEY_ALONE)])
    const fingerprint = fingerprintOf(holder, sent, LOGIN_KEY_ALONE)
    const former = { ...stored, data_encryption_keys: [], delegations: [], key_pairs: [login] }
    const written = { ...former, key_pairs: [sent], login_public_key: sent.public_key }
    return {
      former: { ...former, added_data_encryption_key_id: null },
      write: () => store.write(holder, written, fingerprint),
    }
  }

  function fingerprintOf(holder: KeyHolder, { public_key }: NewLoginKeyPair, path: string): string {
    const fingerprint = namingPublicKeyFaults(() => publicKeyFingerprint(public_key), `${path}.public_key`)
    if (store.isLoginKeyOfAnother(holder, fingerprint)) throw loginKeyTaken(`${path}.public_key`)
    return fingerprint
  }

  /**
   * Removes the keys of delegates, which are useless now, and asks the account owner's clients to hand over new ones.
   */
  function askForNewKey(change: Change, accountOwnerId: string): void {
    for (const delegation of delegations.grantedBy(accountOwnerId)) {
      if (delegation.account_owner_kek === null) continue
      delegations.update(keyLost(delegation))
      vault.keyLost(change, delegation.delegation_token)
    }
  }
}

interface AddedKey {
  readonly id: string
  readonly created_at: string
}

function renewed(former: WrappedKeys, sent: NewKeys, added: AddedKey): WrappedKeys {
  const dataKeys = new Map(sent.data_encryption_keys.map((key) => [key.id, key]))
  const pairs = new Map([...sent.key_pairs, sent.login_key_pair].map((pair) => [pair.id, pair]))
  return {
    data_encryption_keys: [
      ...former.data_encryption_keys.map((key) => ({ ...key, ...dataKeys.get(key.id) })),
      { ...added, serialized_data_encryption_key: sent.private_data_encryption_key },
    ],
    key_pairs: former.key_pairs.map((pair) => ({ ...pair, ...pairs.get(pair.id) })),
    delegations: sent.delegations,
    login_public_key: sent.login_key_pair.public_key,
    private_dek_external_id: added.id,
  }
}

/** Requires every key, because a key left under the old key-encryption key could never be opened again. */
function requireComplete(former: WrappedKeys, sent: NewKeys): void {
  const login = requireLoginPair(former, 'new_keys').id
  const faults = [
    ...faultsOf('data_encryption_keys', sent.data_encryption_keys, former.data_encryption_keys),
    ...faultsOf(
      'key_pairs',
      sent.key_pairs,
      former.key_pairs.filter(({ id }) => id !== login),
    ),
    ...faultsOf('delegations', sent.delegations.map(namedByToken), former.delegations.map(namedByToken)),
    ...(sent.login_key_pair.id === login ? [] : [notTheLoginPair(LOGIN_KEY_PATH)]),
  ]
  if (faults.length > 0) throw faultyFieldsError(faults)
}

function requireLoginPair({ login_public_key, key_pairs, private_dek_external_id }: WrappedKeys, path: string) {
  const fingerprint = login_public_key === null ? undefined : publicKeyFingerprint(login_public_key)
  const pair = key_pairs.find(({ public_key }) => publicKeyFingerprint(public_key) === fingerprint)
  if (pair !== undefined && private_dek_external_id !== null) return pair
  throw faultyFieldsError([fault(path, 'is only for users whose registration is complete')])
}

function notTheLoginPair(path: string): FaultyField {
  return fault(`${path}.id`, "is not the user's login key pair")
}

interface Named {
  readonly id: string
}

const namedByToken = ({ delegation_token }: { readonly delegation_token: string }) => ({ id: delegation_token })

const NAME_OF = { data_encryption_keys: 'id', key_pairs: 'id', delegations: 'delegation_token' } as const

function faultsOf(list: keyof typeof NAME_OF, sent: readonly Named[], stored: readonly Named[]) {
  const missing = new Set(stored.map(({ id }) => id))
  const faults = sent.flatMap(({ id }, index) =>
    missing.delete(id)
      ? []
      : [fault(`new_keys.${list}[${index}].${NAME_OF[list]}`, 'is not one of the remaining keys of the user')],
  )
  if (missing.size > 0) faults.push(fault(`new_keys.${list}`, `omits ${missing.size} of the keys of the user`))
  return faults
}

function fault(path: string, rule: string): FaultyField {
  return { path, code: 'invalid_params', rule }
}
