import { z } from 'zod'
import { Description, Label, ShortText } from '../../../shared/contract/values.ts'
import { text } from '../../i18n/i18n.ts'

/** Null for an empty text. */
export const orNull = (typed: string): string | null => (typed.trim() === '' ? null : typed.trim())

/** Only new organizations have this field: a change makes no keys. */
export const compatibleField = (isRequest: boolean) =>
  ({
    kind: 'check',
    label: 'people.compatible',
    hint: 'organizations.dialog.compatibleHint',
    shown: isRequest,
  }) as const

/** The text about the key pair being made. */
export const keyMaking = ({ compatible }: { readonly compatible: boolean }): string =>
  compatible ? 'people.makingRsa' : 'organizations.dialog.making'

/** The rule for a mandatory name. */
export const requiredName = () => z.string().trim().min(1, text('organizations.dialog.nameMissing')).pipe(Label)

const isWebAddress = (typed: string | null): boolean =>
  typed === null || (/^https?:\/\/[^\s\\@/?#]+(?:[/?#]\S*)?$/i.test(typed) && URL.canParse(typed))
const isEmailAddress = (typed: string | null): boolean => typed === null || z.email().safeParse(typed).success

/** The fields of an organization; the outcome is the request. */
export const organizationForm = () =>
  z.object({
    name: requiredName(),
    description: Description.transform(orNull),
    url: ShortText.transform(orNull).refine(isWebAddress, text('organizations.dialog.urlWrong')),
    email: ShortText.transform(orNull).refine(isEmailAddress, text('organizations.dialog.emailWrong')),
    compatible: z.boolean(),
  })
