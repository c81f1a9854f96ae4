import { keystoreChildUserOperations } from '../../shared/contract/child-users.ts'
import { delegationOperations } from '../../shared/contract/delegations.ts'
import { encryptionKeyOperations } from '../../shared/contract/encryption-keys.ts'
import { externalAdmissionTokenOperations } from '../../shared/contract/external-admission-tokens.ts'
import { keyPairOperations } from '../../shared/contract/key-pairs.ts'
import { keystoreDeletionQueueOperations } from '../../shared/contract/keystore-deletion-queue.ts'
import { keystoreListOperations } from '../../shared/contract/keystore-lists.ts'
import { keystoreSessionOperations } from '../../shared/contract/keystore-sessions.ts'
import { passphraseArtefactOperations } from '../../shared/contract/passphrase-artefacts.ts'
import { passphraseOperations } from '../../shared/contract/passphrase-changes.ts'
import { usernameOperations } from '../../shared/contract/usernames.ts'
import { createIssuedUsernames } from '../crypto/issued-username.ts'
import type { LocalKey } from '../crypto/keys.ts'
import { deriveServerSecret, openRecord, sealRecord } from '../crypto/local-key.ts'
import { randomBytes } from '../crypto/random.ts'
import { hashToken, newDelegationToken, newSecretToken } from '../crypto/token.ts'
import {
  REGISTRATIONS,
  usernameHandlers,
  keystoreDeletionQueueHandlers,
  externalAdmissionTokenHandlers,
} from '../keystore/accounts/account-handlers.ts'
import { accountStore } from '../keystore/accounts/account-store.ts'
import { childUserHandlers } from '../keystore/delegations/keystore-child-user-handlers.ts'
import { delegationHandlers } from '../keystore/delegations/keystore-delegation-handlers.ts'
import { delegationStore } from '../keystore/delegations/delegation-store.ts'
import { createDelegationsOfVault } from '../keystore/delegations/delegations-of-vault.ts'
import { createGrowingUp } from '../keystore/delegations/grow-up.ts'
import { deleteDueKeystoreUsers } from '../keystore/delegations/leave-keystore.ts'
import type { VaultOfDelegations } from '../keystore/delegations/vault-of-delegations.ts'
import { keystorePurgeStore } from '../keystore/purge/keystore-purge-store.ts'
import { encryptionKeyHandlers } from '../keystore/encryption-keys/encryption-key-handlers.ts'
import { encryptionKeyStore } from '../keystore/encryption-keys/encryption-key-store.ts'
import { keyPairHandlers } from '../keystore/key-pairs/key-pair-handlers.ts'
import { keyPairStore } from '../keystore/key-pairs/key-pair-store.ts'
import { keyPairUses } from '../keystore/key-pairs/key-pair-use-store.ts'
import { keystoreListHandlers } from '../keystore/lists/keystore-list-handlers.ts'
import { keystoreListStore } from '../keystore/lists/keystore-list-store.ts'
import { identityStore } from '../keystore/oidc/identity-store.ts'
import { passphraseArtefactStore } from '../keystore/passphrase-artefacts/passphrase-artefact-store.ts'
import { keptPassphraseStore } from '../keystore/passphrases/kept-passphrase-store.ts'
import type { KeptPassphrases } from '../keystore/passphrases/kept-passphrases.ts'
import { createKeptPassphrases } from '../keystore/passphrases/kept-passphrases.ts'
import { keyRenewalStore } from '../keystore/passphrases/key-renewal-store.ts'
import { createKeyRenewal } from '../keystore/passphrases/key-renewal.ts'
import { passphraseArtefactHandlers, passphraseHandlers } from '../keystore/passphrases/passphrase-handlers.ts'
import { createChallengeBook } from '../keystore/sessions/challenge-book.ts'
import { keystoreSessionHandlers } from '../keystore/sessions/keystore-session-handlers.ts'
import { loginKeyStore } from '../keystore/sessions/login-key-store.ts'
import { createLoginKeys } from '../keystore/sessions/login-keys.ts'
import type { LoginKeys } from '../keystore/sessions/login-keys.ts'
import { createProofs, SRP_ATTEMPTS } from '../keystore/sessions/proofs.ts'
import type { AdmissionTokens } from '../service/issued-admission-tokens.ts'
import { createAdmissionTokens } from '../service/issued-admission-tokens.ts'
import { createAttemptLimiter } from '../service/attempt-limiter.ts'
import type { FailedAttemptStore } from '../service/attempt-limiter.ts'
import { sqliteAdmissionTokenStore } from '../service/credential-store.ts'
import { byId } from '../service/handler-table.ts'
import { countedBySender, createRateLimiter } from '../service/rate-limiter.ts'
import type { AnyHandler } from '../service/service-dispatch.ts'
import { endSessions } from '../service/sessions.ts'
import type { IssueSession, SessionStore } from '../service/sessions.ts'
import type { TimedWork } from '../service/timed-work.ts'
import type { Connection } from '../sqlite/database.ts'

export interface KeystoreSettings {
  /** Whether only usernames from POST /srp/username can be registered. Default true. */
  readonly requireIssuedUsername?: boolean
}

