import { refDebounced } from '@vueuse/core'
import { onScopeDispose, ref } from 'vue'
import type { z } from 'zod'
import type { DefinitionRow } from '../../../../shared/contract/workbench-exchange.ts'
import { definitionOperations } from '../../../../shared/contract/workbench-exchange.ts'
import { call } from '../../../api/call.ts'
import { MADE_BY, madeByIn } from '../../../parts/scenarios/made-by.ts'
import { useAddressFilter } from '../../../rows/use-address-filter.ts'
import { usePagedRows } from '../../../rows/use-paged-rows.ts'
import type { ListSort } from '../../../ui/list-model.ts'
import { useOpenWorkspace } from '../../../session/use-open-workspace.ts'
import { onWorkbenchEvent } from '../../../session/use-workbench.ts'

const TYPING_MS = 80
const GATHER_MS = 100
const MAX_TEXT = 255

type Reply = z.output<typeof definitionOperations.definitionRows.success.body>

const NEWEST_FIRST: ListSort = { id: 'made', direction: 'descending' }
/** The field each column orders by. */
const ORDERS = {
  name: 'name',
  inputs: 'inputs',
  requests: 'requests',
  madeBy: 'created_by',
  made: 'created_at',
} as const

function orderOf(sort: ListSort | undefined) {
  const known = Object.entries(ORDERS).find(([column]) => column === sort?.id)
  return { order_by: known?.[1] ?? ORDERS.made, order: sort?.direction === 'ascending' ? 'asc' : 'desc' } as const
}

/** The stored definitions of the workspace that fit a text, followed live. */
export function useDefinitionRows() {
  const text = ref('')
  const address = useAddressFilter([MADE_BY], NEWEST_FIRST)
  const madeBy = madeByIn(address.chosen)
  const settled = refDebounced(text, TYPING_MS)
  const wanted = (): string => (text.value === '' ? '' : settled.value).trim().slice(0, MAX_TEXT)

  const rows = usePagedRows<DefinitionRow, Reply>(undefined, {
    read: (window) => {
      const looked = wanted()
      const query = {
        ...window,
        ...orderOf(address.sort.value),
        made_by: madeBy.value,
        ...(looked !== '' && { text: looked }),
      }
      return call(definitionOperations.definitionRows, { query })
    },
    filter: () => JSON.stringify([wanted(), madeBy.value, address.sort.value]),
    keyOf: ({ id }) => id,
    hidden: () => new Set(),
  })
  useOpenWorkspace().whenLocked(() => (text.value = ''))

  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = onWorkbenchEvent((event) => {
    const matters = event.type === 'verifier-request' || (event.type === 'exchange' && event.part === 'definitions')
    if (!matters) return
    timer ??= setTimeout(() => {
      timer = undefined
      void rows.refresh()
    }, GATHER_MS)
  })
  onScopeDispose(() => {
    stop()
    clearTimeout(timer)
  })

  return { ...rows, text, madeBy, address }
}
