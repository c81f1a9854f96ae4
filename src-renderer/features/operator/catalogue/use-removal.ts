import { ref, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { CallError } from '../../../../shared/contract/caller.ts'
import { failureOf } from '../../../api/refusal.ts'
import type { Failure } from '../../../ui/failure.ts'
import { useToasts } from '../../../ui/toasts.ts'

/** What the service counts when something is in use. */
const USES = ['items', 'item_templates', 'classifications', 'classification_nodes', 'tags'] as const

/** Asks before something of the catalogue is deleted; a refusal stays in the question, with what uses it. */
export function useRemoval<Row>(remove: (row: Row) => Promise<void>, doneText: (row: Row) => string) {
  const { t } = useI18n()
  const toasts = useToasts()
  const asked = shallowRef<Row>()
  const open = ref(false)
  const busy = ref(false)
  const failure = shallowRef<Failure>()

  watch(open, () => (failure.value = undefined))

  function ask(row: Row): void {
    asked.value = row
    open.value = true
  }

  async function confirm(): Promise<void> {
    const row = asked.value
    if (row === undefined) return
    busy.value = true
    failure.value = undefined
    try {
      await remove(row)
      open.value = false
      toasts.show({ text: doneText(row) })
    } catch (error) {
      failure.value = withUses(error, failureOf(error))
    } finally {
      busy.value = false
    }
  }

  function withUses(error: unknown, seen: Failure): Failure {
    if (!(error instanceof CallError && error.code === 'in_use')) return seen
    return { ...seen, advice: [usesOf(error), t('operator.inUse')].filter(Boolean).join(' ') }
  }

  /** "2 templates, 5 classifications." as far as the service told it. */
  function usesOf({ errors }: CallError): string {
    const info = errors[0]?.extra_info ?? {}
    const uses = USES.flatMap((use) => {
      const count = info[use]
      return typeof count === 'number' && count > 0 ? [t(`operator.uses.${use}`, count)] : []
    })
    return uses.length === 0 ? '' : t('operator.usedBy', { uses: uses.join(', ') })
  }

  return { asked, open, busy, failure, ask, confirm }
}