interface KeystoreParts {
  readonly connection: Connection
  readonly localKey: LocalKey
  readonly settings: KeystoreSettings
  readonly sessions: SessionStore
  readonly issueSession: IssueSession
  readonly admissionTokens: AdmissionTokens
  readonly failedAttempts: FailedAttemptStore
  readonly elapsedMs: () => number
  readonly vault: VaultOfDelegations
}

/** Joins the key-store's stores, rules and handlers. `loginKeys` is for the workbench. */
export function wireKeystore(parts: KeystoreParts): {
  readonly handlers: Readonly<Record<string, AnyHandler>>
  readonly loginKeys: LoginKeys
  readonly timedWork: readonly TimedWork[]
} {
  const { connection, sessions, issueSession } = parts
  const accounts = accountStore(connection)
  const keys = encryptionKeyStore(connection)
  const challenges = createChallengeBook()
  const { elapsedMs, failedAttempts, localKey } = parts
  const registrations = countedBySender(() => createRateLimiter(REGISTRATIONS))
  const loginKeys = createLoginKeys(loginKeyStore(connection), { newSecretToken, hashToken })
  const kept = wireReplacedPassphrases(connection, localKey)
  const delegations = delegationStore(connection)
  const keyPairs = keyPairStore(connection)
  const { vault } = parts
  const renewal = createKeyRenewal({ store: keyRenewalStore(connection), keys, delegations, vault })
  const growUp = createGrowingUp({ accounts, keys, keyPairs, vault })
  const serverSecret = deriveServerSecret(localKey)
  const usernames = createIssuedUsernames(serverSecret)
  const proofs = createProofs({
    accounts,
    kept,
    challenges,
    failedProofs: countedBySender((sender) =>
      createAttemptLimiter(failedAttempts, { name: SRP_FAILURES[sender], ...SRP_ATTEMPTS, elapsedMs }),
    ),
    serverSecret,
  })
  const requireIssuedUsername = parts.settings.requireIssuedUsername ?? true
  const handlers = {
    ...byId(
      usernameOperations,
      usernameHandlers({ accounts, registrations, growUp, usernames, requireIssuedUsername }),
    ),
    ...byId(
      passphraseOperations,
      passphraseHandlers({ accounts, keys, sessions, challenges, loginKeys, proofs, kept, renewal }),
    ),
    ...byId(
      keystoreSessionOperations,
      keystoreSessionHandlers({ accounts, sessions, issueSession, loginKeys, proofs }),
    ),
    ...byId(externalAdmissionTokenOperations, externalAdmissionTokenHandlers(parts.admissionTokens)),
    ...byId(encryptionKeyOperations, encryptionKeyHandlers(keys)),
    ...byId(passphraseArtefactOperations, passphraseArtefactHandlers(passphraseArtefactStore(connection))),
    ...byId(keyPairOperations, keyPairHandlers(keyPairs, keyPairUses(connection))),
    ...byId(keystoreDeletionQueueOperations, keystoreDeletionQueueHandlers(accounts)),
    ...byId(delegationOperations, delegationHandlers({ delegations, vault, newToken: newDelegationToken })),
    ...byId(keystoreChildUserOperations, childUserHandlers({ accounts, keys, keyPairs, delegations, vault })),
    ...byId(keystoreListOperations, keystoreListHandlers(keystoreListStore(connection), { loginKeys, proofs })),
  }
  const queue = keystorePurgeStore(connection)
  return {
    handlers,
    loginKeys,
    timedWork: [endSessions(sessions), deleteDueKeystoreUsers(queue, { accounts, delegations, vault })],
  }
}

/** The vault's calls about delegations. */
export function wireDelegationsOfVault(connection: Connection) {
  return createDelegationsOfVault({
    delegations: delegationStore(connection),
    accounts: accountStore(connection),
    newToken: newDelegationToken,
  })
}

/** Counts failed proofs over the network and in the window separately. */
const SRP_FAILURES = { network: 'srp', window: 'srp-window' } as const

/** Replaced passphrases over SQLite, sealed under the local key. */
function wireReplacedPassphrases(connection: Connection, localKey: LocalKey): KeptPassphrases {
  const place = (id: string) => ({ table: 'replaced_passphrases', id })
  return createKeptPassphrases(keptPassphraseStore(connection), {
    seal: (id, content) => sealRecord(localKey, place(id), content),
    open: (id, sealed) => openRecord(localKey, place(id), sealed),
  })
}

/** Admission tokens over SQLite, sealed under the local key; vault and key-store share them. */
export function wireAdmissionTokens(
  connection: Connection,
  localKey: LocalKey,
  sessions: Pick<SessionStore, 'linkVaultUser'>,
): AdmissionTokens {
  const identities = identityStore(connection)
  const place = (id: string) => ({ table: 'admission_tokens', id })
  return createAdmissionTokens(
    sqliteAdmissionTokenStore(connection),
    {
      randomBytes,
      hashToken,
      seal: (id, content) => sealRecord(localKey, place(id), content),
      open: (id, sealed) => openRecord(localKey, place(id), sealed),
    },
    (keystoreUserId, vaultUserId) => {
      identities.link(keystoreUserId, vaultUserId)
      sessions.linkVaultUser(keystoreUserId, vaultUserId)
    },
  )
}
