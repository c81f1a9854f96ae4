import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import { workbenchItemOperations } from '../../../shared/contract/workbench-items.ts'
import { workbenchShareOperations } from '../../../shared/contract/workbench-sharing.ts'
import { call, CallError } from '../../api/call.ts'

/**
 * The user to look at beside another one: somebody of the workspace who has the same item, else somebody who is signed
 * in, else anybody.
 */
export async function findPartner(
  users: readonly WorkbenchUser[],
  first: string,
  item_id: string | undefined,
): Promise<string | undefined> {
  const others = users.filter(({ id }) => id !== first)
  const sharing = new Set(item_id === undefined ? [] : await peopleOf(first, item_id))
  const found =
    others.find(({ vault_user_id }) => vault_user_id !== null && sharing.has(vault_user_id)) ??
    others.find(({ state }) => state === 'signed_in') ??
    others[0]
  return found?.id
}

/** What a user shares with somebody of the workspace, newest first: both to look at. */
export async function findSharedPair(
  users: readonly WorkbenchUser[],
  first: string,
): Promise<{ readonly second: string; readonly item: string } | undefined> {
  const byVaultUser = new Map(users.map(({ id, vault_user_id }) => [vault_user_id, id]))
  for (const direction of ['outgoing', 'incoming'] as const) {
    for (const { person, item_id } of await sharesOf(first, direction)) {
      const second = byVaultUser.get(person.user_id)
      if (item_id !== null && second !== undefined && second !== first) return { second, item: item_id }
    }
  }
  return undefined
}

async function sharesOf(user_id: string, direction: 'outgoing' | 'incoming') {
  try {
    const query = { direction, limit: 50 }
    return (await call(workbenchShareOperations.shareRows, { params: { user_id }, query })).rows
  } catch (error) {
    if (error instanceof CallError) return []
    throw error
  }
}

/** Vault users an item came from, or was shared with. */
async function peopleOf(user_id: string, item_id: string): Promise<readonly string[]> {
  try {
    const { share } = await call(workbenchItemOperations.itemOpen, { params: { user_id, item_id } })
    if (share !== null) return [share.sender.user_id, ...(share.owner === null ? [] : [share.owner.user_id])]
    const { rows } = await call(workbenchShareOperations.itemShares, { params: { user_id, item_id } })
    return rows.map(({ person }) => person.user_id)
  } catch (error) {
    if (error instanceof CallError) return [] // gone or locked, which the page itself will say
    throw error
  }
}
