import { computed, shallowRef } from 'vue'
import type { ItemRow } from '../../../../shared/contract/workbench-items.ts'
import { workbenchItemOperations } from '../../../../shared/contract/workbench-items.ts'
import { call } from '../../../api/call.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import { subjectOf } from '../../../parts/shown-share.ts'
import type { ShareSubject } from '../../../session/share-dialog.ts'
import { useActor } from '../../../session/use-actor.ts'
import { useTypedText } from '../../../ui/use-typed-text.ts'

const LISTED = 200

/** The first items of an actor that match a text, and those that were chosen. */
export function useItemChoice(actor: string, wanted: () => boolean) {
  const { text: typed, sought } = useTypedText()
  const chosen = shallowRef<ReadonlySet<string>>(new Set())
  /** All items listed so far, to show chosen ones after another search. */
  const listed = new Map<string, ItemRow>()
  const person = useActor(actor)

  const { value, failure } = useLoaded(
    async (signal, text: string) => {
      const reply = await call(
        workbenchItemOperations.itemRows,
        {
          params: { user_id: actor },
          query: { limit: LISTED, ...(text === '' ? { order_by: 'label', order: 'asc' } : { text }) },
        },
        signal,
      )
      if (!signal.aborted) for (const row of reply.rows) listed.set(row.id, row)
      return reply
    },
    {
      whose: person,
      of: () => (wanted() ? sought.value : undefined),
      stays: () => true,
    },
  )
  const rows = computed<readonly ItemRow[]>(() => value.value?.rows ?? [])
  const more = computed(() => (value.value?.matching ?? 0) - rows.value.length)

  const subjects = computed<readonly ShareSubject[]>(() =>
    [...chosen.value].flatMap((id) => {
      const row = listed.get(id)
      return row === undefined ? [] : [subjectOf(row)]
    }),
  )

  person.whenLocked(() => {
    chosen.value = new Set()
    listed.clear()
  })

  return { typed, rows, more, failure, chosen, subjects }
}
