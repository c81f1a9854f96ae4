import { computed } from 'vue'
import { workbenchItemOperations } from '../../../../shared/contract/workbench-items.ts'
import { call } from '../../../api/call.ts'
import { usePreferences } from '../../../frame/preferences.ts'
import { nothingWhenRefused } from '../../../session/use-searched.ts'

/** Whether a user's items are searched by their values as well, which each user switches on for this computer. */
export function useValueSearch(whose: () => string | undefined) {
  const preferences = usePreferences()
  const isOn = computed(() => preferences.valueSearchers.includes(whose() ?? ''))

  /** When switched off, the service discards the opened values immediately. */
  async function toggle(): Promise<void> {
    const user_id = whose()
    if (user_id === undefined) return
    const wasOn = isOn.value
    const others = preferences.valueSearchers.filter((other) => other !== user_id)
    preferences.valueSearchers = wasOn ? others : [...others, user_id]
    if (wasOn) await call(workbenchItemOperations.itemValuesClose, { params: { user_id } }).catch(nothingWhenRefused)
  }

  return { isOn, toggle }
}
