import kit from './en.json'
import type { Messages } from './i18n.ts'
import { joinedMessages } from './i18n.ts'
import { NO_WORDS } from './service-words.ts'

const features = import.meta.glob<Messages>('../features/*/messages.en.json', { eager: true, import: 'default' })

export const messages: Messages = joinedMessages(kit, features)
/** The service speaks English itself. */
export const serviceWords = NO_WORDS
