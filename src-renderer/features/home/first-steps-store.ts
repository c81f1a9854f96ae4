import { useLocalStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { throughOf } from '../../session/acting-through.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'

/** Stored ids. `sides` shows two users side by side, `broken` sends a fault, `adult` proves only to be over 18. */
export const FIRST_STEPS = ['sides', 'item', 'reveal', 'verifier', 'broken', 'adult', 'user', 'client', 'lock'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

interface Kept {
  readonly done: readonly FirstStep[]
  readonly hidden: boolean
}

const NOTHING: Kept = { done: [], hidden: false }

/** The first steps that were taken in the open workspace. This window keeps them for each workspace. */
export const useFirstSteps = defineStore('first-steps', () => {
  const store = useWorkbenchStore()
  const byWorkspace = useLocalStorage<Readonly<Record<string, Kept>>>('vaultbench.first-steps', {})
  const workspace = computed(() => store.status?.current?.id)
  const kept = computed(() => byWorkspace.value[workspace.value ?? ''] ?? NOTHING)

  /** Counts people, no matter who added them. */
  const people = computed(() => store.users.filter((user) => throughOf(user) === undefined).length)
  const done = computed(
    () => new Set<FirstStep>([...kept.value.done, ...(people.value > 1 ? (['user'] as const) : [])]),
  )

  function tick(step: FirstStep): void {
    if (!kept.value.done.includes(step)) keep({ ...kept.value, done: [...kept.value.done, step] })
  }

  function setHidden(hidden: boolean): void {
    keep({ ...kept.value, hidden })
  }

  function keep(next: Kept): void {
    if (workspace.value !== undefined) byWorkspace.value = { ...byWorkspace.value, [workspace.value]: next }
  }

  return { done, hidden: computed(() => kept.value.hidden), tick, setHidden }
})
