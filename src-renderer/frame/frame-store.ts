import { defineStore } from 'pinia'
import { computed, nextTick, readonly, ref, watch } from 'vue'
import { usePresenting } from '../ui/presenting.ts'
import { usePreferences } from './preferences.ts'

/** The open layers and panes of the frame, and the text of the live region. */
export const useFrame = defineStore('frame', () => {
  const paletteOpen = ref(false)
  /** The initial query of the palette: `@` searches users, `>` commands. */
  const paletteQuery = ref('')
  const actorsOpen = ref(false)
  const keysOpen = ref(false)
  const termsOpen = ref(false)
  const drawerOpen = ref(false)
  const announced = ref('')
  const preferences = usePreferences()
  const presenting = usePresenting()
  const isRailPresented = ref(false)
  /** Presentation mode begins with a collapsed rail, and leaves the usual choice unchanged. */
  const railCollapsed = computed({
    get: () => (presenting.on ? !isRailPresented.value : preferences.railCollapsed),
    set(next) {
      if (presenting.on) isRailPresented.value = !next
      else preferences.railCollapsed = next
    },
  })
  watch(
    () => presenting.on,
    () => (isRailPresented.value = false),
  )

  /** Announces a text to screen readers, even if it equals the last one. */
  async function announce(message: string): Promise<void> {
    announced.value = ''
    await nextTick()
    announced.value = message
  }

  function openPalette(query = ''): void {
    paletteQuery.value = query
    paletteOpen.value = true
  }

  /** Opens the glossary in place of other layers. */
  function openTerms(): void {
    closeLayers()
    termsOpen.value = true
  }

  /** Closes all layers; panes stay as they are. */
  function closeLayers(): void {
    paletteOpen.value = false
    actorsOpen.value = false
    keysOpen.value = false
    termsOpen.value = false
  }

  return {
    paletteOpen,
    paletteQuery,
    actorsOpen,
    keysOpen,
    termsOpen,
    drawerOpen,
    railCollapsed,
    announced: readonly(announced),
    announce,
    openPalette,
    openTerms,
    closeLayers,
  }
})
