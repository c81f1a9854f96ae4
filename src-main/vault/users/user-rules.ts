import { ServiceError } from '../../../shared/contract/errors.ts'
import type { User } from '../../../shared/contract/users.ts'
import type { Changes } from '../with-changes.ts'
import { withChanges } from '../with-changes.ts'
import type { StoredUser, UserProfile } from './user-store.ts'

/** A user as clients see it. */
export function renderUser(user: StoredUser): User {
  return { ...user, accepted_terms: user.accepted_terms === 1, track_events: false, track_usage: false }
}

type ProfileChanges = Changes<Omit<UserProfile, 'id' | 'onboarded_at'>>

/** The profile after PUT /me: absent fields stay, and the first private key ends onboarding. */
export function changedProfile(user: StoredUser, changes: ProfileChanges, now: string): UserProfile {
  const profile: UserProfile = withChanges(user, changes)
  return {
    ...profile,
    onboarded_at: user.onboarded_at ?? (profile.private_dek_external_id === null ? null : now),
  }
}

/**
 * People know an agent by the name that the operator approved.
 *
 * @throws {ServiceError} `forbidden` when an agent would have another name
 */
export function refuseRenamedAgent({ user_type, full_name }: StoredUser, changes: ProfileChanges): void {
  if (user_type === 'human' || changes.full_name === undefined || changes.full_name === full_name) return
  throw notForAgents('An agent has the name of its organization or service.')
}

/** @throws {ServiceError} `forbidden`: agents are deleted together with their organization or service. */
export function refuseAgent({ user_type }: StoredUser): void {
  if (user_type === 'human') return
  throw notForAgents('An agent is deleted with its organization or service, not by itself.')
}

/** The refusal of something that only people may do. */
export function notForAgents(message: string): ServiceError {
  return new ServiceError('forbidden', message, { extraInfo: { reason: 'user_is_agent' } })
}

export function lastOwner(): ServiceError {
  return new ServiceError('last_owner', 'An organization keeps an owner: make another member owner first.')
}
