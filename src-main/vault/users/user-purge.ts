import { isoTime } from '../../service/ports.ts'
import type { UserStore } from './user-store.ts'

/**
 * Deletes the users whose time in the deletion queue ended, exactly as DELETE /me would (vault contract 1.13). Run it in
 * one transaction.
 *
 * @returns how many users went.
 */
export function purgeUsers(
  users: Pick<UserStore, 'idsDueForDeletion' | 'deleteWithEverything'>,
  nowMs: number,
): number {
  const ids = users.idsDueForDeletion(isoTime(nowMs))
  for (const id of ids) users.deleteWithEverything(id)
  return ids.length
}
