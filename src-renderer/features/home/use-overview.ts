import { onScopeDispose, shallowRef, watch } from 'vue'
import type { ReplyFor } from '../../../shared/contract/operation.ts'
import { workbenchItemOperations } from '../../../shared/contract/workbench-items.ts'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/refusal.ts'
import { onWorkbenchEvent } from '../../session/use-workbench.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import type { Failure } from '../../ui/failure.ts'

type Rows = ReplyFor<typeof workbenchItemOperations.itemRows>

export interface Overview {
  readonly recent: Rows['rows']
  readonly items: number
  readonly ownItems: number
  readonly tags: number
}

const RECENT = 5
const GATHER_MS = 150

/** What a user has, in numbers, and what changed last. Follows changes; forgets everything when the user is locked. */
export function useOverview(actor: string) {
  const store = useWorkbenchStore()
  const overview = shallowRef<Overview>()
  const failure = shallowRef<Failure>()
  let turn = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const isUsable = (): boolean => store.usersById.get(actor)?.state === 'signed_in'

  async function load(): Promise<void> {
    const mine = ++turn
    try {
      const [all, own] = await Promise.all([rowsOf({ limit: RECENT }), rowsOf({ limit: 1, own: true })])
      if (mine !== turn) return
      overview.value = { recent: all.rows, items: all.total, ownItems: own.matching, tags: all.tags.length }
      failure.value = undefined
    } catch (error) {
      if (mine === turn && isUsable()) failure.value = failureOf(error)
    }
  }

  function rowsOf(query: { readonly limit: number; readonly own?: boolean }): Promise<Rows> {
    return call(workbenchItemOperations.itemRows, {
      params: { user_id: actor },
      query: { order_by: 'updated_at', order: 'desc', ...query },
    })
  }

  function drop(): void {
    turn += 1
    overview.value = undefined
    failure.value = undefined
  }

  watch(isUsable, (usable) => (usable ? void load() : drop()), { immediate: true, flush: 'sync' })
  const stop = onWorkbenchEvent((event) => {
    if (event.type !== 'change' || event.vault_user_id !== store.usersById.get(actor)?.vault_user_id) return
    timer ??= setTimeout(() => {
      timer = undefined
      if (isUsable()) void load()
    }, GATHER_MS)
  })
  onScopeDispose(() => {
    turn += 1
    stop()
    clearTimeout(timer)
  })

  return { overview, failure, load }
}
