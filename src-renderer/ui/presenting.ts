import { useEventListener } from '@vueuse/core'
import { defineStore } from 'pinia'
import { ref, watchEffect } from 'vue'

/**
 * Whether the window is shown to an audience: bigger type, names in place of ids, and no messages that are only about
 * keeping house. It lasts until it is switched off or the window ends, and belongs to no workspace.
 */
export const usePresenting = defineStore('presenting', () => {
  const on = ref(false)

  async function toggle(): Promise<void> {
    on.value = !on.value
    await (on.value ? takeScreen() : leaveScreen())
  }

  return { on, toggle }
})

/** What was asked of the screen happens one after the other: it is still being left while it is asked for again. */
let asked = Promise.resolve()
let leaving = false

/** Asks for the whole screen; where the system does not give it, everything else holds all the same. */
export function takeScreen(): Promise<void> {
  asked = asked.then(async () => {
    try {
      if (!document.fullscreenElement) await document.documentElement.requestFullscreen()
    } catch {
      // Refused by the system or its settings.
    }
  })
  return asked
}

export function leaveScreen(): Promise<void> {
  asked = asked.then(async () => {
    if (!document.fullscreenElement) return
    leaving = true
    try {
      await document.exitFullscreen()
    } catch {
      // It was left in another way meanwhile.
    } finally {
      leaving = false
    }
  })
  return asked
}

/** Tells the style sheet, and follows who leaves the whole screen in another way. Call once, in App.vue. */
export function useAppliedPresenting(): void {
  const presenting = usePresenting()
  watchEffect(() => document.documentElement.toggleAttribute('data-presenting', presenting.on))
  useEventListener(document, 'fullscreenchange', () => {
    if (!document.fullscreenElement && !leaving) presenting.on = false
  })
}
