import { MAX_TRANSLATIONS } from '../../../../shared/contract/system-catalogue.ts'
import { z } from 'zod'
import { Label } from '../../../../shared/contract/values.ts'
import { text } from '../../../i18n/i18n.ts'

/** One label in another language, as typed. */
export interface Translation {
  locale: string
  label: string
}

const LOCALE = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i

/** What the editor of translations holds; the outcome is labels by locale, or null for none. */
export function translationsForm(texts: { readonly locale: string; readonly label: string; readonly twice: string }) {
  return z
    .array(
      z.object({
        locale: z.string().trim().toLowerCase().regex(LOCALE, texts.locale),
        label: z.string().trim().min(1, texts.label).pipe(Label),
      }),
    )
    .max(MAX_TRANSLATIONS)
    .superRefine((rows, context) => {
      rows.forEach(({ locale }, index) => {
        const isSecond = rows.findIndex((row) => row.locale === locale) < index
        if (isSecond) context.addIssue({ code: 'custom', message: texts.twice, path: [index, 'locale'] })
      })
    })
    .transform((rows) =>
      rows.length === 0 ? null : Object.fromEntries(rows.map(({ locale, label }) => [locale, label])),
    )
}

/** What the fields of the editor are called in a summary of errors, by their paths in the form. */
export function translationLabels(texts: { readonly locale: string; readonly label: string }): Record<string, string> {
  const labels: Record<string, string> = {}
  for (let index = 0; index < MAX_TRANSLATIONS; index++) {
    labels[`translations.${index}.locale`] = texts.locale
    labels[`translations.${index}.label`] = texts.label
  }
  return labels
}

/** What a label is in other languages, in one line; empty where it has none. */
export function labelsText(labels: Readonly<Record<string, string>> | null): string {
  return Object.entries(labels ?? {})
    .map(([locale, label]) => text('operator.translations.one', { locale, label }))
    .join(', ')
}
