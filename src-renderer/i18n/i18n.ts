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
 * The only translator of the window; languages.ts loads its texts. vue-i18n 11 compiles a message to a syntax tree when
 * it is first used and never evaluates text as code: the content security policy forbids that.
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
 * Format for the current language: `t` a message, `n` a number, `d` a time. Their results are reactive to the language.
 */
export const { t, n, d, locale } = i18n.global

/** Whether there is a message with this key. */
export const te = (key: string): boolean => i18n.global.te(key)

/** Like `t`, for values that may be absent. */
export function text(key: string, values: Readonly<Record<string, unknown>> = {}): string {
  return i18n.global.t(key, { ...values })
}

/**
 * Builds a key from a pattern: `users.state.active` from `users.state.*`, where `*` is any key of the group, or
 * `files.own` from `files.{own,received}`, where the braces list the choices. This is the only way to build a key, so
 * `npm run where` finds it by its pattern, and a test knows every key that a pattern can become.
 */
export function oneOf(pattern: string, ...parts: readonly (string | number)[]): string {
  const [start = '', ...ends] = pattern.split(/\*+|\{[^}]*\}/)
  return ends.reduce((key, end, index) => `${key}${String(parts[index])}${end}`, start)
}

/** Joins parts for a sentence: "Mika, Passport and Family car". */
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
