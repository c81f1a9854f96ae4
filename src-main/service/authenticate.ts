import { timingSafeEqual } from 'node:crypto'
import { ServiceError } from '../../shared/contract/errors.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import type { MaybePromise } from './maybe-promise.ts'
import { andThen } from './maybe-promise.ts'
import type { AttemptLimiter } from './attempt-limiter.ts'
import type { createActing } from './acting-for-another.ts'
import type { Acting, Principal, Session, TokenIssuer } from './call.ts'
import type { RequestHeaders } from './headers.ts'
import { readHeader } from './headers.ts'
import { requireGuard } from './owner-session.ts'
import type { Secrets } from './ports.ts'

/** A session as stored: without the token, of which only the hash is stored. */
export interface StoredSession extends Omit<Session, 'token' | 'type'> {
  readonly vault_user_id: string | null
  readonly keystore_user_id: string | null
  /** 1 once it has expired; it stays 1 when the clock is set back. */
  readonly ended: 0 | 1
}

/** A stored session, and whether its user is the agent of a suspended organization or service. */
export interface FoundSession extends StoredSession {
  /** Absent when the user cannot be an agent. */
  readonly suspended?: 0 | 1
}

/** Finds credentials. */
export interface CredentialStore {
  findSessionByTokenHash(tokenHash: Uint8Array): FoundSession | undefined
  /** Whether a user has a passphrase to log in with, whatever credential this call uses. */
  hasPassphrase(person: Principal): boolean
  hasSubscriptionKeys(): boolean
  findSubscriptionKeyId(keyHash: Uint8Array): string | undefined
  /** Called at each call with a known key. */
  noteKeyUse(id: string, nowMs: number): void
}

export interface AuthenticationSettings {
  /** Makes the subscription key mandatory on vault and key-store calls too; exchange calls always need it. */
  readonly requireSubscriptionKey: boolean
  /** Makes each part accept only the tokens that it issued itself. */
  readonly separateTokens: boolean
  /** SHA-256 of the current operator password, read at every operator call; undefined refuses all operator calls. */
  readonly operatorPasswordHash: () => Uint8Array | undefined
}

/** A signed-in user, and the user for whom the call is made. */
export interface Authenticated extends Acting {
  readonly session: Session
}

/** The user who signed in, with the ids of both accounts. */
export interface SignedIn {
  readonly session: Session
  readonly caller: Principal
}

/**
 * Signs in the user of a JSON Web Token.
 *
 * @param part the part that is called; the user has an account in it afterwards
 * @throws {ServiceError} `unauthorized`, `forbidden`
 */
export type SignInWithToken = (token: string, part: TokenIssuer, nowMs: number) => Promise<SignedIn>

/** A caller of the exchange or of the verifier's requests, of whom only the subscription key is known. */
export interface KeyHolder {
  readonly subscriptionKeyId: string
}

/** Who makes a call; undefined for public and operator calls. */
export type Caller = Authenticated | KeyHolder | undefined

const SUPPORTED_CLIENT_MAJOR = 2
const JWT_FORM = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/
const BEARER = /^bearer\s+/i

interface AuthenticationRules extends Pick<ReturnType<typeof createActing>, 'actFor'> {
  readonly operatorAttempts: AttemptLimiter
  readonly signInWithToken: SignInWithToken
}

/**
 * Identifies the caller before the body is read: by client version, subscription key, then the credentials that the
 * operation needs (docs/contract/vault.md, Credentials; docs/contract/keystore.md, Requests).
 */
