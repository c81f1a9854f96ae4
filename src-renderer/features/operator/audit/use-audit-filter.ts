import { refDebounced } from '@vueuse/core'
import { computed, ref, shallowRef } from 'vue'
import type { OperatorSubject } from '../../../../shared/contract/operator-events.ts'
import type { AuditFilter } from './audit-filter.ts'
import { isFiltered } from './audit-filter.ts'

const TYPING_MS = 200

/** What the filter bar holds, and the filter it stands for once typing has settled. */
export function useAuditFilter() {
  const text = ref('')
  const settled = refDebounced(text, TYPING_MS)
  const from = ref('')
  const to = ref('')
  const chosen = shallowRef<Readonly<Record<string, readonly string[]>>>({})

  const filter = computed<AuditFilter>(() => ({
    text: text.value === '' ? '' : settled.value.trim(),
    name: chosen.value['name']?.[0],
    // The chips offer nothing but kinds of subjects.
    subject: chosen.value['subject']?.[0] as OperatorSubject | undefined,
    from: from.value,
    to: to.value,
  }))
  const active = computed(() => isFiltered(filter.value))

  function clear(): void {
    text.value = ''
    from.value = ''
    to.value = ''
    chosen.value = {}
  }

  return { text, from, to, chosen, filter, active, clear }
}
