import type { ConnectionKey, IntegrationData } from '../../../shared/contract/connections.ts'
import { faultyFieldsError, phrase, ServiceError } from '../../../shared/contract/errors.ts'
import type { Invitation, InvitationState, NewInvitation } from '../../../shared/contract/invitations.ts'
import { invitationOperations, MAX_INVITATION_DAYS } from '../../../shared/contract/invitations.ts'
import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'
import { delegationTokenOf } from '../../service/acting-for-another.ts'
import type { VaultCall } from '../../service/call.ts'
import { isoTime } from '../../service/ports.ts'
import { delegationIntent } from '../connections/connection-store.ts'
import type { DelegationTerms } from '../delegations/delegated-connection.ts'
import type { StoredUser } from '../users/user-store.ts'
import type { InvitationFilter, ReadInvitation, StoredInvitation } from './invitation-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Shown where a human sender has no name. */
const NAMELESS = 'Anonymous User'

type Sender = Pick<StoredUser, 'id' | 'user_type'>

interface InvitationFacts {
  readonly id: string
  readonly nowMs: number
  readonly sender: Sender
  /** The organization or service for which an agent acts; undefined for a human. */
  readonly actsFor: Pick<IntegrationData, 'organization_id' | 'service_id'> | undefined
  readonly key: ConnectionKey
  readonly expires_in: number | null | undefined
  readonly token: Pick<StoredInvitation, 'token_hash' | 'sealed_token'>
  readonly made_by_delegation: string | null
}

/**
 * A new invitation (docs/contract/vault.md, Invitations).
 *
 * @throws {ServiceError} `agents_only`, `delegation_token_missing`, `delegate_role_invalid`
 */
export function newInvitation(sent: NewInvitation, facts: InvitationFacts): StoredInvitation {
  const delegation = delegationIn(sent)
  const integration_data = delegation ? delegationIntent(delegation.token, delegation.role) : intentOf(facts, sent)
  return {
    id: facts.id,
    user_id: facts.sender.id,
    ...facts.token,
    state: 'new',
    invited_user_id: null,
    user_public_key: facts.key.public_key,
    keypair_external_id: facts.key.keypair_external_id ?? null,
    encrypted_recipient_name: sent.encrypted_recipient_name ?? null,
    encrypted_sender_name: sent.encrypted_sender_name ?? null,
    connection_type: integration_data?.intent ?? null,
    integration_data,
    delegation_token: delegation?.token ?? null,
    delegation_role: delegation?.role ?? null,
    sender_to_recipient_data: sent.sender_to_recipient_data ?? {},
    recipient_to_sender_data: {},
    acceptance: null,
    made_by_delegation: facts.made_by_delegation,
    created_at: isoTime(facts.nowMs),
    expire_at: isoTime(facts.nowMs + (facts.expires_in ?? MAX_INVITATION_DAYS) * DAY_MS),
  }
}

/**
 * The delegation that an invitation grants its recipient; undefined if it grants none.
 *
 * @throws {ServiceError} `delegation_token_missing`, `delegate_role_invalid`: each needs the other
 */
export function delegationIn({ delegation_token, delegate_role }: NewInvitation): DelegationTerms | undefined {
  const token = delegation_token ?? undefined
  const role = delegate_role ?? undefined
  if (token === undefined && role === undefined) return undefined
  if (role === undefined) {
    const rule = 'is missing: say what the delegate may do'
    throw faultyFieldsError([{ path: 'invitation.delegate_role', code: 'delegate_role_invalid', rule }])
  }
  if (token === undefined) {
    const rule = 'is missing'
    throw faultyFieldsError([{ path: 'invitation.delegation_token', code: 'delegation_token_missing', rule }])
  }
  return { token, role }
}

/** The purpose of an agent's invitation follows from the agent; a human's has none. */
function intentOf(
  { sender: { user_type }, actsFor }: Pick<InvitationFacts, 'sender' | 'actsFor'>,
  { organization_member_role: role }: NewInvitation,
): IntegrationData | null {
  if (user_type === 'organization_agent') {
    return { intent: 'member', ...actsFor, organization_member_role: role ?? 'admin' }
  }
  if (role !== undefined && role !== null) {
    throw new ServiceError('agents_only', 'Only the agent of an organization invites its members.', {
      extraInfo: { parameter: 'invitation.organization_member_role' },
    })
  }
  return user_type === 'service_agent' ? { intent: 'service', ...actsFor } : null
}

const LISTED_STATES: readonly InvitationState[] = ['new', 'accepted', 'rejected']

/** A query without `state` reads all but connected, cancelled and expired invitations. */
export function invitationFilter(
  { state, token }: { readonly state?: InvitationState | undefined; readonly token?: string | undefined },
  hashToken: (token: string) => Uint8Array,
): InvitationFilter {
  return {
    states: state === undefined ? LISTED_STATES : [state],
    tokenHash: token === undefined ? undefined : hashToken(token),
  }
}

/**
 * Whether a caller may see the token that lets others in. A delegate may, for invitations the delegate made, which end
 * with the delegation: with any other the delegate could come back later, or admit somebody with a higher role.
 */
