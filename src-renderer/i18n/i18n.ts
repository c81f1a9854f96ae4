import { createI18n } from 'vue-i18n'
import kit from './en.json'

type Messages = { readonly [key: string]: string | Messages }

const featureFiles = import.meta.glob<Messages>('../features/*/messages.en.json', { eager: true, import: 'default' })

/** The folder of a feature in the spelling of message keys: `../features/client-tasks/…` is `clientTasks`. */
export function featureKey(path: string): string {
  const folder = /features\/([^/]+)\//.exec(path)?.[1]
  if (folder === undefined) throw new Error(`${path} is not in a feature folder`)
  return folder.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** All English texts: those of the kit and the frame, and each feature's file under the name of its folder. */
export const englishMessages: Messages = {
  ...kit,
  ...Object.fromEntries(Object.entries(featureFiles).map(([path, messages]) => [featureKey(path), messages])),
}

/**
 * The one translator of the window. vue-i18n 11 compiles a message to a syntax tree when it is first used and never
 * evaluates text, which the content policy would refuse.
 */
export const i18n = createI18n<false>({
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- version 11 still starts in the old way without it
  legacy: false,
  locale: 'en',
  fallbackLocale: 'en',
  messages: { en: englishMessages },
  datetimeFormats: {
    en: {
      date: { year: 'numeric', month: 'short', day: 'numeric' },
      time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
      moment: { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
      exact: { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23' },
    },
  },
})

/** Translates outside of components; inside, `useI18n().t` is the same thing. */
export function text(key: string, values: Readonly<Record<string, unknown>> = {}): string {
  return i18n.global.t(key, { ...values })
}
