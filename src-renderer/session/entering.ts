import type { WorkbenchUser } from '../../shared/contract/workbench-users.ts'
import { throughOf } from './acting-through.ts'

type UsersById = ReadonlyMap<string, WorkbenchUser>

/** The user whose passphrase opens this one: agents and accounts acted for are opened through another user. */
export function openerOf(user: WorkbenchUser, usersById: UsersById): WorkbenchUser {
  return usersById.get(throughOf(user)?.id ?? '') ?? user
}

/** Whether a locked user can be signed in without typing: by a stored passphrase, or a signed-in member. */
export function needsNoPassphrase(user: WorkbenchUser, usersById: UsersById): boolean {
  const opener = openerOf(user, usersById)
  return opener.remembered || opener.state === 'signed_in'
}
