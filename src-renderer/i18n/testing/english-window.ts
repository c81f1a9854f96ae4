import { messages } from '../english.ts'
import { i18n } from '../i18n.ts'

// Setup of the specs of the window, which read it in English; the window itself loads the texts of its language.
i18n.global.setLocaleMessage('en', messages)
