import kit from './de.json'
import type { Messages } from './i18n.ts'
import { joinedMessages } from './i18n.ts'
import phrases from './rules.de.json'

const features = import.meta.glob<Messages>('../features/*/messages.de.json', { eager: true, import: 'default' })

export const messages: Messages = joinedMessages(kit, features)
export const rules: Readonly<Record<string, string>> = phrases
