import type { DelegationRole, RequestParts } from '../../shared/contract/delegation-rights.ts'
import { neededRole, roleSuffices } from '../../shared/contract/delegation-rights.ts'
import { phrase, ServiceError } from '../../shared/contract/errors.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { isUuid } from '../../shared/contract/values.ts'
import type { Acting, ActingRight, Principal, Session, UserCall, VaultCall } from './call.ts'
import type { RequestHeaders } from './headers.ts'
import { readHeader, sentHeaderName } from './headers.ts'
import type { ActingUsers } from './reply.ts'

/** A delegation as it stands now, with both its parties. */
export interface FoundDelegation extends ActingRight {
  readonly accountOwner: Principal
  readonly delegate: Principal
}

/** Finds delegations. Nothing is cached between calls, so that revoking a delegation takes effect at once. */
export interface DelegationLookups {
  /** Finds a delegation by the connection of both users (docs/contract/vault.md, Delegation header). */
  inVault(delegateId: string, accountOwnerId: string): FoundDelegation | undefined
  /** Finds a claimed and verified delegation; `delegateId` is a key-store user, `accountOwnerId` a vault user. */
  inKeystore(delegateId: string, accountOwnerId: string): FoundDelegation | undefined
  /** Finds a claimed and verified delegation by its token, which sessions opened under it carry. */
  byToken(token: string): FoundDelegation | undefined
}

/** The refusal of a delegate, with the user that the delegate wanted to act for. */
export class DelegateRefused extends ServiceError {
  readonly acting: ActingUsers

  constructor(cause: ServiceError, acting: ActingUsers) {
    super(cause.code, cause.message, { extraInfo: cause.extraInfo, cause: cause.cause })
    this.acting = acting
  }
}

interface SignedIn {
  readonly session: Session
  readonly caller: Principal
}

/**
 * Reads the delegation header and decides what a delegate may do; nothing else in the program does
 * (docs/contract/vault.md, Delegation header; docs/contract/keystore.md, Delegation).
 */
export function createActing(lookups: DelegationLookups) {
  return { actFor, confirm, stillActs }

  /**
   * Decides for whom a call is made, before its body is read.
   *
   * @throws {ServiceError} `delegation_not_permitted`; `unauthorized` for a session whose delegation has ended
   */
  function actFor(operation: Operation, headers: RequestHeaders, signedIn: SignedIn): Acting {
    const ofSession = delegationOfSession(signedIn)
    if (ofSession !== undefined) return actInSession(operation, headers, ofSession)
    const { caller } = signedIn
    const wanted = readHeader(headers, 'delegationId')?.toLowerCase()
    if (operation.delegation === 'ignored' || wanted === undefined || isOwnId(wanted, caller)) return forOneself(caller)
    const found = operation.delegation === 'refused' ? undefined : find(operation, caller, wanted)
    if (found === undefined) throw refusalOf(noDelegation(headers), caller, wanted)
    return requireToAct(operation, found)
  }

  /**
   * Checks when the call is handled that the delegation still exists, and that its role suffices for this request.
   *
   * @throws {ServiceError} `delegation_not_permitted`
   */
  function confirm(operation: Operation, { acting, caller, delegation }: Acting, parts: RequestParts): void {
    if (delegation === null) return
    const found = operation.api === 'vault' ? inVault(caller, acting.vaultUserId) : lookups.byToken(delegation.token)
    if (found === undefined) throw new ServiceError('delegation_not_permitted', 'This delegation was just revoked.')
    requireRight(operation, found, parts)
  }

  /**
   * Whether a caller may still use an address issued for `userId`: as that user, or as a delegate with a sufficient
   * role.
   */
  function stillActs({ userId, callerId }: Pick<VaultCall, 'userId' | 'callerId'>, needed: 'r' | 'w'): boolean {
    if (userId === callerId) return true
    const found = lookups.inVault(callerId, userId)
    return found !== undefined && roleSuffices(found.role, needed === 'r' ? 'reader' : 'admin')
  }

  function find({ api }: Operation, caller: Principal, accountOwnerId: string): FoundDelegation | undefined {
    if (!isUuid(accountOwnerId)) return undefined
    if (api === 'vault') return inVault(caller, accountOwnerId)
    return caller.keystoreUserId === null ? undefined : lookups.inKeystore(caller.keystoreUserId, accountOwnerId)
  }

  function inVault({ vaultUserId }: Principal, accountOwnerId: string | null): FoundDelegation | undefined {
    if (vaultUserId === null || accountOwnerId === null) return undefined
    return lookups.inVault(vaultUserId, accountOwnerId)
  }

  /** Finds the delegation of a session that a delegate opened. An agent's session is not limited by its delegation. */
  function delegationOfSession({ session, caller }: SignedIn): FoundDelegation | undefined {
    if (session.delegation_token === null) return undefined
    const found = lookups.byToken(session.delegation_token)
    if (found === undefined && caller.keystoreUserId !== null) {
      throw new ServiceError('unauthorized', 'The delegation under which this session was opened has ended.', {
        extraInfo: { reason: 'token_invalid' },
      })
    }
    return found?.accountOwner.keystoreUserId === caller.keystoreUserId ? found : undefined
  }
}

