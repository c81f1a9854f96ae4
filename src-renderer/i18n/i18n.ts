import { createI18n } from 'vue-i18n'

export type Messages = { readonly [key: string]: string | Messages }

/** The folder of a feature in the spelling of message keys: `../features/client-tasks/…` is `clientTasks`. */
export function featureKey(path: string): string {
  const folder = /features\/([^/]+)\//.exec(path)?.[1]
  if (folder === undefined) throw new Error(`${path} is not in a feature folder`)
  return folder.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** The texts of one language: those of the kit and the frame, and each feature's file under the name of its folder. */
export function joinedMessages(kit: Messages, features: Readonly<Record<string, Messages>>): Messages {
  return {
    ...kit,
    ...Object.fromEntries(Object.entries(features).map(([path, messages]) => [featureKey(path), messages])),
  }
}

const DAY = { year: 'numeric', month: 'short', day: 'numeric' } as const
const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const WRITTEN = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' } as const
const FORMATS = {
  date: DAY,
  writtenDay: WRITTEN,
  writtenMoment: { ...WRITTEN, ...MINUTE },
  time: MINUTE,
  moment: { ...DAY, ...MINUTE },
  exact: { ...MINUTE, second: '2-digit', fractionalSecondDigits: 3 },
} as const

/**
 * The one translator of the window; its texts come with the language (languages.ts). vue-i18n 11 compiles a message to a
 * syntax tree when it is first used and never evaluates text, which the content policy would refuse.
 */
export const i18n = createI18n<false>({
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- version 11 still starts in the old way without it
  legacy: false,
  locale: 'en',
  fallbackLocale: 'en',
  messages: {},
  datetimeFormats: { en: FORMATS, de: FORMATS },
})

/**
 * What the window says, in its language: `t` a message, `n` a number, `d` a time. Whatever shows what they answer follows
 * when another language is chosen.
 */
export const { t, n, d, locale } = i18n.global

/** Whether there is a message with this key. */
export const te = (key: string): boolean => i18n.global.te(key)

/** `t` with values of a description, which may have none. */
export function text(key: string, values: Readonly<Record<string, unknown>> = {}): string {
  return i18n.global.t(key, { ...values })
}

/**
 * The key of one of the messages that a pattern stands for: `users.state.active` of `users.state.*`, where it can be any
 * of a group, `files.own` of `files.{own,received}`, where it is one of a list. No key is put together in any other way,
 * so that each of them is found by its pattern (`npm run where`), and a test knows all that a pattern can be.
 */
export function oneOf(pattern: string, ...parts: readonly (string | number)[]): string {
  const [start = '', ...ends] = pattern.split(/\*+|\{[^}]*\}/)
  return ends.reduce((key, end, index) => `${key}${String(parts[index])}${end}`, start)
}

/** Parts one after the other as a sentence has them: "Mika, Passport and Family car". */
export function listText(parts: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(i18n.global.locale.value, { type }).format(parts)
}

/** The first three names of many: "Mika, Passport, Family car and 2 more". */
export function namesText(names: readonly string[]): string {
  const rest = names.length - NAMED
  const shown = rest > 0 ? [...names.slice(0, NAMED), text('ui.others', { count: rest })] : names
  return listText(shown)
}
const NAMED = 3
