import { computed, ref, shallowRef } from 'vue'

/** Changes of one origin within this time are one step of Undo. */
const ONE_STEP_MS = 800
const MOST_STEPS = 200

interface Step {
  readonly text: string
  /** The source of the change, for example the place of a form field. */
  readonly origin: string
  /** The time of the last change in milliseconds. */
  readonly at: number
}

/** A text with Undo. Typing in one place is one step, wherever the text is typed: form and JSON share the history. */
export function useTextHistory(initial: string, now: () => number = () => performance.now()) {
  const steps = shallowRef<readonly Step[]>([{ text: initial, origin: '', at: Number.NEGATIVE_INFINITY }])
  const at = ref(0)
  const text = computed(() => steps.value[at.value]?.text ?? initial)

  /** @param origin the source of the change; quick changes with one source are one step, unless it is empty */
  function change(next: string, origin = ''): void {
    if (next === text.value) return
    const kept = steps.value.slice(0, at.value + 1)
    const last = kept.at(-1)
    const joins = at.value > 0 && origin !== '' && last?.origin === origin && now() - last.at < ONE_STEP_MS
    const before = joins ? kept.slice(0, -1) : kept
    steps.value = [...before, { text: next, origin, at: now() }].slice(-MOST_STEPS)
    at.value = steps.value.length - 1
  }

  function move(by: 1 | -1): void {
    const next = at.value + by
    if (next >= 0 && next < steps.value.length) at.value = next
  }

  return {
    text,
    change,
    undo: (): void => move(-1),
    redo: (): void => move(1),
    canUndo: computed(() => at.value > 0),
    canRedo: computed(() => at.value < steps.value.length - 1),
  }
}