/** A session that a delegate opened allows what the delegation header would: to act for its account owner only. */
function actInSession(operation: Operation, headers: RequestHeaders, found: FoundDelegation): Acting {
  const wanted = readHeader(headers, 'delegationId')?.toLowerCase()
  const { accountOwner, delegate } = found
  if (wanted !== undefined && !isOwnId(wanted, accountOwner)) throw refusalOf(noDelegation(headers), delegate, wanted)
  if (operation.delegation === 'ignored' && operation.path === '/session') return forOneself(accountOwner)
  if (operation.delegation === 'ignored' || operation.delegation === 'refused') {
    throw refusalOf(notInThisSession(), delegate, accountOwner.vaultUserId)
  }
  return requireToAct(operation, found)
}

/** @throws {DelegateRefused} when the delegate's role does not suffice for the operation */
function requireToAct(operation: Operation, found: FoundDelegation): Acting {
  try {
    requireRight(operation, found, {})
  } catch (fault) {
    throw fault instanceof ServiceError ? refusalOf(fault, found.delegate, found.accountOwner.vaultUserId) : fault
  }
  return forAnother(found)
}

function refusalOf(refusal: ServiceError, delegate: Principal, accountOwnerId: string | null): ServiceError {
  if (delegate.vaultUserId === null || accountOwnerId === null || !isUuid(accountOwnerId)) return refusal
  return new DelegateRefused(refusal, { delegateId: delegate.vaultUserId, accountOwnerId })
}

function forOneself(caller: Principal): Acting {
  return { caller, acting: caller, delegation: null }
}

function forAnother({ accountOwner, delegate, token, role, forChild }: FoundDelegation): Acting {
  return { caller: delegate, acting: accountOwner, delegation: { token, role, forChild } }
}

function isOwnId(wanted: string, { vaultUserId }: Principal): boolean {
  return isUuid(wanted) && wanted === vaultUserId
}

function requireRight(operation: Operation, right: ActingRight, parts: RequestParts): void {
  if (operation.neverForChildren && right.forChild) {
    throw new ServiceError('delegation_not_permitted', 'A child user has no sessions of its own.')
  }
  const needed = neededRole(operation, parts)
  if (needed !== 'ignored' && needed !== 'refused') requireDelegateRole(right, needed)
}

/** Whether a delegate has at least this role. A caller who acts for nobody else always passes. */
export function hasDelegateRole(right: ActingRight | null, needed: DelegationRole): boolean {
  return right === null || roleSuffices(right.role, needed)
}

/**
 * Refuses a delegate whose role does not suffice. A caller who acts for nobody else always passes.
 *
 * @throws {ServiceError} `delegation_not_permitted`
 */
export function requireDelegateRole(right: ActingRight | null, needed: DelegationRole): void {
  if (right === null || hasDelegateRole(right, needed)) return
  throw new ServiceError(
    'delegation_not_permitted',
    phrase`You act for somebody else with the role ${right.role}; this needs the role ${needed}.`,
    {
      extraInfo: { required_role: needed, role: right.role },
    },
  )
}

/**
 * Returns the token of the delegation under which a call is made, or under which the session of an agent was opened.
 * Null if callers use rights of their own.
 */
export function delegationTokenOf({
  delegation = null,
  session,
}: Partial<Pick<UserCall, 'delegation' | 'session'>>): string | null {
  return delegation?.token ?? session?.delegation_token ?? null
}

function noDelegation(headers: RequestHeaders): ServiceError {
  return new ServiceError('delegation_not_permitted', 'You have no delegation for this user.', {
    extraInfo: { parameter: sentHeaderName(headers, 'delegationId') },
  })
}

function notInThisSession(): ServiceError {
  return new ServiceError('delegation_not_permitted', 'A session that a delegate opened may not do this.')
}
