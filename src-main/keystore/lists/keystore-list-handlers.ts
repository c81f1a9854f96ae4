import { faultyFieldsError, ServiceError } from '../../../shared/contract/errors.ts'
import type { keystoreListOperations } from '../../../shared/contract/keystore-lists.ts'
import { publicKeyFingerprint, readPublicKey } from '../../crypto/session-token-seal.ts'
import type { HandlersFor } from '../../service/call.ts'
import { isoTime } from '../../service/ports.ts'
import { isShown } from '../key-pairs/key-pair-handlers.ts'
import type { LoginKeys } from '../sessions/login-keys.ts'
import type { Proofs } from '../sessions/proofs.ts'
import type { KeystoreListStore, PublicKeyPair } from './keystore-list-store.ts'

interface KeystoreListDependencies {
  readonly loginKeys: Pick<LoginKeys, 'createLoginKey'>
  readonly proofs: Pick<Proofs, 'accept' | 'accountOf'>
}

/** Handlers that list and end a user's own sessions, key pairs and login keys. */
export function keystoreListHandlers(
  store: KeystoreListStore,
  { loginKeys, proofs }: KeystoreListDependencies,
): HandlersFor<typeof keystoreListOperations> {
  return {
    sessionsGet({ keystoreUserId, vaultUserId, session, now }) {
      const sessions = store.findSessions({ keystoreUserId, vaultUserId }, now)
      return { sessions: sessions.map((one) => ({ ...one, current: one.id === session.id })) }
    },

    sessionsIdDelete({ keystoreUserId, vaultUserId, now }, { params }) {
      if (!store.deleteSession({ keystoreUserId, vaultUserId }, params.id, now)) throw notFound('running session')
      return undefined
    },

    keypairsGet({ keystoreUserId, delegation }) {
      const keyPairs = store.findKeyPairs(keystoreUserId)
      return { keypairs: keyPairs.filter((one) => isShown(delegation, one)).map(renderKeyPair) }
    },

    loginKeysGet: ({ keystoreUserId }) => ({ login_keys: [...store.findLoginKeys(keystoreUserId)] }),

    loginKeysPost(call, { body: { label, expire_at, srp_a, srp_m } }) {
      const { username } = proofs.accountOf(call.keystoreUserId)
      const expireAt = expiryOf(expire_at, call.nowMs)
      proofs.accept(call, { username, srp_a, srp_m }, 'login_key')
      return loginKeys.createLoginKey(call, { keystoreUserId: call.keystoreUserId, label, expireAt })
    },

    loginKeysIdDelete({ keystoreUserId }, { params }) {
      if (!store.deleteLoginKey(keystoreUserId, params.id)) throw notFound('login key')
      return undefined
    },
  }
}

/** Converts the expiry to UTC, so that stored times can be compared as text. */
function expiryOf(requested: string | null | undefined, nowMs: number): string | null {
  if (requested === null || requested === undefined) return null
  const expiresAtMs = Date.parse(requested)
  if (expiresAtMs > nowMs) return isoTime(expiresAtMs)
  throw faultyFieldsError([{ path: 'expire_at', code: 'invalid_params', rule: 'must be in the future' }])
}

function renderKeyPair({ id, public_key, metadata, external_identifiers }: PublicKeyPair) {
  return {
    id,
    public_key,
    key_type: readPublicKey(public_key).family === 'rsa' ? ('rsa' as const) : ('pdv1' as const),
    fingerprint: publicKeyFingerprint(public_key),
    metadata: { ...metadata },
    external_identifiers: [...external_identifiers],
  }
}

function notFound(what: string): ServiceError {
  return new ServiceError('not_found', `No ${what} of this user has this id.`)
}
