import { ServiceError } from '../../../shared/contract/errors.ts'
import type { SignInWithToken } from '../../service/authenticate.ts'
import type { TokenIssuer } from '../../service/call.ts'
import type { IdSource, InTransaction } from '../../service/ports.ts'
import { isoTime } from '../../service/ports.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AcceptedIssuer, CheckedToken } from './check-token.ts'
import { checkToken } from './check-token.ts'
import type { Accounts, IdentityStore, StoredIdentity } from './identity-store.ts'

interface IdentityDependencies {
  readonly identities: IdentityStore
  readonly accounts: Pick<AccountStore, 'add'>
  /** Links the two accounts of one person, with all their sessions. */
  readonly linkAccounts: (keystoreUserId: string, vaultUserId: string) => void
  readonly newId: IdSource
  /** Used only for new users, so that known ones are found even if nothing can be written. */
  readonly inTransaction: InTransaction
}

type FindIdentity = ReturnType<typeof createIdentities>

/**
 * Finds the user of a token by issuer and subject, and creates one for a new subject (docs/contract/keystore.md, OpenID
 * Connect). The user of an identity is decided once, at its first token.
 */
export function createIdentities({ identities, accounts, linkAccounts, newId, inTransaction }: IdentityDependencies) {
  /**
   * @param part the called part; if the user has no account in it yet, one is created
   * @throws {ServiceError} `forbidden` if the token refers to a user whom its issuer may not take over
   */
  return function findIdentity(token: CheckedToken, part: TokenIssuer, nowMs: number): StoredIdentity {
    const known = identities.find(token.issuer.issuer, token.subject)
    if (known !== undefined && hasAccount(known, part)) return known
    return inTransaction(() => withAccount(known ?? newIdentity(token, part, nowMs), token, { part, nowMs }))
  }

  function newIdentity(token: CheckedToken, part: TokenIssuer, nowMs: number): StoredIdentity {
    const previous = previousAccounts(token)
    const identity: StoredIdentity = {
      id: newId(),
      issuer: token.issuer.issuer,
      subject: token.subject,
      ...(previous ?? openAccount(token, part, nowMs)),
      carried_over: previous === undefined ? 0 : 1,
      created_at: isoTime(nowMs),
    }
    identities.add(identity)
    return identity
  }

  /**
   * Finds the previous user of a token by user id, or else by the subject at another issuer. Only users whom the
   * token's issuer may take over count, because unrelated issuers may have equal subjects.
   */
  function previousAccounts({ issuer, previousUser }: CheckedToken): Accounts | undefined {
    if (previousUser === undefined) return undefined
    const byId = identities.findAccounts(previousUser.toLowerCase())
    const bySubject = identities.findBySubject(previousUser).filter((one) => one.issuer !== issuer.issuer)
    if (byId === undefined && bySubject.length === 0) return undefined
    if (byId !== undefined && mayCarryOver(issuer, byId)) return byId
    const [first, ...others] = bySubject.filter(
      (one) => issuer.carries_over_from.includes(one.issuer) && !identities.isRepresented(one),
    )
    if (first === undefined || !others.every((other) => isSamePerson(first, other))) throw notCarriedOver()
    const { keystore_user_id, vault_user_id } = first
    return { keystore_user_id, vault_user_id }
  }

  /** Whether an issuer is configured to take over this user. */
  function mayCarryOver({ carries_over_from, carries_over_accounts }: AcceptedIssuer, person: Accounts): boolean {
    if (identities.isRepresented(person)) return false
    const issuers = identities.issuersOf(person)
    return issuers.length === 0 ? carries_over_accounts : issuers.some((one) => carries_over_from.includes(one))
  }

  function withAccount(
    identity: StoredIdentity,
    token: CheckedToken,
    { part, nowMs }: { readonly part: TokenIssuer; readonly nowMs: number },
  ): StoredIdentity {
    if (hasAccount(identity, part)) return identity
    const { keystore_user_id, vault_user_id } = identity
    const opened = openAccount(token, part, nowMs)
    const keystoreUserId = keystore_user_id ?? opened.keystore_user_id
    const vaultUserId = vault_user_id ?? opened.vault_user_id
    // One of the two must exist: an identity without accounts is not stored.
    if (keystoreUserId === null || vaultUserId === null) throw new Error('an identity without any account')
    linkAccounts(keystoreUserId, vaultUserId)
    return { ...identity, keystore_user_id: keystoreUserId, vault_user_id: vaultUserId }
  }

  /** Creates an account without a login, which can be used only with tokens. */
  function openAccount({ email, fullName }: CheckedToken, part: TokenIssuer, nowMs: number): Accounts {
    const id = newId()
    const now = isoTime(nowMs)
    if (part === 'vault') {
      identities.addVaultUser({ id, full_name: fullName ?? null, email: email ?? '', joined_at: now })
      return { vault_user_id: id, keystore_user_id: null }
    }
    accounts.add({
      id,
      username: null,
      srp_salt: null,
      srp_verifier: null,
      vault_user_id: null,
      created_at: now,
      queued_for_deletion_after: null,
    })
    return { vault_user_id: null, keystore_user_id: id }
  }
}

interface SignInDependencies {
  /** Finds the accepted issuer with exactly this name. */
  readonly findIssuer: (issuer: string) => AcceptedIssuer | undefined
  readonly findIdentity: FindIdentity
}

/** Checks a token and finds its user. Each token counts as a session of its own. */
export function createOidcSignIn({ findIssuer, findIdentity }: SignInDependencies): SignInWithToken {
  return async (token, part, nowMs) => {
    const checked = await checkToken(token, findIssuer, nowMs)
    const identity = findIdentity(checked, part, nowMs)
    return {
      session: {
        id: identity.id,
        type: 'oidc',
        issued_by: part, // both parts accept a token of an identity provider
        opened_by: 'oidc',
        token,
        valid_from: checked.validFrom,
        valid_till: checked.validTill,
        client_identifier: null,
        timezone: null,
        delegation_token: null,
      },
      caller: { vaultUserId: identity.vault_user_id, keystoreUserId: identity.keystore_user_id },
    }
  }
}

function hasAccount({ keystore_user_id, vault_user_id }: Accounts, part: TokenIssuer): boolean {
  return (part === 'vault' ? vault_user_id : keystore_user_id) !== null
}

function isSamePerson(one: Accounts, other: Accounts): boolean {
  return (
    (one.keystore_user_id !== null && one.keystore_user_id === other.keystore_user_id) ||
    (one.vault_user_id !== null && one.vault_user_id === other.vault_user_id)
  )
}

function notCarriedOver(): ServiceError {
  return new ServiceError(
    'forbidden',
    'The JSON Web Token names a previous user whom its issuer may not take over; see the settings of the issuers.',
    { extraInfo: { reason: 'identity_not_carried_over' } },
  )
}
