import type { z } from 'zod'
import type { DefinitionRow } from '../../../../shared/contract/workbench-exchange.ts'
import { definitionOperations } from '../../../../shared/contract/workbench-exchange.ts'
import { call } from '../../../api/call.ts'
import { MADE_BY, madeByIn } from '../../../parts/scenarios/made-by.ts'
import { useAddressFilter } from '../../../rows/use-address-filter.ts'
import { usePagedRows } from '../../../rows/use-paged-rows.ts'
import { orderOf, useRelevanceOrder } from '../../../rows/use-typed-filter.ts'
import type { ListSort } from '../../../ui/list-model.ts'
import { useTypedText } from '../../../ui/use-typed-text.ts'
import { useOpenWorkspace } from '../../../session/use-open-workspace.ts'
import { useWorkbenchChanges } from '../../../session/use-workbench-changes.ts'

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

/** The stored definitions of the workspace that match a text, followed live. */
export function useDefinitionRows() {
  const { text, sought } = useTypedText()
  const address = useAddressFilter([MADE_BY], NEWEST_FIRST)
  const sort = useRelevanceOrder(address, () => sought.value !== '')
  const madeBy = madeByIn(address.chosen)

  const rows = usePagedRows<DefinitionRow, Reply>(undefined, {
    read: (window) => {
      const query = {
        ...window,
        ...orderOf(ORDERS, 'made', sort.value),
        made_by: madeBy.value,
        ...(sought.value !== '' && { text: sought.value }),
      }
      return call(definitionOperations.definitionRows, { query })
    },
    filter: () => JSON.stringify([sought.value, madeBy.value, sort.value]),
    words: () => sought.value,
    keyOf: ({ id }) => id,
    hidden: () => new Set(),
    kept: 'definitions',
  })
  useOpenWorkspace().whenLocked(() => (text.value = ''))

  useWorkbenchChanges(
    (event) => event.type === 'verifier-request' || (event.type === 'exchange' && event.part === 'definitions'),
    () => rows.refresh(),
  )

  return { ...rows, text, sort, madeBy, address }
}
