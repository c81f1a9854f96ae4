import { z } from 'zod'
import type { LanguageChoice } from './i18n/languages.ts'
import { languageOf, speak } from './i18n/languages.ts'
import './styles/theme.css'

// The content policy forbids compiling code at run time, and zod decides about that when a schema is made. Imports run
// before this line, so everything that makes schemas is loaded after it.
z.config({ jitless: true })

const choice = (localStorage.getItem('vaultbench.language') ?? 'system') as LanguageChoice // written by preferences.ts
void speak(languageOf(choice, navigator.languages)).then(() => import('./window.ts'))
