import { computed, onScopeDispose, ref } from 'vue'
import { workbenchBackupOperations as operations } from '../../../shared/contract/workbench-backups.ts'
import { call } from '../../api/call.ts'
import { text } from '../../i18n/i18n.ts'
import { showToast } from '../../ui/toasts.ts'

/** The reason where nobody waits any more: what is passed on in parts ends, what the program does by itself goes on. */
const LEFT = 'left'
const LONG_MS = 500

/** Work that a person can end before it has changed anything. A message says so then. */
export function useEnding() {
  const ending = ref(false)
  /** Whether it takes long enough to be shown. */
  const long = ref(false)
  let giveUp = new AbortController()
  onScopeDispose(() => {
    giveUp.abort(LEFT)
  })

  /** @returns whether it was ended */
  async function run(work: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
    giveUp = new AbortController()
    const { signal } = giveUp
    const timer = setTimeout(() => (long.value = true), LONG_MS)
    try {
      await work(signal)
      return false
    } catch (error) {
      if (!signal.aborted) throw error
      if (signal.reason !== LEFT) showToast({ text: text('parts.backups.cancelled'), link: null })
      return true
    } finally {
      clearTimeout(timer)
      ending.value = long.value = false
    }
  }

  function end(): void {
    ending.value = true
    giveUp.abort()
  }

  return { ending: computed(() => ending.value), long: computed(() => long.value), run, end }
}

/** Waits for work on a backup, which the program ends and refuses when it is not wanted any more. */
export async function untilEnded<Reply>(work: Promise<Reply>, signal: AbortSignal): Promise<Reply> {
  const end = (): void => {
    if (signal.reason !== LEFT) void call(operations.backupEnd, {})
  }
  signal.addEventListener('abort', end)
  try {
    return await work
  } finally {
    signal.removeEventListener('abort', end)
  }
}
