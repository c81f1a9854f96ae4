import { messages } from '../english.ts'
import { i18n } from '../i18n.ts'

// Setup for the specs of the window: loads the English texts. The window itself loads those of its language.
i18n.global.setLocaleMessage('en', messages)
