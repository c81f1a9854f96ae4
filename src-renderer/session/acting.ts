import { useLocalStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { compareTexts } from '../../shared/folded-text.ts'
import type { WorkbenchUser } from '../../shared/contract/workbench-users.ts'
import { lookOf } from './acting-through.ts'
import { useWorkbenchStore } from './workbench-store.ts'

const RECENT_USERS = 5

/**
 * The user to act as if the address names none: the last one of this window in this workspace, else the last one of any
 * window. Two windows may act as two users.
 */
export const useActing = defineStore('acting', () => {
  const store = useWorkbenchStore()
  const lastByWorkspace = useLocalStorage<Readonly<Record<string, string>>>('vaultbench.acting', {})

  const recentByWorkspace = useLocalStorage<Readonly<Record<string, readonly string[]>>>('vaultbench.recent-users', {})
  const hereByWorkspace = ref<Readonly<Record<string, string>>>({})

  const user = computed<WorkbenchUser | undefined>(() => {
    const workspace = store.status?.current?.id ?? ''
    const last = store.usersById.get(hereByWorkspace.value[workspace] ?? lastByWorkspace.value[workspace] ?? '')
    return last ?? store.users.find(({ state }) => state === 'signed_in') ?? store.users[0]
  })

  function actAs(userId: string): void {
    const workspace = store.status?.current?.id
    if (workspace === undefined || hereByWorkspace.value[workspace] === userId) return
    hereByWorkspace.value = { ...hereByWorkspace.value, [workspace]: userId }
    lastByWorkspace.value = { ...lastByWorkspace.value, [workspace]: userId }
    const others = (recentByWorkspace.value[workspace] ?? []).filter((id) => id !== userId)
    recentByWorkspace.value = { ...recentByWorkspace.value, [workspace]: [userId, ...others].slice(0, RECENT_USERS) }
  }

  /** All users for a list of choices: recent actors first, then by name. */
  const choices = computed<readonly WorkbenchUser[]>(() =>
    recentFirst(
      store.users.toSorted((one, other) => compareTexts(one.full_name, other.full_name)),
      (one, recent) => one.id === recent.id,
    ),
  )

  /** Rows about people, those about recent actors first. */
  function recentFirst<Row>(rows: readonly Row[], isAbout: (row: Row, user: WorkbenchUser) => boolean): readonly Row[] {
    const lately = recentByWorkspace.value[store.status?.current?.id ?? ''] ?? []
    const users = lately.flatMap((id) => store.usersById.get(id) ?? [])
    const recent = users.flatMap((one) => rows.find((row) => isAbout(row, one)) ?? [])
    return [...new Set([...recent, ...rows])]
  }

  const look = computed(() => lookOf(user.value, store.usersById))

  return { user, look, choices, recentFirst, actAs }
})
