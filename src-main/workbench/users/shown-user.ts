import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import type { StoredWorkbenchAgent } from './workbench-agent-store.ts'
import type { StoredWorkbenchUser } from './workbench-user-store.ts'

/** A person as the window sees it. */
export function shownPerson(user: StoredWorkbenchUser, isSignedIn: boolean): WorkbenchUser {
  const { id, full_name, email, user_type, colour, username, vault_user_id, key_fingerprint, created_at } = user
  const shownState = user.registered ? 'locked' : 'incomplete'
  return {
    id,
    full_name,
    email,
    user_type,
    colour,
    state: isSignedIn ? 'signed_in' : shownState,
    remembered: user.sealed_passphrase !== null,
    username,
    vault_user_id,
    key_fingerprint,
    agent: null,
    created_at,
  }
}

/** An agent as the window sees it; signing in to it takes the passphrase of the member it was opened through. */
export function shownAgent(
  agent: StoredWorkbenchAgent,
  through: StoredWorkbenchUser,
  isSignedIn: boolean,
): WorkbenchUser {
  const { id, full_name, organization_id, service_id, colour, vault_user_id, key_fingerprint, created_at } = agent
  return {
    id,
    full_name,
    email: '',
    user_type: service_id === null ? 'organization_agent' : 'service_agent',
    colour,
    state: isSignedIn ? 'signed_in' : 'locked',
    remembered: through.sealed_passphrase !== null,
    username: '',
    vault_user_id,
    key_fingerprint,
    agent: { organization_id, service_id, through_user_id: through.id, through_name: through.full_name },
    created_at,
  }
}
