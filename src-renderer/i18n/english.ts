import kit from './en.json'
import type { Messages } from './i18n.ts'
import { joinedMessages } from './i18n.ts'

const features = import.meta.glob<Messages>('../features/*/messages.en.json', { eager: true, import: 'default' })

export const messages: Messages = joinedMessages(kit, features)
/** The rules of values are written in English (shared/rule-text.ts, shared/contract). */
export const rules: Readonly<Record<string, string>> = {}
