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

  /** What is said of something that has no name: its id, and to an audience words. */
  const unnamed = (id: string, words: string): string => (on.value ? words : id)

  return { on, toggle, unnamed }
})

/** What was asked of the screen happens one after the other: it is still being left while it is asked for again. */
let asked = Promise.resolve()
let leaving = false
/** A browser that is asked and left in another way at once may never answer; what comes next waits no longer than this. */
const LONGEST_MS = 2_000

function ask(act: () => Promise<void>): Promise<void> {
  asked = asked.then(async () => {
    let longest: ReturnType<typeof setTimeout> | undefined
    const waited = new Promise<void>((resolve) => (longest = setTimeout(resolve, LONGEST_MS)))
    // Refused by the system or its settings, or left in another way meanwhile.
    await Promise.race([act().catch(() => undefined), waited])
    clearTimeout(longest)
    leaving = false
  })
  return asked
}

/** Asks for the whole screen; where the system does not give it, everything else holds all the same. */
export function takeScreen(): Promise<void> {
  return ask(async () => {
    if (!document.fullscreenElement) await document.documentElement.requestFullscreen()
  })
}

export function leaveScreen(): Promise<void> {
  return ask(async () => {
    if (!document.fullscreenElement) return
    leaving = true
    await document.exitFullscreen()
  })
}

/** Tells the style sheet, and follows who leaves the whole screen in another way. Call once, in App.vue. */
export function useAppliedPresenting(): void {
  const presenting = usePresenting()
  watchEffect(() => document.documentElement.toggleAttribute('data-presenting', presenting.on))
  useEventListener(document, 'fullscreenchange', () => {
    if (!document.fullscreenElement && !leaving) presenting.on = false
  })
}
