import { refDebounced } from '@vueuse/core'
import { onScopeDispose, ref } from 'vue'
import type { z } from 'zod'
import type { DefinitionRow } from '../../../../shared/contract/workbench-exchange.ts'
import { definitionOperations } from '../../../../shared/contract/workbench-exchange.ts'
import { call } from '../../../api/call.ts'
import { usePagedRows } from '../../../rows/use-paged-rows.ts'
import { useOpenWorkspace } from '../../../session/use-open-workspace.ts'
import { onWorkbenchEvent } from '../../../session/use-workbench.ts'

const TYPING_MS = 80
const GATHER_MS = 100
const MAX_TEXT = 255

type Reply = z.output<typeof definitionOperations.definitionRows.success.body>

/** The stored definitions of the workspace that fit a text, newest first, followed live. */
export function useDefinitionRows() {
  const text = ref('')
  const settled = refDebounced(text, TYPING_MS)
  const wanted = (): string => (text.value === '' ? '' : settled.value).trim().slice(0, MAX_TEXT)

  const rows = usePagedRows<DefinitionRow, Reply>(undefined, {
    read: (window) => {
      const looked = wanted()
      return call(definitionOperations.definitionRows, { query: { ...window, ...(looked !== '' && { text: looked }) } })
    },
    filter: wanted,
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

  return { ...rows, text }
}
