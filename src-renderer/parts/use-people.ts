import { computed, ref, shallowRef, watch } from 'vue'
import type { ConnectionRow } from '../../shared/contract/workbench-sharing.ts'
import { workbenchPeopleOperations } from '../../shared/contract/workbench-sharing.ts'
import { call } from '../api/call.ts'
import { failureOf } from '../api/refusal.ts'
import { useActor } from '../session/use-actor.ts'
import type { Failure } from '../ui/failure.ts'

/** The people an actor is connected with, and those whose names fit what was typed. */
export function usePeople(actor: string) {
  const people = shallowRef<readonly ConnectionRow[]>()
  const failure = shallowRef<Failure>()
  const typed = ref('')
  const { usable, whenLocked } = useActor(actor)
  const found = computed(() => {
    const wanted = typed.value.trim().toLocaleLowerCase()
    return (people.value ?? []).filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
  })
  const names = computed(() => new Map((people.value ?? []).map(({ user_id, name }) => [user_id, name])))

  async function load(): Promise<void> {
    failure.value = undefined
    try {
      const { rows } = await call(workbenchPeopleOperations.connectionRows, { params: { user_id: actor }, query: {} })
      people.value = rows
    } catch (error) {
      failure.value = failureOf(error)
    }
  }

  whenLocked(() => (people.value = undefined))
  watch(usable, (now) => now && void load(), { immediate: true })

  return { people, found, names, typed, failure, load }
}
