import { z } from 'zod'
import type { VerifierSettings } from '../../../../shared/contract/workbench-exchange.ts'
import { text } from '../../../i18n/i18n.ts'

const SCHEME = /^[a-z][a-z0-9+.-]{1,63}$/i
const MOST_ORIGINS = 50

/** The settings as form values: one origin a line, an empty text for no base URL. */
export function settingsValues({ wallet_scheme, explain, cors_origins, base_url }: VerifierSettings) {
  return { wallet_scheme, explain, cors_origins: cors_origins.join('\n'), base_url: base_url ?? '' }
}

/** The dialog's values as the body of the call. */
export const settingsForm = () =>
  z.object({
    wallet_scheme: z.string().trim().regex(SCHEME, text('requests.form.notScheme')),
    explain: z.boolean(),
    cors_origins: z
      .string()
      .transform((typed) => typed.split(/\s+/).filter(Boolean))
      .refine((origins) => origins.every(isOrigin), text('requests.settings.notOrigins'))
      .refine((origins) => origins.length <= MOST_ORIGINS, text('requests.settings.tooMany', { max: MOST_ORIGINS })),
    base_url: z
      .string()
      .trim()
      .refine((address) => address === '' || isWebAddress(address), text('requests.settings.notAddress'))
      .transform((address) => (address === '' ? null : address)),
  })

function isWebAddress(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

/** Whether a text is scheme, host and port only, as in a browser's Origin header. */
function isOrigin(typed: string): boolean {
  return URL.parse(typed)?.origin === typed && typed !== 'null'
}
