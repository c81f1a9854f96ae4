import { computed, shallowRef } from 'vue'
import { useAttempt } from '../../api/use-attempt.ts'
import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import { t } from '../../i18n/i18n.ts'
import { servicePhrase } from '../../i18n/service-words.ts'
import { onWorkbenchEvent } from '../../session/use-workbench.ts'
import { cancelSampleWorkspace, openSampleWorkspace } from '../../session/use-workspaces.ts'

/** The state of making the sample workspace: progress and failure. */
export function useSampleWorkspace(make = openSampleWorkspace) {
  const reached = shallowRef<Extract<WorkbenchEvent, { type: 'progress' }>>()

  onWorkbenchEvent((event) => {
    if (event.type === 'progress' && event.task === 'sample') reached.value = event
  })

  const phase = computed(() => {
    if (reached.value === undefined) return 0
    return reached.value.done < reached.value.of ? 1 : 2
  })
  const steps = computed(() =>
    [t('welcome.sample.steps.file'), t('welcome.sample.steps.fill'), t('welcome.sample.steps.open')].map(
      (label, index) => ({ id: label, label, state: stateOf(index), detail: index === 1 ? detail.value : undefined }),
    ),
  )
  const detail = computed(() => {
    if (phase.value !== 1 || reached.value === undefined) return undefined
    return reached.value.done === 0
      ? t('label.registeringUsers')
      : servicePhrase(reached.value.phrase ?? reached.value.step)
  })

  function stateOf(index: number): 'waiting' | 'running' | 'done' | 'failed' {
    if (index < phase.value) return 'done'
    if (index > phase.value) return 'waiting'
    return failure.value === undefined ? 'running' : 'failed'
  }

  const {
    busy,
    failure: ended,
    run: start,
  } = useAttempt(async () => {
    reached.value = undefined
    await make()
  })
  /** A cancellation is not shown, because the person requested it. */
  const failure = computed(() => (ended.value?.code === 'making_cancelled' ? undefined : ended.value))

  return { busy, failure, reached, steps, start, cancelling: useAttempt(cancelSampleWorkspace) }
}
