import type { Change } from '../../service/call.ts'
import { isoTime } from '../../service/ports.ts'
import type { TimedWork } from '../../service/timed-work.ts'
import type { UserStore } from './user-store.ts'

/** What a feature does before a user is deleted: it ends shared things that other users would be left with. */
export type Leave = (change: Change, userId: string) => void

/** A {@link Leave} for many rows, which ends at most `atMost`. @returns how many it ended */
export type LeaveInPart = (change: Change, userId: string, atMost: number) => number

interface Leaving {
  /** Things that end immediately, with the user's rights. */
  readonly atOnce: readonly Leave[]
  /** Things that end in portions, each with the number of rows that one deletion takes along. */
  readonly inParts: readonly { readonly rows: number; readonly leave: LeaveInPart }[]
  /** Runs timed work soon, because rows are left. */
  readonly resumeSoon: () => void
}

/** Rows to delete per transaction, which takes about 10 ms. */
const ROWS_IN_PORTION = 500

/**
 * Deletes users with all their data, and notifies others of what that ended. The account is gone immediately; more than
 * one portion of rows is deleted later, if need be after the next start (docs/contract/vault.md, Users: deleting).
 */
export function createUserDeleter(
  users: Pick<UserStore, 'beginLeaving' | 'rowsInParts' | 'deleteWithEverything'>,
  { atOnce, inParts, resumeSoon }: Leaving,
) {
  const parts = [
    ...inParts,
    ...users.rowsInParts.map(({ rows, remove }) => ({
      rows,
      leave: (_: Change, userId: string, atMost: number) => remove(userId, atMost),
    })),
  ]

  const deleteUser: Leave = (change, userId) => {
    for (const leave of atOnce) leave(toOthersThan(userId, change), userId)
    users.beginLeaving(userId, change.now)
    deletePortion(change, userId)
  }

  /** Deletes a part of the rows of a user whose account is gone. */
  const deletePortion: Leave = (change, userId) => {
    let room = ROWS_IN_PORTION
    for (const { rows, leave } of parts) {
      const atMost = Math.ceil(room / rows)
      const ended = leave(toOthersThan(userId, change), userId, atMost)
      room -= ended * rows
      if (ended < atMost) continue
      change.afterSuccess(resumeSoon)
      return
    }
    users.deleteWithEverything(userId)
  }

  return { deleteUser, deletePortion }
}

function toOthersThan(userId: string, change: Change): Change {
  return {
    ...change,
    emit(event) {
      if (event.user_id !== userId) change.emit(event)
    },
  }
}

/** Continues with users whose account is deleted but some rows are left. */
export function finishDeletions(users: Pick<UserStore, 'firstLeaving'>, deletePortion: Leave): TimedWork {
  return {
    earliest: () => users.firstLeaving()?.leaving_since ?? null,
    run(change) {
      const leaving = users.firstLeaving()
      if (leaving !== undefined) deletePortion(change, leaving.id)
    },
  }
}

/**
 * Users whose time in the deletion queue ended are deleted exactly as by DELETE /me. The last owner of an organization
 * waits until there is another one; the store does not name such users.
 */
export function deleteDueUsers(
  users: Pick<UserStore, 'earliestDeletion' | 'idsDueForDeletion'>,
  deleteUser: Leave,
  isLastOwner: (userId: string) => boolean,
): TimedWork {
  return {
    erases: true,
    earliest: () => users.earliestDeletion(),
    run(change, dueByMs) {
      for (const id of users.idsDueForDeletion(isoTime(dueByMs))) {
        // Deleting one owner may have made the next one the last.
        if (!isLastOwner(id)) deleteUser(change, id)
      }
    },
  }
}
