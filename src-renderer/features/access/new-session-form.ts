import { z } from 'zod'
import { MAX_VALID_FOR_SECONDS } from '../../../shared/contract/values.ts'
import { text } from '../../i18n/i18n.ts'

const SECONDS = { seconds: 1, minutes: 60, hours: 60 * 60 } as const

/** What the dialog asks for; the outcome is whole seconds. */
export const newSessionForm = () =>
  z
    .object({
      amount: z.string().refine((typed) => /^\s*[1-9]\d*\s*$/.test(typed), text('access.newSession.notWhole')),
      unit: z.enum(['seconds', 'minutes', 'hours']),
      part: z.enum(['keystore', 'vault']),
    })
    .transform(({ amount, unit, part }) => ({ part, seconds: Number(amount) * SECONDS[unit] }))
    .refine(({ seconds }) => seconds <= MAX_VALID_FOR_SECONDS, {
      error: text('access.newSession.tooLong'),
      path: ['amount'],
    })
