import { useEventListener } from '@vueuse/core'
import { defineStore } from 'pinia'
import { ref, watchEffect } from 'vue'

/**
 * Presentation mode, for showing the window to an audience: larger type, names instead of ids, and no routine messages.
 * It is not stored in a workspace and lasts until it is switched off or the window is closed.
 */
export const usePresenting = defineStore('presenting', () => {
  const on = ref(false)

  async function toggle(): Promise<void> {
    on.value = !on.value
    await (on.value ? enterFullscreen() : leaveFullscreen())
  }

  /** Returns the text for something without a name: its id, or the given words in presentation mode. */
  const unnamed = (id: string, words: string): string => (on.value ? words : id)

  return { on, toggle, unnamed }
})

/** Fullscreen changes run one after the other: a new request may come while fullscreen is still being left. */
let lastChange = Promise.resolve()
let leaving = false
/** The browser may never settle a request that the user interrupts, so the next change waits no longer than this. */
const LONGEST_WAIT_MS = 2_000

function enqueue(change: () => Promise<void>): Promise<void> {
  lastChange = lastChange.then(async () => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, LONGEST_WAIT_MS)))
    // The change rejects when the system refuses it, or when fullscreen was left in another way meanwhile.
    await Promise.race([change().catch(() => undefined), timeout])
    clearTimeout(timer)
    leaving = false
  })
  return lastChange
}

/** Requests fullscreen; if the system refuses, the rest of presentation mode works without it. */
export function enterFullscreen(): Promise<void> {
  return enqueue(async () => {
    if (!document.fullscreenElement) await document.documentElement.requestFullscreen()
  })
}

export function leaveFullscreen(): Promise<void> {
  return enqueue(async () => {
    if (!document.fullscreenElement) return
    leaving = true
    await document.exitFullscreen()
  })
}

/** Applies presentation mode to the style sheet, and ends it when the user leaves fullscreen. Call once, in App.vue. */
export function useAppliedPresenting(): void {
  const presenting = usePresenting()
  watchEffect(() => document.documentElement.toggleAttribute('data-presenting', presenting.on))
  useEventListener(document, 'fullscreenchange', () => {
    if (!document.fullscreenElement && !leaving) presenting.on = false
  })
}
