import { ServiceError } from '../../../shared/contract/errors.ts'
import type { User } from '../../../shared/contract/users.ts'
import type { StoredUser, UserProfile } from './user-store.ts'

/** A user as clients see it. */
export function renderUser(user: StoredUser): User {
  return { ...user, accepted_terms: user.accepted_terms === 1, track_events: false, track_usage: false }
}

export type ProfileChanges = {
  readonly [K in Exclude<keyof UserProfile, 'id' | 'onboarded_at'>]?: UserProfile[K] | undefined
}

/** The profile after PUT /me: what is absent stays, and the first private key ends onboarding (vault contract 3.2). */
export function changedProfile(user: StoredUser, changes: ProfileChanges, now: string): UserProfile {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const profile: UserProfile = { ...user, ...given }
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
  throw new ServiceError('forbidden', 'an agent has the name of its organization or service', {
    extraInfo: { reason: 'user_is_agent', user_type },
  })
}

/** @throws {ServiceError} `forbidden`: agents are deleted together with what they act for (vault contract 4.7). */
export function refuseAgent({ user_type }: StoredUser): void {
  if (user_type === 'human') return
  throw new ServiceError('forbidden', 'an agent is deleted with its organization or service, not by itself', {
    extraInfo: { reason: 'user_is_agent', user_type },
  })
}
