import type { Ref } from 'vue'
import { computed, ref, shallowRef, watch } from 'vue'
import { useKept } from './kept-values.ts'
import { useReading } from './use-reading.ts'

export interface LoadedOptions<Value, Key> {
  /** Its owner, from `useActor` or `useOpenWorkspace`: nothing is read or kept while the owner is locked. */
  readonly whose?: { readonly usable: Readonly<Ref<boolean>> }
  /** The key it depends on; undefined if there is nothing to read. */
  readonly of?: () => Key | undefined
  /** Whether the current value or failure may stay while another key is read; never by default. */
  readonly stays?: (value: Value | undefined, next: Key) => boolean
  /** Whether to drop the value when it cannot be read again. */
  readonly dropOnFailure?: boolean
  /**
   * A name for what is read and for whom. The value is drawn at once when the screen is opened again, and quietly read
   * again; it must be one that JSON can say.
   */
  readonly kept?: string | ((of: Key) => string)
}

/**
 * A value that is read from the service and kept while it is on screen.
 *
 * - With `whose` or `of`, it is read at once, and again after an unlock or when the key changes. A lock or another
 *   key drops the value immediately, before the next rendering.
 * - Without either, only `reload` reads it.
 * - Only the latest read counts: `reload`, `drop`, a lock and the end of the component cancel an earlier one. A late
 *   answer is ignored, and calls that take the signal are aborted.
 * - The value stays while it is read again, even if that fails; the next success clears the failure.
 * - `reload` does nothing while there is nothing to read, so it can be called after any change.
 */
export function useLoaded<Value, Key = true>(
  read: (signal: AbortSignal, of: Key) => Promise<Value>,
  { whose, of, stays = () => false, dropOnFailure = false, kept }: LoadedOptions<Value, Key> = {},
) {
  // Without `of`, the loader ignores the key.
  const wanted = computed(() => (whose?.usable.value === false ? undefined : of === undefined ? (true as Key) : of()))
  const { last, keep } = useKept<Value>(() =>
    typeof kept !== 'function' ? kept : wanted.value === undefined ? undefined : kept(wanted.value),
  )
  const value = shallowRef<Value>()
  /** A kept value is drawn already, and read again. */
  const quiet = ref(false)
  const reading = useReading(() => (value.value = undefined))
  const { failure, busy, drop } = reading

  async function reload(): Promise<void> {
    const key = wanted.value
    if (key === undefined) return
    reading.giveUp()
    last()
    await reading.read((signal) => read(signal, key), take)
    quiet.value = false
  }

  /** Takes the reply of a call. A read that began before it may return old data, so it is repeated. */
  function takeAnswer(next: Value): void {
    take(next)
    if (busy.value) void reload()
  }

  function take(next: Value): void {
    value.value = keep(next)
    failure.value = undefined
  }

  function follow(key: Key | undefined): void {
    if (key === undefined || !stays(value.value, key)) drop()
    quiet.value = false
    if (key !== undefined && value.value === undefined) showKept()
    void reload()
  }

  function showKept(): void {
    value.value = last()
    quiet.value = value.value !== undefined
  }
  if (dropOnFailure) watch(failure, (now) => now && (value.value = undefined), { flush: 'sync' })
  if (whose !== undefined || of !== undefined) watch(wanted, follow, { immediate: true, flush: 'sync' })
  else showKept()

  return { value, failure, busy: computed(() => busy.value && !quiet.value), reload, drop, take: takeAnswer }
}
