import { useEventListener, useLocalStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { shallowRef, watchEffect } from 'vue'
import type { LanguageChoice } from '../i18n/languages.ts'
import { languageOf, speak } from '../i18n/languages.ts'

type Theme = 'system' | 'light' | 'dark' | 'contrast'
type Density = 'comfortable' | 'compact'

const RECENT_COMMANDS = 6

/** Preferences for this window, stored on this computer and not in any workspace. */
export const usePreferences = defineStore('preferences', () => {
  const theme = useLocalStorage<Theme>('vaultbench.theme', 'system')
  const density = useLocalStorage<Density>('vaultbench.density', 'comfortable')
  const language = useLocalStorage<LanguageChoice>('vaultbench.language', 'system')
  const railCollapsed = useLocalStorage('vaultbench.rail-collapsed', false)
  const drawerHeight = useLocalStorage('vaultbench.drawer-height', 260)
  /** Ids of the users whose item values are searched, too. */
  const valueSearchers = useLocalStorage<readonly string[]>('vaultbench.value-searchers', [])
  const recentCommands = useLocalStorage<readonly string[]>('vaultbench.recent-commands', [])

  function rememberCommand(id: string): void {
    recentCommands.value = [id, ...recentCommands.value.filter((other) => other !== id)].slice(0, RECENT_COMMANDS)
  }

  return { theme, density, language, railCollapsed, drawerHeight, valueSearchers, recentCommands, rememberCommand }
})

/** Applies theme, density and language to the page. Call once, in App.vue. */
export function useAppliedPreferences(): void {
  const preferences = usePreferences()
  const languages = shallowRef(navigator.languages)
  useEventListener(window, 'languagechange', () => (languages.value = navigator.languages))
  watchEffect(() => void speak(languageOf(preferences.language, languages.value)))
  watchEffect(() => {
    document.documentElement.dataset['theme'] = preferences.theme
    document.documentElement.dataset['density'] = preferences.density
  })
}
