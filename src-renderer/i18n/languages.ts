import { i18n } from './i18n.ts'
import { useServiceWords } from './service-words.ts'

/** The languages of the window, each with its own name for itself. */
export const LANGUAGES = [
  { id: 'en', name: 'English' },
  { id: 'de', name: 'Deutsch' },
] as const

export type Language = (typeof LANGUAGES)[number]['id']
export type LanguageChoice = Language | 'system'

/** Each language is a file of its own, and only the one that is shown is loaded. */
const TEXTS = {
  en: () => import('./english.ts'),
  de: () => import('./german.ts'),
} as const satisfies Record<Language, unknown>

/** The language of a choice; `system` is the first supported language of the system, else English. */
export function languageOf(choice: LanguageChoice, systemLanguages: readonly string[]): Language {
  const wanted = choice === 'system' ? systemLanguages : [choice]
  const spoken = wanted.map((tag) => LANGUAGES.find(({ id }) => tag.toLowerCase().split('-')[0] === id))
  return spoken.find((language) => language !== undefined)?.id ?? 'en'
}

/** Applies the language last chosen on this computer, before the first message is shown. */
export function speakChosen(): Promise<void> {
  const choice = (localStorage.getItem('vaultbench.language') ?? 'system') as LanguageChoice // written by preferences.ts
  return speak(languageOf(choice, navigator.languages))
}

let wanted: Language | undefined

/** Switches the window to a language once its texts are loaded; the latest request wins. */
export async function speak(language: Language): Promise<void> {
  wanted = language
  const { messages, serviceWords } = await TEXTS[language]()
  if (wanted !== language) return
  i18n.global.setLocaleMessage(language, messages)
  useServiceWords(serviceWords)
  i18n.global.locale.value = language
  document.documentElement.lang = language
}
