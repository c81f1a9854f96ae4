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

/** The form of the translations editor; the outcome is labels by locale, or null for none. */
export function translationsForm() {
  return z
    .array(
      z.object({
        locale: z.string().trim().toLowerCase().regex(LOCALE, text('operator.translations.localeWrong')),
        label: z.string().trim().min(1, text('operator.form.labelMissing')).pipe(Label),
      }),
    )
    .max(MAX_TRANSLATIONS)
    .superRefine((rows, context) => {
      rows.forEach(({ locale }, index) => {
        const isSecond = rows.findIndex((row) => row.locale === locale) < index
        if (!isSecond) return
        context.addIssue({ code: 'custom', message: text('operator.translations.twice'), path: [index, 'locale'] })
      })
    })
    .transform((rows) =>
      rows.length === 0 ? null : Object.fromEntries(rows.map(({ locale, label }) => [locale, label])),
    )
}

/** The editor as a field of a RecordDialog; its own fields have their paths in the form as names. */
export const translationsField = () => ({
  label: 'operator.translations.title',
  begins: [] as Translation[],
  parts: Object.fromEntries(
    Array.from({ length: MAX_TRANSLATIONS }, (_, index) => index).flatMap((index): [string, string][] => [
      [`translations.${index}.locale`, text('operator.translations.locale')],
      [`translations.${index}.label`, text('operator.translations.label')],
    ]),
  ),
})

/** The translations of a label, in one line; empty without any. */
export function labelsText(labels: Readonly<Record<string, string>> | null): string {
  return Object.entries(labels ?? {})
    .map(([locale, label]) => text('operator.translations.one', { locale, label }))
    .join(', ')
}