export function createAuthenticator(
  store: CredentialStore,
  secrets: Pick<Secrets, 'hashToken'>,
  settings: AuthenticationSettings,
  { operatorAttempts, actFor, signInWithToken }: AuthenticationRules,
) {
  /**
   * Answers synchronously, except for a JSON Web Token.
   *
   * @throws {ServiceError} `upgrade_required`, `subscription_key_invalid`, `unauthorized`, `admin_password_invalid`, …
   */
  return function authenticate(
    operation: Operation,
    headers: RequestHeaders,
    nowMs: number,
    overNetwork: boolean,
  ): MaybePromise<Caller> {
    if (isForWallets(operation)) return undefined // wallets have no key, and their headers are ignored
    if (isInBlobStore(operation)) return undefined // the signature of the address authorizes its use
    refuseNewerClient(operation, headers)
    const subscriptionKeyId = checkSubscriptionKey(operation, headers, { nowMs, overNetwork })
    if (isForOperator(operation)) checkOperatorPassword(headers, { nowMs, overNetwork })
    if (needsSubscriptionKey(operation)) return subscriptionKeyId === undefined ? undefined : { subscriptionKeyId }
    if (operation.auth === 'optional' && readCredential(headers) === undefined) return undefined
    if (!hasUser(operation) && !isMadeByDelegate(operation, headers)) return undefined
    return andThen(findSession(operation, headers, nowMs), (signedIn) => {
      requireAccountOf(operation, signedIn)
      const authenticated = { session: signedIn.session, ...actFor(operation, headers, signedIn) }
      requireGuard(operation, authenticated, (person) => store.hasPassphrase(person))
      return authenticated
    })
  }

  /** @returns the id of the key, if one was sent and checked */
  function checkSubscriptionKey(
    operation: Operation,
    headers: RequestHeaders,
    { nowMs, overNetwork }: { readonly nowMs: number; readonly overNetwork: boolean },
  ): string | undefined {
    const key = readHeader(headers, 'subscriptionKey')
    const mandatory = needsSubscriptionKey(operation) || (settings.requireSubscriptionKey && overNetwork)
    if (key === undefined) {
      if (mandatory && !isOpenToAll(operation)) {
        throw new ServiceError('subscription_key_invalid', 'The Service-Subscription-Key header is missing.')
      }
      return undefined
    }
    // Where no key was ever issued there is nothing to compare with.
    if (!mandatory && !store.hasSubscriptionKeys()) return undefined
    const id = store.findSubscriptionKeyId(secrets.hashToken(key))
    if (id === undefined) throw new ServiceError('subscription_key_invalid', 'The subscription key is not known here.')
    store.noteKeyUse(id, nowMs)
    return id
  }

  /** Counts guesses over the network separately, so that they cannot lock out the operator in the window. */
  function checkOperatorPassword(
    headers: RequestHeaders,
    { nowMs, overNetwork }: { readonly nowMs: number; readonly overNetwork: boolean },
  ): void {
    const counter = overNetwork ? 'network' : 'window'
    operatorAttempts.refuseWhenExhausted(counter, nowMs)
    operatorAttempts.storeFailures(counter, nowMs)
    const password = readHeader(headers, 'operatorPassword')
    const expected = settings.operatorPasswordHash()
    if (password !== undefined && expected !== undefined && timingSafeEqual(secrets.hashToken(password), expected))
      return
    if (password !== undefined) operatorAttempts.recordFailure(counter, nowMs)
    throw new ServiceError('admin_password_invalid', 'The operator password is missing or wrong.')
  }

  function findSession(operation: Operation, headers: RequestHeaders, nowMs: number): MaybePromise<SignedIn> {
    const credential = readCredential(headers)
    if (credential === undefined) throw unauthorized('token_missing', 'Sign in first: no access token was sent.')
    const token = credential.replace(BEARER, '')
    if (JWT_FORM.test(token)) {
      return andThen(signInWithToken(token, operation.api === 'keystore' ? 'keystore' : 'vault', nowMs), (signedIn) => {
        refuseWhereSessionIsNeeded(operation) // after signing in, because an invalid token is to be reported first
        return signedIn
      })
    }
    if (readHeader(headers, 'userToken') === undefined) {
      throw unauthorized('invalid_jwt', 'The OpenID Connect token is not a JSON Web Token.')
    }
    const stored = store.findSessionByTokenHash(secrets.hashToken(token))
    if (stored === undefined) throw unauthorized('token_invalid', 'The access token is not known; sign in again.')
    if (stored.ended === 1 || Date.parse(stored.valid_till) <= nowMs) {
      throw unauthorized('token_expired', `The access token was valid until ${stored.valid_till}; sign in again.`)
    }
    if (stored.suspended === 1) throw agentSuspended()
    const { vault_user_id, keystore_user_id, ended: _ended, suspended: _suspended, ...session } = stored
    return {
      session: { ...session, token, type: 'token' },
      caller: { vaultUserId: vault_user_id, keystoreUserId: keystore_user_id },
    }
  }

  function requireAccountOf(operation: Operation, { session, caller }: SignedIn): void {
    if (operation.api !== 'vault' && operation.api !== 'keystore') return
    const part: TokenIssuer = operation.api
    if (settings.separateTokens && session.issued_by !== part) {
      throw unauthorized('token_invalid', `This access token was issued by the ${session.issued_by}.`)
    }
    if ((part === 'vault' ? caller.vaultUserId : caller.keystoreUserId) === null) {
      throw unauthorized(
        'token_invalid',
        `This user has no account in the ${part === 'vault' ? 'vault' : 'key store'}.`,
      )
    }
  }
}

