import { refDebounced } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import type { ItemRow } from '../../../../shared/contract/workbench-items.ts'
import { workbenchItemOperations } from '../../../../shared/contract/workbench-items.ts'
import { call } from '../../../api/call.ts'
import { failureOf } from '../../../api/refusal.ts'
import type { ShareSubject } from '../../../session/share-dialog.ts'
import { useActor } from '../../../session/use-actor.ts'
import type { Failure } from '../../../ui/failure.ts'

const TYPING_MS = 80
const LISTED = 200

/** The items of an actor by what was typed, the first of them, and those that were chosen. */
export function useItemChoice(actor: string, wanted: () => boolean) {
  const typed = ref('')
  const settled = refDebounced(typed, TYPING_MS)
  const rows = shallowRef<readonly ItemRow[]>([])
  const matching = ref(0)
  const failure = shallowRef<Failure>()
  const chosen = shallowRef<ReadonlySet<string>>(new Set())
  /** Labels of everything that was listed, so that what was chosen can be named after another search. */
  const labels = new Map<string, string>()
  const { usable, whenLocked } = useActor(actor)
  let turn = 0

  async function load(): Promise<void> {
    const mine = ++turn
    const text = settled.value.trim().slice(0, 255)
    try {
      const reply = await call(workbenchItemOperations.itemRows, {
        params: { user_id: actor },
        query: { limit: LISTED, order_by: 'label', order: 'asc', ...(text !== '' && { text }) },
      })
      if (mine !== turn) return
      for (const { id, label } of reply.rows) labels.set(id, label)
      rows.value = reply.rows
      matching.value = reply.matching
      failure.value = undefined
    } catch (error) {
      if (mine === turn) failure.value = failureOf(error)
    }
  }

  const subjects = computed<readonly ShareSubject[]>(() =>
    [...chosen.value].map((item_id) => ({ item_id, item_label: labels.get(item_id) ?? '' })),
  )

  whenLocked(() => {
    rows.value = []
    chosen.value = new Set()
    labels.clear()
  })
  watch([usable, settled, wanted], ([now]) => now && wanted() && void load(), { immediate: true })

  return { typed, rows, more: computed(() => matching.value - rows.value.length), failure, chosen, subjects, load }
}
