import type { AgentLogin } from '../../../shared/contract/organizations.ts'
import type { z } from 'zod'
import { agentSuspended } from '../../service/authenticate.ts'
import type { StoredSession } from '../../service/authenticate.ts'
import { DEFAULT_VALID_FOR_SECONDS } from '../../../shared/contract/values.ts'
import type { Change, VaultCall } from '../../service/call.ts'
import type { IssueSession } from '../../service/sessions.ts'
import { invitationEvent } from '../invitations/invitation-events.ts'
import { sessionCreated, sessionDeleted } from '../users/session-events.ts'
import { sealTokenFor } from '../users/login-key.ts'
import type { OrganizationMemberStore, StoredMember } from './organization-member-store.ts'

/** An organization or service that was validated: its agent and the key of its tokens. */
interface Agent {
  readonly agent_id: string | null
  readonly public_key: string
  /** The requested lifetime of the session. */
  readonly validForSeconds?: number
}

type Started = z.infer<typeof AgentLogin> & { readonly session: StoredSession }

type NotesOfAgents = 'addAgentSession' | 'endAgentSessions' | 'addAgentInvitation' | 'deleteMemberInvitations'

export interface AgentLogins {
  /**
   * Starts a session of the agent; only a holder of the private key can read the token.
   *
   * @throws {ServiceError} `agent_suspended`
   */
  logIn(call: VaultCall, organizationId: string, agent: Agent): Started
  /** Notes under whose right an invitation was made in a session of an agent. */
  noteInvitation(call: VaultCall, invitationId: string): void
  /**
   * Ends the sessions that a member opened, of one agent or of all, because the right to open them is gone, and deletes
   * the unused member invitations made in such sessions: the member could come back by one.
   */
  endAccessOf(change: Change, member: Pick<StoredMember, 'id'>, agentId?: string | null): void
}

/** The default lifetime, but no longer than the session it is opened in, if an identity provider limits that. */
function lifetimeOf({ session, nowMs }: VaultCall): number {
  return Math.min(DEFAULT_VALID_FOR_SECONDS, (Date.parse(session.valid_till) - nowMs) / 1000)
}

/** Opens sessions of agents. The opener is recorded, so that the session ends with the right to open it. */
export function createAgentLogins(
  issueSession: IssueSession,
  members: Pick<OrganizationMemberStore, 'find' | NotesOfAgents>,
  isSuspended: (agentId: string) => boolean,
): AgentLogins {
  return {
    logIn(call, organizationId, { agent_id, public_key, validForSeconds }) {
      const member = members.find(organizationId, call.userId)
      if (member === undefined || agent_id === null) throw new Error('a login by nobody, or as nobody')
      if (isSuspended(agent_id)) throw agentSuspended()
      const agent = { vaultUserId: agent_id, keystoreUserId: null }
      const { token, session } = issueSession(call, 'vault', agent, {
        openedBy: 'member',
        validForSeconds: validForSeconds ?? lifetimeOf(call),
        delegation: call.delegation,
      })
      members.addAgentSession(session.id, member.id)
      call.emit(sessionCreated(agent_id, session.id))
      return { token_type: 'bearer', encrypted_access_token: sealTokenFor(public_key, token), session }
    },
    noteInvitation: (call, invitationId) => members.addAgentInvitation(invitationId, call.session.id),
    endAccessOf(change, { id }, agentId) {
      for (const invitation of members.deleteMemberInvitations(id)) {
        change.emit(invitationEvent('invitation.deleted', invitation))
      }
      for (const ended of members.endAgentSessions(id, agentId ?? undefined)) {
        change.emit(sessionDeleted(ended.agent_id, ended.id))
      }
    },
  }
}
