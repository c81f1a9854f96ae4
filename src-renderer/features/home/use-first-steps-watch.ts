import { onScopeDispose, watch } from 'vue'
import { workbenchItemOperations } from '../../../shared/contract/workbench-items.ts'
import { workspaceOperations } from '../../../shared/contract/workbench.ts'
import { walletOperations } from '../../../shared/contract/workbench-wallet.ts'
import { answered } from '../../api/answers.ts'
import { call, CallError } from '../../api/call.ts'
import { onWorkbenchEvent } from '../../session/use-workbench.ts'
import { useFirstSteps } from './first-steps-store.ts'

/**
 * Marks the first steps as done when they happen anywhere in the window. Called once in the window's lifetime. Calls
 * over HTTP count as those of another program.
 *
 * @param seesTwoSides whether the window shows one item as two users have it
 */
export function useFirstStepsWatch(seesTwoSides: () => boolean = () => false): void {
  const steps = useFirstSteps()
  let lockedHere = false

  const REACTIONS: Readonly<Record<string, () => void>> = {
    [workbenchItemOperations.itemCreate.id]: () => steps.tick('item'),
    [workbenchItemOperations.slotReveal.id]: () => steps.tick('reveal'),
    [workspaceOperations.workspaceLock.id]: () => (lockedHere = true),
    [workspaceOperations.workspaceOpen.id]: () => {
      if (lockedHere) steps.tick('lock')
      lockedHere = false
    },
  }

  /** Notes that a wallet answered, correctly or with a deliberate fault. */
  async function noteRun(user_id: string, run_id: string): Promise<void> {
    if ((['verifier', 'broken', 'adult'] as const).every((step) => steps.done.has(step))) return
    try {
      const { run } = await call(walletOperations.walletRunGet, { params: { user_id, run_id } })
      if (run.broken === null && run.state === 'accepted') steps.tick('verifier')
      if (run.state === 'accepted' && run.told.some(({ withheld }) => withheld.length > 0)) steps.tick('adult')
      if (run.broken !== null && run.state === 'not_accepted') steps.tick('broken')
    } catch (error) {
      // The user was locked, or the run deleted; nobody waits for the result.
      if (!(error instanceof CallError || error instanceof TypeError)) throw error
    }
  }

  watch(seesTwoSides, (seen) => seen && steps.tick('sides'))
  onScopeDispose(answered.subscribe((operation) => REACTIONS[operation]?.()))
  onWorkbenchEvent((event) => {
    if (event.type === 'call' && event.call.source === 'loopback') steps.tick('client')
    if (event.type === 'wallet' && event.run_id !== null) void noteRun(event.user_id, event.run_id)
  })
}
