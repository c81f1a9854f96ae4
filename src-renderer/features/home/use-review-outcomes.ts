import { useLocalStorage } from '@vueuse/core'
import { computed } from 'vue'
import type { Event } from '../../../shared/contract/events.ts'
import { eventOperations } from '../../../shared/contract/events.ts'
import { asUser } from '../../api/as.ts'
import { callService } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { factsOf } from '../../feed/event-facts.ts'
import { useActor } from '../../session/use-actor.ts'
import { useVaultChanges } from '../../session/use-vault-changes.ts'

/** The decision of the operator about something that a user, or an organization of theirs, had requested. */
export interface ReviewOutcome {
  /** Of the event that told it. */
  readonly id: string
  readonly decision: (typeof DECISIONS)[number]
  readonly name: string
  readonly reason: string | undefined
  readonly organizationId: string
}

const DECISIONS = ['organization.validated', 'organization.rejected', 'service.validated', 'service.rejected'] as const
/** The newest events are looked through; older decisions have been seen. */
const LOOKED_THROUGH = 200
const MOST_KEPT = 500

/** What became of requests, newest first, until it was marked as seen on this computer. */
export function useReviewOutcomes(actor: string) {
  const seenIds = useLocalStorage<readonly string[]>('vaultbench.seen-decisions', [])
  const { value, reload } = useLoaded(readOutcomes, { whose: useActor(actor) })
  const outcomes = computed(() => (value.value ?? []).filter(({ id }) => !seenIds.value.includes(id)))

  useVaultChanges(actor, () => void reload())

  async function readOutcomes(): Promise<readonly ReviewOutcome[]> {
    const query = { per_page: LOOKED_THROUGH }
    return (await callService(asUser(actor), eventOperations.eventsGet, { query })).events.flatMap(outcomeOf)
  }

  function markSeen(id: string): void {
    seenIds.value = [id, ...seenIds.value].slice(0, MOST_KEPT)
  }

  return { outcomes, markSeen }
}

function outcomeOf(event: Event): readonly ReviewOutcome[] {
  const decision = DECISIONS.find((name) => name === event.name)
  const { organizationId, label, reason } = factsOf(event)
  if (decision === undefined || organizationId === undefined) return []
  return [{ id: event.id, decision, name: label ?? organizationId, reason, organizationId }]
}
