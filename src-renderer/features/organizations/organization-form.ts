import { z } from 'zod'
import { Description, Label, ShortText } from '../../../shared/contract/values.ts'
import { text } from '../../i18n/i18n.ts'

/** Empty: not said. */
const orNull = (typed: string): string | null => (typed.trim() === '' ? null : typed.trim())

/** A name that somebody has to type. */
export const requiredName = () => z.string().trim().min(1, text('organizations.dialog.nameMissing')).pipe(Label)

/** What is asked for about an organization; the outcome is what the service wants. */
export const organizationForm = () =>
  z.object({
    name: requiredName(),
    description: Description.transform(orNull),
    url: ShortText.transform(orNull),
    email: ShortText.transform(orNull),
    compatible: z.boolean(),
  })
