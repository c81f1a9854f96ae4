import { onScopeDispose, watch } from 'vue'
import { workbenchOperations } from '../../../shared/contract/workbench.ts'
import { onAnswered } from '../../api/answers.ts'
import { onWorkbenchEvent } from '../../session/use-workbench.ts'
import { useFirstSteps } from './first-steps-store.ts'

/**
 * Ticks the first steps when they really happen, wherever in the window: called once, for as long as the window lives.
 * A call from outside is one that came over HTTP from another program.
 *
 * @param seesTwoSides whether the window shows one item as two users have it
 */
export function useFirstStepsWatch(seesTwoSides: () => boolean = () => false): void {
  const steps = useFirstSteps()
  let lockedHere = false

  const REACTIONS: Readonly<Record<string, () => void>> = {
    [workbenchOperations.itemCreate.id]: () => steps.tick('item'),
    [workbenchOperations.slotReveal.id]: () => steps.tick('reveal'),
    [workbenchOperations.workspaceLock.id]: () => (lockedHere = true),
    [workbenchOperations.workspaceOpen.id]: () => {
      if (lockedHere) steps.tick('lock')
      lockedHere = false
    },
  }

  watch(seesTwoSides, (seen) => seen && steps.tick('sides'))
  onScopeDispose(onAnswered((operation) => REACTIONS[operation]?.()))
  onScopeDispose(
    onWorkbenchEvent((event) => {
      if (event.type === 'call' && event.call.source === 'loopback') steps.tick('client')
    }),
  )
}
