import { z } from 'zod'
import { Label } from '../../../shared/contract/values.ts'
import { text } from '../../i18n/i18n.ts'

/** Accepting lets the inviting side, or an organization, act far beyond a plain connection. */
export function reachesFar(intent: 'plain' | 'member' | 'service' | 'delegate'): boolean {
  return intent === 'delegate' || intent === 'member'
}

/** What accepting asks for. Without the passphrase what comes with the invitation stays locked for now. */
export const acceptForm = (farReaching: boolean) =>
  z.object({
    name: z.string().trim().min(1, text('people.nameMissing')).pipe(Label),
    passphrase: z
      .string()
      .trim()
      .transform((typed) => (typed === '' ? null : typed)),
    compatible: z.boolean(),
    understood: z.boolean().refine((said) => said || !farReaching, text('people.useDialog.understoodMissing')),
  })
