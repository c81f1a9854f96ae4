import type { WorkbenchUser } from '../../shared/contract/workbench-users.ts'

type UsersById = ReadonlyMap<string, WorkbenchUser>

/** Whose passphrase opens a user: agents are opened through the member who holds their key. */
export function openerOf(user: WorkbenchUser, usersById: UsersById): WorkbenchUser {
  return usersById.get(user.agent?.through_user_id ?? '') ?? user
}

/** Whether a locked user can be signed in without typing: the passphrase is kept, or the member is signed in already. */
export function entersFreely(user: WorkbenchUser, usersById: UsersById): boolean {
  const opener = openerOf(user, usersById)
  return opener.remembered || opener.state === 'signed_in'
}
