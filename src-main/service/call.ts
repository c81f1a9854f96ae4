import type { DelegationRole } from '../../shared/contract/delegation-rights.ts'
import type { InputFor, OperationDefinition, Operations, ResultFor } from '../../shared/contract/operation.ts'
import type { NewEvent } from './emitted-events.ts'

/** The part that issued a session's token. */
export type TokenIssuer = 'vault' | 'keystore'

/**
 * What a session was opened with. `session`: it was made in another one, limited in time. `member`: the session of an
 * agent, by the right of a member. `oidc`: no session that is kept, but the token of an identity provider. Null: it began
 * before this was noted.
 */
export type SessionOpening = 'passphrase' | 'public_key' | 'login_key' | 'session' | 'member' | 'oidc' | null

/** The session a request came with. */
export interface Session {
  readonly id: string
  readonly type: 'token' | 'oidc'
  readonly issued_by: TokenIssuer
  readonly opened_by: SessionOpening
  /** The token as presented; it is never stored and never logged. */
  readonly token: string
  readonly valid_from: string
  readonly valid_till: string
  readonly client_identifier: string | null
  readonly timezone: string | null
  /** The delegation by which it was made, and with which it ends. */
  readonly delegation_token: string | null
}

/**
 * The presenter of the credentials. A principal is one key-store user, one vault user, or both linked one to one
 * (docs/contract/keystore.md, Principals).
 */
export interface Principal {
  readonly vaultUserId: string | null
  readonly keystoreUserId: string | null
}

/** The right by which a call is made for somebody else. */
export interface ActingRight {
  /** Token of the delegation. */
  readonly token: string
  readonly role: DelegationRole
  /** The account owner is a child user, who cannot log in. */
  readonly forChild: boolean
}

/** The user who signed in, and the one for whom the call is made: the same, unless there is a delegation. */
export interface Acting {
  readonly caller: Principal
  readonly acting: Principal
  /** Null: the caller acts for nobody else. */
  readonly delegation: ActingRight | null
}

/** The entrance by which a call came in. */
export interface CallOrigin {
  /** Through HTTP; false for the window and for other parts of the program. */
  readonly overNetwork: boolean
  /** Address of the other end; null where there is no connection. */
  readonly remote: string | null
  /**
   * What an address in a reply begins with: over HTTP the origin that was called and the mount, for example
   * `http://127.0.0.1:8080/vault`; empty in process, where an address is a path.
   */
  readonly address: string
}

export const IN_PROCESS: CallOrigin = { overNetwork: false, remote: null, address: '' }

/** What every handler gets besides its input. */
export interface PublicCall {
  /** Time of the call, read once: milliseconds and the same as ISO text. */
  readonly nowMs: number
  readonly now: string
  /** The same moment by the clock that nobody can set, for limits that are counted in memory. */
  readonly elapsedMs: number
  /** User-Agent of the caller, at most 255 characters. */
  readonly clientIdentifier: string | null
  /** Version of the interface that the client says it was made for, at most 32 characters. */
  readonly clientVersion: string | null
  /**
   * Names the caller's own caller that this is for, in at most 255 characters: where tasks wait, groups of one caller
   * take turns. It says nothing about rights. Null where the operation does not say that it reads it.
   */
  readonly waitingGroup: string | null
  /** Languages the caller wants, most wanted first; see `wantedLanguages`. */
  readonly languages: readonly string[]
  readonly origin: CallOrigin
  newId(): string
  /** Records an event in the same transaction. */
  emit(event: NewEvent): void
  /** Runs in a transaction of its own when the call fails; for traces that a failed call leaves. */
  afterFailure(write: () => void): void
  /**
   * Runs when the call failed and its change was taken back, outside of any transaction; for the count of failed
   * attempts. What it throws is answered instead: an attempt that cannot be counted says nothing about its outcome.
   */
  countFailedAttempt(count: () => void): void
  /** Runs when the change is durable; for what others are told of it and what is done because of it. */
  afterSuccess(work: () => void): void
  /** Chooses the operation's other success status. */
  answerWithOtherStatus(): void
  /** Adds a header to the answer over HTTP. A `Location` is a path of the same part. */
  addHeader(name: string, value: string): void
}

/** What a change needs that a call makes, or that time brings about. */
export type Change = Pick<PublicCall, 'now' | 'nowMs' | 'newId' | 'emit' | 'afterSuccess'>

/** A call by a signed-in user, perhaps for another one. */
export interface UserCall extends PublicCall, Acting {
  readonly session: Session
}

/** A vault call: `userId` is the acting user, `callerId` the one who signed in; they differ under delegation. */
export interface VaultCall extends UserCall {
  readonly userId: string
  readonly callerId: string
}

/** The reader of an answer, where that decides what it says. */
export type Reader = Pick<VaultCall, 'userId' | 'languages' | 'origin'>

/** A vault call that anybody may make; the ids are there when somebody signed in. */
export type VisitorCall = PublicCall & Partial<Pick<VaultCall, 'userId' | 'callerId' | 'delegation' | 'session'>>

/** A key-store call: ids of the acting key-store user and of its vault user, if it has one yet. */
export interface KeystoreCall extends UserCall {
  readonly keystoreUserId: string
  readonly vaultUserId: string | null
}

/** A call with a subscription key: who holds the key is all that is known of the caller. */
export interface ExchangeCall extends PublicCall {
  readonly subscriptionKeyId: string
}

/** The kind of call an operation's handler receives follows from its api and auth. */
export type CallFor<D extends OperationDefinition> = D['auth'] extends 'user' | 'token' | 'operator_user'
  ? D['api'] extends 'vault'
    ? VaultCall
    : D['api'] extends 'keystore'
      ? KeystoreCall
      : UserCall
  : D['auth'] extends 'optional'
    ? VisitorCall
    : D extends { readonly api: 'keystore'; readonly auth: 'none'; readonly delegation: DelegationRole }
      ? PublicCall & Partial<KeystoreCall>
      : D['auth'] extends 'key'
        ? ExchangeCall
        : D['api'] extends 'exchange'
          ? ExchangeCall
          : PublicCall

/** One handler: gathers, decides, writes, returns the reply. Synchronous, because it runs in one transaction. */
export type HandlerFor<D extends OperationDefinition> = (call: CallFor<D>, input: InputFor<D>) => ResultFor<D>

/** A handler for each operation of a list; a missing one is a compile error. */
export type HandlersFor<Ops> = Ops extends Operations<infer D> ? { readonly [K in keyof D]: HandlerFor<D[K]> } : never

/** What a preparation may know of its call: it runs before the transaction, so it changes nothing. */
export type Preparation<Call extends PublicCall> = Omit<
  Call,
  'emit' | 'afterFailure' | 'countFailedAttempt' | 'afterSuccess' | 'answerWithOtherStatus'
>

/**
 * A handler that has to wait before it can decide. `prepare` reads and computes; what it gives is an ordinary handler,
 * which then runs in the transaction.
 */
export interface PreparedHandlerFor<D extends OperationDefinition> {
  prepare(call: Preparation<CallFor<D>>, input: InputFor<D>): Promise<HandlerFor<D>>
}

/** Like {@link HandlersFor}, but every handler is prepared. */
export type PreparedHandlersFor<Ops> =
  Ops extends Operations<infer D> ? { readonly [K in keyof D]: PreparedHandlerFor<D[K]> } : never

/** Like {@link HandlersFor}, but some handlers are prepared and others need not wait. */
export type MixedHandlersFor<Ops> =
  Ops extends Operations<infer D> ? { readonly [K in keyof D]: HandlerFor<D[K]> | PreparedHandlerFor<D[K]> } : never
