import { z } from 'zod'
import { speakChosen } from './i18n/languages.ts'
import './styles/theme.css'

// The content policy forbids compiling code at run time, and zod decides about that when a schema is made. Imports run
// before this line, so everything that makes schemas is loaded after it.
z.config({ jitless: true })

void speakChosen().then(() => import('./window.ts'))
