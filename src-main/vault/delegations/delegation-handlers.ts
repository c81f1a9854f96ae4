import type {
  DelegationInvitation,
  delegationInvitationOperations,
} from '../../../shared/contract/delegation-invitations.ts'
import { phrase, ServiceError } from '../../../shared/contract/errors.ts'
import { hasDelegateRole, delegationTokenOf } from '../../service/acting-for-another.ts'
import type { HandlersFor, VaultCall } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import type { ClientTasks } from '../client-tasks/requested-tasks.ts'
import { renderConnection } from '../connections/connection-rules.ts'
import type { ConnectionStore, StoredConnection } from '../connections/connection-store.ts'
import { delegationOf } from './delegated-connection.ts'
import type { DelegationInvitationStore, OfferList, StoredDelegationInvitation } from './delegation-invitation-store.ts'
import type { Delegations } from './vault-delegations.ts'

interface DelegationHandlerDependencies {
  readonly connections: Pick<ConnectionStore, 'find'>
  readonly offers: DelegationInvitationStore
  readonly delegations: Delegations
  readonly tasks: Pick<ClientTasks, 'request' | 'finish' | 'forget'>
}

const OFFERED = 'incoming_delegation_invitation'

/** Handles delegations between connected users, and offers of them (docs/contract/vault.md, Delegations). */
export function delegationHandlers({
  connections,
  offers,
  delegations,
  tasks,
}: DelegationHandlerDependencies): HandlersFor<typeof delegationInvitationOperations> {
  return {
    delegationsConnectionIdPut(call, { params, body }) {
      const side = getDelegated(call, params.connection_id)
      requireAccountOwner(side)
      delegations.changeRole(call, side, body.delegation_role)
      return { connection: renderConnection(getSide(call, side.id)) }
    },

    delegationsConnectionIdDelete(call, { params }) {
      delegations.end(call, getDelegated(call, params.connection_id))
      return undefined
    },

    delegationInvitationsPost(call, { body }) {
      const side = getSide(call, body.connection_id, 'connection_id')
      delegations.requireDelegable(side)
      if (offers.isOpen(side.id)) {
        throw new ServiceError('delegation_exists', 'A delegation is already offered to this user.')
      }
      const terms = { token: body.delegation_token, role: body.delegation_role }
      delegations.requireOffered(call, terms, 'delegation_token')
      const offer: StoredDelegationInvitation = {
        id: call.newId(),
        inviting_user_id: side.user_id,
        inviting_user_connection_id: side.id,
        invited_user_id: side.other_user_id,
        invited_user_connection_id: side.other_id,
        delegation_token: terms.token,
        delegation_role: terms.role,
        state: 'new',
        made_by_delegation: delegationTokenOf(call),
        created_at: call.now,
      }
      offers.add(offer)
      tasks.request(call, { userId: offer.invited_user_id, work_type: OFFERED, target_id: offer.id })
      return { delegation_invitation: renderOffer(offer, call) }
    },

    delegationInvitationsIncomingGet: (call, { query }) => page(call, 'incoming', query),
    delegationInvitationsOutgoingGet: (call, { query }) => page(call, 'outgoing', query),

    delegationInvitationsIdGet(call, { params }) {
      return { delegation_invitation: renderOffer(getOffer(call, params.id), call) }
    },

    delegationInvitationsIdAcceptPut(call, { params }) {
      const offer = openOffer(call, params.id, 'invited_user_id')
      const ownerSide = connections.find(offer.inviting_user_id, offer.inviting_user_connection_id)
      if (ownerSide === undefined) throw noOffer()
      delegations.requireDelegable(ownerSide)
      delegations.requireFree(offer.delegation_token)
      settle(call, offer, 'accepted')
      delegations.grant(call, ownerSide, { token: offer.delegation_token, role: offer.delegation_role })
      return { connection: renderConnection(getSide(call, offer.invited_user_connection_id)) }
    },

    delegationInvitationsIdRejectDelete(call, { params }) {
      settle(call, openOffer(call, params.id, 'invited_user_id'), 'rejected')
      return undefined
    },

    delegationInvitationsIdDelete(call, { params }) {
      const offer = openOffer(call, params.id, 'inviting_user_id')
      offers.setState(offer.id, 'deleted')
      tasks.forget(offer.id)
      return undefined
    },
  }

  function page(call: VaultCall, list: OfferList, query: Parameters<typeof readPageRequest>[0]) {
    const request = readPageRequest(query)
    const found = offers.page(call.userId, list, request)
    return {
      delegation_invitations: found.rows.map((offer) => renderOffer(offer, call)),
      ...pagingFields(found, request),
    }
  }

  /** Records the answer of the invited user. */
  function settle(call: VaultCall, offer: StoredDelegationInvitation, state: 'accepted' | 'rejected'): void {
    offers.setState(offer.id, state)
    tasks.finish(call, { userId: offer.invited_user_id, work_type: OFFERED, target_id: offer.id })
  }

  function getOffer({ userId }: VaultCall, id: string): StoredDelegationInvitation {
    const offer = offers.find(userId, id)
    if (offer === undefined) throw noOffer()
    return offer
  }

  /** Finds an open offer. @param party the user who may change it; the other one is refused */
  function openOffer(
    call: VaultCall,
    id: string,
    party: 'invited_user_id' | 'inviting_user_id',
  ): StoredDelegationInvitation {
    const offer = getOffer(call, id)
    if (offer[party] !== call.userId) throw noOffer()
    if (offer.state !== 'new') {
      throw new ServiceError('wrong_status', phrase`This offer is no longer open, it is ${offer.state}.`)
    }
    return offer
  }

  function getSide({ userId }: VaultCall, id: string, parameter?: string): StoredConnection {
    const side = connections.find(userId, id)
    if (side !== undefined) return side
    throw new ServiceError('not_found', 'You have no connection with this id.', {
      ...(parameter !== undefined && { extraInfo: { parameter } }),
    })
  }

  function getDelegated(call: VaultCall, id: string): StoredConnection {
    const side = getSide(call, id)
    if (delegationOf(side) !== undefined) return side
    throw new ServiceError('not_found', 'This connection has no delegation.')
  }
}

/** @throws {ServiceError} `forbidden`, because delegates must not change their own role */
export function requireAccountOwner(side: StoredConnection): void {
  if (side.connection_type !== 'delegate') return
  throw new ServiceError('forbidden', 'Only the account owner decides what a delegate may do.')
}

/**
 * Renders an offer. The invited user sees the token only after acceptance, and a delegate only with the role `owner`.
 */
function renderOffer(offer: StoredDelegationInvitation, { userId, delegation }: VaultCall): DelegationInvitation {
  const { created_at: _order, made_by_delegation: _delegation, ...shown } = offer
  const isForReader = userId === offer.inviting_user_id || offer.state === 'accepted'
  const mayKnow = isForReader && hasDelegateRole(delegation, 'owner')
  return { ...shown, delegation_token: mayKnow ? offer.delegation_token : null }
}

function noOffer(): ServiceError {
  return new ServiceError('not_found', 'There is no such offer of a delegation.')
}
