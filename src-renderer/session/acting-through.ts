import type { WorkbenchUser } from '../../shared/contract/workbench-users.ts'
import type { ActorLook } from '../ui/actor-look.ts'

/** The user of the workspace through whom an agent or a represented account is opened. */
export function throughOf({ agent, delegation }: Pick<WorkbenchUser, 'agent' | 'delegation'>) {
  const through = agent ?? delegation
  return through === null ? undefined : { id: through.through_user_id, name: through.through_name }
}

/** Whether this is a child user whose account is used by a parent. */
export function isParent(user: Pick<WorkbenchUser, 'delegation'> | undefined): boolean {
  return user?.delegation?.child === true && user.delegation.role === 'owner'
}

/** The display of a user; for a represented account, also who acts. */
export function lookOf(
  user: WorkbenchUser | undefined,
  usersById: ReadonlyMap<string, Pick<WorkbenchUser, 'colour'>>,
): ActorLook {
  const look = { name: user?.full_name ?? '', colour: user?.colour ?? 0 }
  if (!user?.delegation) return look
  const { through_user_id, through_name: name } = user.delegation
  return { ...look, by: { name, colour: usersById.get(through_user_id)?.colour ?? 0 } }
}
