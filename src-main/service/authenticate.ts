import { timingSafeEqual } from 'node:crypto'
import { ServiceError } from '../../shared/contract/errors.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { isUuid } from '../../shared/contract/values.ts'
import type { AttemptLimiter } from './attempt-limiter.ts'
import type { Principal, Session, TokenIssuer } from './call.ts'
import type { RequestHeaders } from './headers.ts'
import { readHeader, sentHeaderName } from './headers.ts'
import type { Secrets } from './ports.ts'

/** A session as stored: the token itself is not there, only its hash was used to find it. */
export interface StoredSession extends Omit<Session, 'token' | 'type'> {
  readonly vault_user_id: string | null
  readonly keystore_user_id: string | null
}

/** Finds what credentials stand for. */
export interface CredentialStore {
  findSessionByTokenHash(tokenHash: Uint8Array): StoredSession | undefined
  hasSubscriptionKeys(): boolean
  findSubscriptionKeyId(keyHash: Uint8Array): string | undefined
  /** Told of every call with a known key. */
  noteKeyUse(id: string, nowMs: number): void
}

export interface AuthenticationSettings {
  /** Makes the subscription key mandatory on vault and key-store calls too; exchange calls always need it. */
  readonly requireSubscriptionKey: boolean
  /** A token is accepted only by the part that issued it. */
  readonly separateTokens: boolean
  /** SHA-256 of the operator password that holds now; undefined switches operator calls off. Read at every such call. */
  readonly operatorPasswordHash: () => Uint8Array | undefined
}

/** A signed-in user. */
export interface Authenticated {
  readonly session: Session
  readonly caller: Principal
}

/** A caller of the exchange, or one who makes requests of the verifier: no user, but whoever holds this key. */
export interface KeyHolder {
  readonly subscriptionKeyId: string
}

/** The outcome; undefined is nobody in particular (public and operator calls). */
export type Caller = Authenticated | KeyHolder | undefined

const SUPPORTED_CLIENT_MAJOR = 2
const JWT_FORM = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/

/**
 * Decides who is calling, before the body is looked at: client version, subscription key, then the credentials the
 * operation needs (docs/contract/vault.md, Credentials; docs/contract/keystore.md, Requests).
 */
