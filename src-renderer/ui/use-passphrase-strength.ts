import { watchDebounced } from '@vueuse/core'
import { onMounted, readonly, shallowRef } from 'vue'
import type { Estimate } from './strength-estimator.ts'

const PAUSE_MS = 150

const load = () => import('./strength-estimator.ts')

/**
 * How strong a passphrase is, a moment after it was typed; undefined while nothing is typed. It stays in the window.
 * Where the estimator cannot be loaded there is no estimate: the passphrase can be used all the same.
 *
 * @param known words others know of whoever will use it: names, addresses
 */
export function usePassphraseStrength(passphrase: () => string, known: () => readonly string[]) {
  const strength = shallowRef<Estimate>()

  // Loaded before the first character is typed, so that typing never waits for it.
  onMounted(() => load().catch(() => undefined))

  watchDebounced(
    [passphrase, known],
    async () => {
      const estimator = await load().catch(() => undefined)
      strength.value = passphrase() === '' ? undefined : estimator?.estimate(passphrase(), known())
    },
    { debounce: PAUSE_MS, immediate: true },
  )

  return readonly(strength)
}
