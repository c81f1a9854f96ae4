import { computed, ref } from 'vue'
import { workbenchPeopleOperations } from '../../shared/contract/workbench-sharing.ts'
import { call } from '../api/call.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { useActor } from '../session/use-actor.ts'
import { bestMatches } from '../../shared/word-search.ts'

/** The people an actor is connected with, and those who match a text, best first. */
export function usePeople(actor: string) {
  const {
    value: people,
    failure,
    reload,
  } = useLoaded(readPeople, {
    whose: useActor(actor),
    kept: `people ${actor}`,
  })
  const typed = ref('')
  const found = computed(() => bestMatches(people.value ?? [], typed.value, ({ name }) => [name]))
  const names = computed(() => new Map((people.value ?? []).map(({ user_id, name }) => [user_id, name])))

  async function readPeople() {
    return (await call(workbenchPeopleOperations.connectionRows, { params: { user_id: actor }, query: {} })).rows
  }

  return { people, found, names, typed, failure, reload }
}
