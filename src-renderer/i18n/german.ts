import kit from './de.json'
import type { Messages } from './i18n.ts'
import { joinedMessages } from './i18n.ts'
import rules from './rules.de.json'
import service from './service.de.json'
import type { ServiceWords } from './service-words.ts'
import supplied from './supplied.de.json'

const features = import.meta.glob<Messages>('../features/*/messages.de.json', { eager: true, import: 'default' })

export const messages: Messages = joinedMessages(kit, features)
export const serviceWords: ServiceWords = {
  phrases: { ...rules, ...service.phrases },
  codes: { error: service.error, check: service.check, definition: service.definition },
  supplied,
}
