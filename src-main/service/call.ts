import type { DelegationRole } from '../../shared/contract/delegation-rights.ts'
import type { InputFor, OperationDefinition, Operations, ResultFor } from '../../shared/contract/operation.ts'
import type { NewEvent } from './emitted-events.ts'
import type { Steps } from '../../shared/steps.ts'

/** The part that issued a session's token. */
export type TokenIssuer = 'vault' | 'keystore'

/**
 * How a session was opened. `session`: in another session, for a limited time. `member`: by a member of an
 * organization, as an agent. `oidc`: with the token of an identity provider, so that nothing is stored. Null: before
 * this was recorded.
 */
export type SessionOpening = 'passphrase' | 'public_key' | 'login_key' | 'session' | 'member' | 'oidc' | null

/** The session that a request presented. */
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
  /** The token of the delegation under which it was opened; it ends with the delegation. */
  readonly delegation_token: string | null
}

/**
 * The owner of the credentials: a key-store user, a vault user, or both linked one to one (docs/contract/keystore.md,
 * Principals).
 */
export interface Principal {
  readonly vaultUserId: string | null
  readonly keystoreUserId: string | null
}

/** The delegation under which a call is made for somebody else. */
export interface ActingRight {
  /** The delegation's token. */
  readonly token: string
  readonly role: DelegationRole
  /** Whether the account owner is a child user, who cannot log in. */
  readonly forChild: boolean
}

/** The user who signed in, and the one for whom the call is made: the same, unless there is a delegation. */
export interface Acting {
  readonly caller: Principal
  readonly acting: Principal
  /** Null if the caller acts for nobody else. */
  readonly delegation: ActingRight | null
}

/** Where a call came from. */
export interface CallOrigin {
  /** True over HTTP; false for the window and for other parts of the program. */
  readonly overNetwork: boolean
  /** Address of the other end; null without a connection. */
  readonly remote: string | null
  /**
   * The beginning of every address in a reply: over HTTP the origin that was called and the mount, for example
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
  /** The same moment by the monotonic clock, for limits that are counted in memory. */
  readonly elapsedMs: number
  /** User-Agent of the caller, at most 255 characters. */
  readonly clientIdentifier: string | null
  /** Version of the interface that the client says it was made for, at most 32 characters. */
  readonly clientVersion: string | null
  /**
   * A name of at most 255 characters by which callers group their tasks: where tasks wait, the groups of one caller
   * take turns. It grants no rights. Null unless the operation reads it.
   */
  readonly waitingGroup: string | null
  /** Languages the caller accepts, preferred ones first; see `wantedLanguages`. */
  readonly languages: readonly string[]
  readonly origin: CallOrigin
  newId(): string
  /** Records an event in the same transaction. */
  emit(event: NewEvent): void
  /** Registers a write for the case that the call fails. It gets a transaction of its own. */
  afterFailure(write: () => void): void
  /**
   * Registers the counting of a failed attempt. It runs outside any transaction, after the failed call was rolled back.
   * If it throws, its fault is answered instead: an attempt that cannot be counted must not reveal its outcome.
   */
  countFailedAttempt(count: () => void): void
  /** Registers work to run once the change is durable, for example to notify others. */
  afterSuccess(work: () => void): void
  /** Answers with the operation's other success status. */
  answerWithOtherStatus(): void
  /** Adds a header to the answer over HTTP. A `Location` is a path within the same API. */
  addHeader(name: string, value: string): void
}

/** What code needs to change data, for a call or for timed work. */
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

/** The user whom an answer is rendered for. */
export type Reader = Pick<VaultCall, 'userId' | 'languages' | 'origin'>

/** A vault call that anybody may make; the ids are present if the caller signed in. */
export type VisitorCall = PublicCall & Partial<Pick<VaultCall, 'userId' | 'callerId' | 'delegation' | 'session'>>

/** A key-store call: ids of the acting key-store user and of its vault user, if it has one yet. */
export interface KeystoreCall extends UserCall {
  readonly keystoreUserId: string
  readonly vaultUserId: string | null
}

/** A call with a subscription key, which is all that is known of the caller. */
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

/** A call as `prepare` sees it: before the transaction, so it cannot change anything. */
export type PreparationCall<Call extends PublicCall> = Omit<
  Call,
  'emit' | 'afterFailure' | 'countFailedAttempt' | 'afterSuccess' | 'answerWithOtherStatus'
>

/**
 * A handler that has to wait before it can decide. `prepare` reads and computes, and resolves to an ordinary handler,
 * which then runs in the transaction.
 */
export interface PreparedHandlerFor<D extends OperationDefinition> {
  prepare(call: PreparationCall<CallFor<D>>, input: InputFor<D>): Promise<HandlerFor<D>>
}

/**
 * A handler whose work is long by its input. It runs in one transaction like any other, which is paused between its
 * steps so that other calls are answered.
 */
export interface SteppedHandlerFor<D extends OperationDefinition> {
  steps(call: CallFor<D>, input: InputFor<D>): Steps<ResultFor<D>>
}

/** Like {@link HandlersFor}, but every handler is prepared. */
export type PreparedHandlersFor<Ops> =
  Ops extends Operations<infer D> ? { readonly [K in keyof D]: PreparedHandlerFor<D[K]> } : never

/** Like {@link HandlersFor}, but some handlers are prepared or run in steps. */
export type MixedHandlersFor<Ops> =
  Ops extends Operations<infer D>
    ? { readonly [K in keyof D]: HandlerFor<D[K]> | PreparedHandlerFor<D[K]> | SteppedHandlerFor<D[K]> }
    : never
