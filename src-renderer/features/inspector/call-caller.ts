import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import type { CallSummary } from '../../../shared/contract/workbench.ts'
import { t } from '../../i18n/i18n.ts'
import type { ActorLook } from '../../ui/actor-look.ts'

/** The parts of a call that tell who made it. */
export type CallParties = Pick<CallSummary, 'user_id' | 'acting_for' | 'made_by_user_id'>

/** The calling user of the workspace, with the account owner if there is one; undefined for other programs. */
export function callerOf(
  { user_id, acting_for, made_by_user_id }: CallParties,
  users: readonly WorkbenchUser[],
): ActorLook | undefined {
  const isCaller = ({ id, vault_user_id, delegation }: WorkbenchUser) =>
    user_id === null
      ? made_by_user_id !== undefined && vault_user_id === made_by_user_id && delegation === null
      : id === user_id
  const user = users.find(isCaller)
  if (user === undefined) return undefined
  const by = { name: user.full_name, colour: user.colour }
  if (acting_for === undefined) return by
  const owner = users.find(({ vault_user_id }) => vault_user_id === acting_for)
  return {
    name: owner?.full_name ?? t('inspector.unknownOwner', { id: acting_for.slice(-6) }),
    colour: owner?.colour ?? 0,
    by,
  }
}

/** The names of caller and account owner, to search for; empty for another program. */
export function callerNames(call: CallParties, users: readonly WorkbenchUser[]): string {
  const look = callerOf(call, users)
  return [look?.by?.name, look?.name].filter(Boolean).join(' ')
}
