import type { Change } from '../../service/call.ts'
import { isoTime } from '../../service/ports.ts'
import type { TimedWork } from '../../service/timed-work.ts'
import type { UserStore } from './user-store.ts'

/** What a feature does before a user is deleted: end what other users would otherwise be left with. */
export type Leave = (change: Change, userId: string) => void

/** Deletes a user with everything, and reports to the others what that ended. */
export function createUserDeleter(users: Pick<UserStore, 'deleteWithEverything'>, leaving: readonly Leave[]): Leave {
  return (change, userId) => {
    const toOthers: Change = {
      ...change,
      emit(event) {
        if (event.user_id !== userId) change.emit(event)
      },
    }
    for (const leave of leaving) leave(toOthers, userId)
    users.deleteWithEverything(userId)
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