export function mayPassOn(
  call: Partial<Pick<VaultCall, 'delegation' | 'session'>>,
  { made_by_delegation }: Pick<StoredInvitation, 'made_by_delegation'>,
): boolean {
  const delegation = delegationTokenOf(call)
  return delegation === null || delegation === made_by_delegation
}

/** The role a delegate needs to make an invitation; those for members and services are made in sessions of agents. */
export function roleToInvite({ connection_type }: Pick<StoredInvitation, 'connection_type'>): DelegationRole {
  return connection_type === null ? 'admin' : 'owner'
}

/**
 * The invitation as its sender (`S`), a holder of its token (`T`), or a delegate who may not pass it on (`D`) sees it.
 */
export function renderInvitation(invitation: ReadInvitation, token: string, view: 'S' | 'D' | 'T'): Invitation {
  const forSender = <Value>(value: Value): Value | null => (view === 'T' ? null : value)
  return {
    id: forSender(invitation.id),
    token,
    message: null,
    sent_at: null,
    created_at: invitation.created_at,
    expire_at: invitation.expire_at,
    outgoing: view !== 'T',
    state: invitation.state,
    invited_user_id: forSender(invitation.invited_user_id),
    user_name: invitation.sender.full_name ?? (invitation.sender.user_type === 'human' ? NAMELESS : null),
    user_image: null,
    user_public_key: invitation.user_public_key,
    sender_public_key: invitation.user_public_key,
    keypair_external_id: forSender(invitation.keypair_external_id),
    encrypted_recipient_name: forSender(invitation.encrypted_recipient_name),
    integration_data: view === 'S' ? invitation.integration_data : withoutToken(invitation.integration_data),
    shares_to_be_created: invitation.shares_to_be_created,
    connection_type: invitation.connection_type,
    delegation_role: invitation.delegation_role,
    delegation_token: view === 'S' ? invitation.delegation_token : null,
    encrypted_sender_name: invitation.encrypted_sender_name,
    sender_to_recipient_data: invitation.sender_to_recipient_data,
    recipient_to_sender_data: invitation.recipient_to_sender_data,
  }
}

function withoutToken(intent: IntegrationData | null): IntegrationData | null {
  if (intent === null) return null
  const { delegation_token: _token, ...rest } = intent
  return rest
}

/**
 * Checks whether a user may use an invitation (docs/contract/vault.md, Connections: connecting, Invitations: reading).
 *
 * @throws {ServiceError} `own_invitation`, `invitation_expired`, `invitation_used`
 */
export function requireUsableBy(userId: string, invitation: Pick<StoredInvitation, 'user_id' | 'state'>): void {
  if (invitation.user_id === userId) {
    throw new ServiceError('own_invitation', 'This invitation is your own; pass its token on to somebody else.', {
      extraInfo: { parameter: 'invitation_token' },
    })
  }
  if (invitation.state === 'expired') throw invitationExpired()
  requireNew(invitation)
}

/** @throws {ServiceError} `invitation_used`: only new invitations can be changed */
export function requireNew({ state }: Pick<StoredInvitation, 'state'>): void {
  if (state === 'new') return
  throw new ServiceError('invitation_used', phrase`This invitation is no longer new, it is ${state}.`)
}

/** @throws {ServiceError} `wrong_status`: only who accepted can be confirmed or turned down. */
export function requireAccepted({ state }: Pick<StoredInvitation, 'state'>): void {
  if (state === 'accepted') return
  throw new ServiceError('wrong_status', phrase`Nobody waits to be confirmed: this invitation is ${state}.`)
}

/**
 * Whether confirmation by the sender is asked for is a setting of the service (docs/contract/vault.md,
 * Invitations: reading).
 *
 * @throws {ServiceError} `wrong_status` for connecting in one step where the sender has to confirm, `not_found` for the
 *   steps where that is switched off
 */
export function requireSteps(steps: 'one' | 'several', multistep: boolean): void {
  if (steps === 'one' && multistep) {
    const { method, path } = invitationOperations.invitationsInvitationTokenAcceptPost
    const instead = `${method} ${path}`
    throw new ServiceError('wrong_status', `Here the sender confirms: accept the invitation with ${instead}.`, {
      extraInfo: { reason: 'multistep_invitations', replacement: instead },
    })
  }
  if (steps === 'several' && !multistep) {
    throw new ServiceError('not_found', 'This service connects in one step: use POST /connections.', {
      extraInfo: { reason: 'multistep_invitations_off', replacement: 'POST /connections' },
    })
  }
}

/**
 * Checks whether a non-sender may read it by its token (docs/contract/vault.md, Invitations: reading).
 *
 * @throws {ServiceError} `invitation_expired`; `not_found` once it was used
 */
export function requireReadable({ state }: Pick<StoredInvitation, 'state'>): void {
  if (state === 'expired') throw invitationExpired()
  if (state !== 'new') throw noInvitation()
}

/** @param parameter where the token is in the body */
export function noInvitation(parameter?: string): ServiceError {
  return new ServiceError('not_found', 'There is no invitation with this token.', {
    ...(parameter !== undefined && { extraInfo: { parameter } }),
  })
}

function invitationExpired(): ServiceError {
  return new ServiceError('invitation_expired', 'This invitation has expired; ask its sender for a new one.')
}
