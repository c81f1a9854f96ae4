import { z } from 'zod'
import { asciiDigits } from '../../../shared/folded-text.ts'
import { Label, MAX_VALID_FOR_SECONDS } from '../../../shared/contract/values.ts'
import { text } from '../../i18n/i18n.ts'

/** A dialog field for the passphrase of the user that its label names. */
export const askedPassphrase = {
  kind: 'passphrase',
  label: 'label.passphraseOf',
  missing: 'ui.typePassphrase',
  codes: ['login_failed'],
} as const

const SECONDS = { seconds: 1, minutes: 60, hours: 60 * 60 } as const

/** The fields of the dialog for a new session; the outcome is in whole seconds. */
export const newSessionForm = () =>
  z
    .object({
      amount: z
        .string()
        .transform(asciiDigits)
        .refine((typed) => /^\s*[1-9]\d*\s*$/.test(typed), text('access.newSession.notWhole')),
      unit: z.enum(['seconds', 'minutes', 'hours']),
      part: z.enum(['keystore', 'vault']),
    })
    .transform(({ amount, unit, part }) => ({ part, seconds: Number(amount) * SECONDS[unit] }))
    .refine(({ seconds }) => seconds <= MAX_VALID_FOR_SECONDS, {
      error: text('access.newSession.tooLong'),
      path: ['amount'],
    })

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS = { day: 1, month: 30, quarter: 90 } as const

/** The fields of the dialog for a new login key; the outcome has the expiry of the key, or null. */
export const newLoginKeyForm = ({ nowMs, remembered }: { nowMs: () => number; remembered: () => boolean }) =>
  z
    .object({
      label: z.string().trim().min(1, text('access.newLoginKey.labelMissing')).pipe(Label),
      expiry: z.enum(['never', 'day', 'month', 'quarter', 'date']),
      /** `YYYY-MM-DD`, used only with `date`. */
      date: z.string(),
      passphrase: z.string().refine((typed) => remembered() || typed !== '', text('ui.typePassphrase')),
    })
    .transform(({ label, expiry, date, passphrase }) => ({
      label,
      expireAtMs: expiryOf(expiry, date, nowMs()),
      passphrase: remembered() ? null : passphrase,
    }))
    .refine(({ expireAtMs }) => expireAtMs === null || expireAtMs > nowMs(), {
      error: text('access.newLoginKey.dateWrong'),
      path: ['date'],
    })
    .transform(({ label, expireAtMs, passphrase }) => ({
      label,
      passphrase,
      expireAt: expireAtMs === null ? null : new Date(expireAtMs).toISOString(),
    }))

/**
 * Days end in the person's time zone, not in UTC. A text that is not a date gives NaN, which is never in the future.
 */
function expiryOf(expiry: keyof typeof DAYS | 'never' | 'date', date: string, nowMs: number): number | null {
  if (expiry === 'never') return null
  return expiry === 'date' ? Date.parse(`${date}T23:59:59.999`) : nowMs + DAYS[expiry] * DAY_MS
}
