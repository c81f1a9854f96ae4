import { computed } from 'vue'
import type { Event } from '../../shared/contract/events.ts'
import { workbenchPeopleOperations } from '../../shared/contract/workbench-sharing.ts'
import { call } from '../api/call.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { useActor } from '../session/use-actor.ts'
import { useVaultChanges } from '../session/use-vault-changes.ts'
import { useWorkbenchStore } from '../session/workbench-store.ts'
import { factsOf } from './event-facts.ts'
import type { KnownNames } from './event-sentence.ts'

/**
 * Names for the events of one actor: people as the actor calls them, else as they are called in this workspace; items
 * by the newest label among the events.
 */
export function useKnownNames(actor: string, events: () => readonly Event[]) {
  const store = useWorkbenchStore()
  const person = useActor(actor)
  const { value, reload } = useLoaded(
    (signal) => call(workbenchPeopleOperations.connectionRows, { params: { user_id: actor }, query: {} }, signal),
    { whose: person, kept: `connections ${actor}` },
  )
  useVaultChanges(actor, () => void reload())

  const people = computed(() => [...(value.value?.rows ?? [])])
  const personNames = computed(
    () =>
      new Map([
        ...store.users.flatMap(({ vault_user_id, full_name }) =>
          vault_user_id === null ? [] : [[vault_user_id, full_name] as const],
        ),
        ...people.value.map(({ user_id, name }) => [user_id, name] as const),
      ]),
  )
  const itemNames = computed(() => {
    const labels = new Map<string, string>()
    for (const event of events()) {
      const { itemId, itemLabel } = factsOf(event)
      if (itemId !== undefined && itemLabel !== undefined && !labels.has(itemId)) labels.set(itemId, itemLabel)
    }
    return labels
  })
  const names = computed<KnownNames>(() => {
    const [persons, items] = [personNames.value, itemNames.value]
    return {
      self: { id: person.user.value?.vault_user_id ?? null, name: person.user.value?.full_name ?? '' },
      person: (id) => persons.get(id),
      item: (id) => items.get(id),
    }
  })

  return { names, people, itemNames }
}