/** Refuses a JSON Web Token where the operation needs a session of this service. */
function refuseWhereSessionIsNeeded({ auth }: Operation): void {
  if (auth !== 'token') return
  throw new ServiceError('forbidden', 'This call needs an access token; a JSON Web Token does not suffice.', {
    extraInfo: { reason: 'session_of_oidc' },
  })
}

function readCredential(headers: RequestHeaders): string | undefined {
  return readHeader(headers, 'userToken') ?? readHeader(headers, 'oidcToken') ?? readHeader(headers, 'secondOidcToken')
}

/** Whether callers are identified by a subscription key. */
function needsSubscriptionKey({ api, auth }: Operation): boolean {
  return api === 'exchange' || auth === 'key'
}

/** The endpoints of the verifier that wallets call (docs/contract/exchange.md, Wallet endpoints). */
function isForWallets({ api, auth }: Operation): boolean {
  return api === 'verifier' && auth === 'none'
}

/** Operations that need the operator password (docs/contract/vault.md, Credentials). */
function isForOperator({ auth }: Operation): boolean {
  return auth === 'operator' || auth === 'operator_user'
}

/** Blob addresses are signed for whoever may read them (docs/contract/vault.md, Images). */
function isInBlobStore({ api, path }: Operation): boolean {
  return api === 'vault' && path.startsWith('/blob-store/')
}

export function hasUser({ auth }: Operation): boolean {
  return auth === 'user' || auth === 'token' || auth === 'optional' || auth === 'operator_user'
}

/** Whether the delegation header names a user although the operation needs none. */
function isMadeByDelegate({ auth, delegation }: Operation, headers: RequestHeaders): boolean {
  return auth === 'none' && delegation !== 'ignored' && readHeader(headers, 'delegationId') !== undefined
}

/** Operations that need no subscription key in any mode (docs/contract/vault.md, Credentials). */
function isOpenToAll({ path, auth }: Operation): boolean {
  return path === '/version' || path === '/monitor/status' || isPublished(path) || auth === 'operator_user'
}

/** Public images, and the published documents of test issuers. */
function isPublished(path: string): boolean {
  return path.startsWith('/blobs/') || path.startsWith('/test_issuers/')
}

function refuseNewerClient(operation: Operation, headers: RequestHeaders): void {
  const version = readHeader(headers, 'clientVersion')
  const major = version === undefined ? undefined : /^(\d{1,6})(?:\.|$)/.exec(version)?.[1]
  if (operation.api === 'vault' && major !== undefined && Number(major) > SUPPORTED_CLIENT_MAJOR) {
    throw new ServiceError(
      'upgrade_required',
      `This service speaks version ${SUPPORTED_CLIENT_MAJOR} of the client interface.`,
    )
  }
}

/** Refuses both the calls of an agent and the opening of its session. */
export function agentSuspended(): ServiceError {
  return new ServiceError('agent_suspended', 'This organization or service is suspended; nobody acts as it meanwhile.')
}

export function unauthorized(reason: string, message: string): ServiceError {
  return new ServiceError('unauthorized', message, { extraInfo: { reason } })
}
