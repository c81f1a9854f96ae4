import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { forgetKept } from '../api/kept-values.ts'
import type { WorkbenchStatus } from '../../shared/contract/workbench.ts'
import type { WorkbenchUser } from '../../shared/contract/workbench-users.ts'

/**
 * Whether this window may talk to the workbench: `refused` when it holds no valid token, `unreachable` when nothing
 * answered yet.
 */
export type Entry = 'starting' | 'ready' | 'refused' | 'unreachable'

const NOBODY: ReadonlySet<string> = new Set()

/** What the window knows of the workbench: the open workspace and its users. State and setters only. */
export const useWorkbenchStore = defineStore('workbench', () => {
  const entry = ref<Entry>('starting')
  const status = shallowRef<WorkbenchStatus>()
  const users = shallowRef<readonly WorkbenchUser[]>([])
  /** Whether the users were read; until then, an empty list does not mean that there are none. */
  const usersRead = ref(false)
  /** Users who were signed in earlier: they are not signed in again automatically. */
  const signedOut = shallowRef(NOBODY)
  const connected = ref(true)
  /** The program was restarted and no longer knows this window. */
  const ended = ref(false)
  /** A lock was requested, but not confirmed yet. All decrypted data was removed from the window already. */
  const locking = ref(false)
  const usersById = computed(() => new Map(users.value.map((user) => [user.id, user])))

  function setEntry(next: Entry): void {
    entry.value = next
  }

  function setStatus(next: WorkbenchStatus): void {
    const before = status.value
    status.value = next
    if (next.state !== 'open' || (before !== undefined && before.current?.id !== next.current?.id)) dropUsers()
  }

  function setUsers(next: readonly WorkbenchUser[]): void {
    const wasSignedIn = new Set(users.value.filter(({ state }) => state === 'signed_in').map(({ id }) => id))
    signedOut.value = new Set(
      next
        .filter(({ id, state }) => state !== 'signed_in' && (wasSignedIn.has(id) || signedOut.value.has(id)))
        .map(({ id }) => id),
    )
    users.value = next
    forgetKept()
    usersRead.value = true
  }

  /** The user was chosen again: a stored passphrase may be used. */
  function welcomeBack(userId: string): void {
    signedOut.value = new Set([...signedOut.value].filter((id) => id !== userId))
  }

  function setConnected(next: boolean): void {
    connected.value = next
  }

  function setEnded(): void {
    ended.value = true
  }

  function setLocking(next: boolean): void {
    locking.value = next
    if (next) dropUsers()
  }

  function dropUsers(): void {
    users.value = []
    forgetKept()
    usersRead.value = false
    signedOut.value = NOBODY
  }

  return {
    entry,
    status,
    users,
    usersById,
    usersRead,
    signedOut,
    connected,
    ended,
    locking,
    setEntry,
    setStatus,
    setUsers,
    welcomeBack,
    setConnected,
    setEnded,
    setLocking,
  }
})
