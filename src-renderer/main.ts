import './i18n/no-compiling.ts'
import { speakChosen } from './i18n/languages.ts'
import './styles/theme.css'

void speakChosen().then(() => import('./window.ts'))