export function createAuthenticator(
  store: CredentialStore,
  secrets: Pick<Secrets, 'hashToken'>,
  settings: AuthenticationSettings,
  operatorAttempts: AttemptLimiter,
) {
  /** @throws {ServiceError} `upgrade_required`, `subscription_key_invalid`, `unauthorized`, `admin_password_invalid`, … */
  return function authenticate(
    operation: Operation,
    headers: RequestHeaders,
    nowMs: number,
    overNetwork: boolean,
  ): Caller {
    if (isForWallets(operation)) return undefined // a wallet has no key, and what else it sends says nothing
    if (isInBlobStore(operation)) return undefined // its addresses are signed, and clients bring all their headers
    refuseNewerClient(operation, headers)
    const subscriptionKeyId = checkSubscriptionKey(operation, headers, { nowMs, overNetwork })
    if (isForOperator(operation)) checkOperatorPassword(headers, { nowMs, overNetwork })
    if (needsKey(operation)) return subscriptionKeyId === undefined ? undefined : { subscriptionKeyId }
    if (operation.auth === 'optional' && readCredential(headers) === undefined) return undefined
    if (!hasUser(operation)) return undefined
    const authenticated = findSession(headers, nowMs)
    requireAccountOf(operation, authenticated)
    checkDelegation(operation, headers, authenticated)
    return authenticated
  }

  /** @returns the id of the key, where one had to be known */
  function checkSubscriptionKey(
    operation: Operation,
    headers: RequestHeaders,
    { nowMs, overNetwork }: { readonly nowMs: number; readonly overNetwork: boolean },
  ): string | undefined {
    const key = readHeader(headers, 'subscriptionKey')
    const mandatory = needsKey(operation) || (settings.requireSubscriptionKey && overNetwork)
    if (key === undefined) {
      if (mandatory && !isOpenToAll(operation)) {
        throw new ServiceError('subscription_key_invalid', 'The Service-Subscription-Key header is missing.')
      }
      return undefined
    }
    // Without any configured key there is nothing to compare with, unless one is asked for.
    if (!mandatory && !store.hasSubscriptionKeys()) return undefined
    const id = store.findSubscriptionKeyId(secrets.hashToken(key))
    if (id === undefined) throw new ServiceError('subscription_key_invalid', 'The subscription key is not known here.')
    store.noteKeyUse(id, nowMs)
    return id
  }

  /** Guesses over the network are counted for themselves: they must not keep the operator of the window out. */
  function checkOperatorPassword(
    headers: RequestHeaders,
    { nowMs, overNetwork }: { readonly nowMs: number; readonly overNetwork: boolean },
  ): void {
    const counted = overNetwork ? 'network' : 'window'
    operatorAttempts.refuseWhenExhausted(counted, nowMs)
    operatorAttempts.storeFailures(counted, nowMs)
    const password = readHeader(headers, 'operatorPassword')
    const expected = settings.operatorPasswordHash()
    if (password !== undefined && expected !== undefined && timingSafeEqual(secrets.hashToken(password), expected))
      return
    if (password !== undefined) operatorAttempts.recordFailure(counted, nowMs)
    throw new ServiceError('admin_password_invalid', 'The operator password is missing or wrong.')
  }

  function findSession(headers: RequestHeaders, nowMs: number): Authenticated {
    const credential = readCredential(headers)
    if (credential === undefined) throw unauthorized('token_missing', 'Sign in first: no access token was sent.')
    const token = credential.replace(/^bearer\s+/i, '')
    if (JWT_FORM.test(token)) throw unauthorized('unknown_issuer', 'No issuer of JSON Web Tokens is configured.')
    if (readHeader(headers, 'userToken') === undefined) {
      throw unauthorized('invalid_jwt', 'The OpenID Connect token is not a JSON Web Token.')
    }
    const stored = store.findSessionByTokenHash(secrets.hashToken(token))
    if (stored === undefined) throw unauthorized('token_invalid', 'The access token is not known; sign in again.')
    if (Date.parse(stored.valid_till) <= nowMs) {
      throw unauthorized('token_expired', `The access token was valid until ${stored.valid_till}; sign in again.`)
    }
    const { vault_user_id, keystore_user_id, ...session } = stored
    return {
      session: { ...session, token, type: 'token' },
      caller: { vaultUserId: vault_user_id, keystoreUserId: keystore_user_id },
    }
  }

  function requireAccountOf(operation: Operation, { session, caller }: Authenticated): void {
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

function readCredential(headers: RequestHeaders): string | undefined {
  return readHeader(headers, 'userToken') ?? readHeader(headers, 'oidcToken') ?? readHeader(headers, 'secondOidcToken')
}

/** Calls whose caller is known by a subscription key; the operator of the exchange says the password besides. */
function needsKey({ api, auth }: Operation): boolean {
  return api === 'exchange' || auth === 'key'
}

/** The endpoints of the verifier that a request points a wallet at (docs/contract/verifier.md, Wallet endpoints). */
function isForWallets({ api, auth }: Operation): boolean {
  return api === 'verifier' && auth === 'none'
}

/** Calls with the operator password (docs/contract/vault.md, Credentials). */
function isForOperator({ auth }: Operation): boolean {
  return auth === 'operator' || auth === 'operator_user'
}

/** What leads there decided who may (docs/contract/vault.md, Images). */
function isInBlobStore({ api, path }: Operation): boolean {
  return api === 'vault' && path.startsWith('/blob-store/')
}

function hasUser({ auth }: Operation): boolean {
  return auth === 'user' || auth === 'token' || auth === 'optional' || auth === 'operator_user'
}

/** Operations that answer anybody without any key (docs/contract/vault.md, Credentials). */
function isOpenToAll({ path, auth }: Operation): boolean {
  return path === '/version' || path === '/monitor/status' || path.startsWith('/blobs/') || auth === 'operator_user'
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

/** Nobody can act for somebody else yet; a header naming the caller is without effect. */
function checkDelegation(operation: Operation, headers: RequestHeaders, { caller }: Authenticated): void {
  if (operation.delegation === 'ignored') return
  const userId = readHeader(headers, 'delegationId')?.toLowerCase()
  if (userId === undefined || (isUuid(userId) && userId === caller.vaultUserId)) return
  throw new ServiceError('delegation_not_permitted', 'You have no delegation for this user.', {
    extraInfo: { parameter: sentHeaderName(headers, 'delegationId') },
  })
}

function unauthorized(reason: string, message: string): ServiceError {
  return new ServiceError('unauthorized', message, { extraInfo: { reason } })
}
