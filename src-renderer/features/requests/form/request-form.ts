import { z } from 'zod'
import type { InputFor } from '../../../../shared/contract/operation.ts'
import type { VerifierRequest } from '../../../../shared/contract/verifier-requests.ts'
import {
  Binding,
  ClientIdPrefix,
  DEFAULT_EXPIRES_IN_SECONDS,
  DEFAULT_MAX_ATTEMPTS,
  DEFAULT_REQUEST_MAX_AGE_SECONDS,
} from '../../../../shared/contract/verifier-requests.ts'
import type { verifierRequestOperations } from '../../../../shared/contract/verifier-requests.ts'
import { ISSUER_NAME } from '../../../../shared/contract/workbench-exchange.ts'
import { Policy } from '../../../../shared/contract/presentations.ts'
import { asciiDigits } from '../../../../shared/folded-text.ts'
import { isLoopbackUrl } from '../../../../shared/loopback-url.ts'
import { text } from '../../../i18n/i18n.ts'

export type NewRequest = InputFor<typeof verifierRequestOperations.createVerifierRequest>['body']

/** The lifetimes of a request to choose from, in seconds. */
export const EXPIRES_IN = [30, 60, 600, 3600, 86_400, 604_800] as const

/** The checks whose level a request may choose, each with its levels. */
export const ADJUSTABLE = Object.entries(Policy.shape).map(([check, level]) => ({
  check,
  levels: level.unwrap().options,
}))

export function defaultValues(definition_id = ''): RequestValues {
  return {
    definition_id,
    name: '',
    expires_in: String(DEFAULT_EXPIRES_IN_SECONDS),
    binding: 'if_present',
    client_id_prefix: 'decentralized_identifier',
    max_age: String(DEFAULT_REQUEST_MAX_AGE_SECONDS),
    max_attempts: String(DEFAULT_MAX_ATTEMPTS),
    trust: 'list',
    issuers: [],
    other_issuers: '',
    policy: Object.fromEntries(ADJUSTABLE.map(({ check }) => [check, ''])),
    scheme: '',
    on_valid: 'none',
    webhook: '',
    user_id: '',
  }
}

/** The values of another request. @param known DIDs that have a checkbox; others are in the text field */
export function valuesLike(request: VerifierRequest, known: readonly string[]): RequestValues {
  const { definition_id, name, binding, client_id_prefix, max_age_seconds, max_attempts, trusted_issuers, on_valid } =
    request
  const lasted = (Date.parse(request.expires_at) - Date.parse(request.created_at)) / 1000
  // Only issuers trusted for everything; the form neither has partial trust nor widens it.
  const trusted = (trusted_issuers ?? []).filter((one) => typeof one === 'string')
  const empty = defaultValues(definition_id)
  return {
    ...empty,
    name: name ?? '',
    expires_in: String(EXPIRES_IN.find((seconds) => seconds >= Math.round(lasted)) ?? DEFAULT_EXPIRES_IN_SECONDS),
    binding,
    client_id_prefix,
    max_age: max_age_seconds === null ? '' : String(max_age_seconds),
    max_attempts: String(max_attempts),
    trust: trusted_issuers === null ? 'list' : 'only',
    issuers: trusted.filter((did) => known.includes(did)),
    other_issuers: trusted.filter((did) => !known.includes(did)).join('\n'),
    policy: { ...empty.policy, ...request.policy },
    scheme: schemeOf(request),
    on_valid: on_valid.kind,
    webhook: on_valid.kind === 'webhook' ? on_valid.url : '',
    user_id: on_valid.kind === 'store_item' ? on_valid.user_id : '',
  }
}

function schemeOf({ deep_link }: VerifierRequest): string {
  return deep_link.slice(0, deep_link.indexOf('://'))
}

const whole = (min: number, max: number) =>
  z
    .string()
    .trim()
    .transform(asciiDigits)
    .refine((typed) => /^\d+$/.test(typed), text('requests.form.notWhole'))
    .transform(Number)
    .refine((value) => value >= min && value <= max, text('requests.form.outOfRange', { min, max }))

const YEAR_SECONDS = 31_536_000
const SCHEME = /^[a-z][a-z0-9+.-]{1,63}$/i

const Fields = z.object({
  definition_id: z.string().min(1, text('requests.form.definitionMissing')),
  name: z.string().trim().max(255),
  expires_in: whole(30, 604_800),
  binding: Binding,
  client_id_prefix: ClientIdPrefix,
  max_age: z
    .literal('')
    .transform(() => null)
    .or(whole(1, YEAR_SECONDS)),
  max_attempts: whole(1, 1000),
  trust: z.enum(['list', 'only']),
  issuers: z.array(z.string()),
  other_issuers: z
    .string()
    .transform((typed) => typed.split(/\s+/).filter(Boolean))
    .refine((dids) => dids.every((did) => ISSUER_NAME.test(did)), text('requests.form.notDids')),
  policy: z
    .record(z.string(), z.string())
    .transform((levels) =>
      Policy.parse(Object.fromEntries(Object.entries(levels).filter(([, level]) => level !== ''))),
    ),
  scheme: z
    .string()
    .trim()
    .refine((scheme) => scheme === '' || SCHEME.test(scheme), text('requests.form.notScheme')),
  on_valid: z.enum(['none', 'webhook', 'store_item']),
  webhook: z.string().trim(),
  user_id: z.string(),
})

/** The values of the dialog. Numbers are as typed; an empty level leaves a check as it is. */
export type RequestValues = z.input<typeof Fields>

/** The dialog's values as the body of the call. */
export const requestForm = () => Fields.superRefine(checkAction).transform(bodyOf)

type Parsed = z.output<typeof Fields>

function checkAction({ on_valid, webhook, user_id }: Parsed, context: z.RefinementCtx): void {
  const wrong = (path: string, key: string) => context.addIssue({ code: 'custom', path: [path], message: text(key) })
  if (on_valid === 'webhook' && !isLoopback(webhook)) wrong('webhook', 'requests.form.notLoopback')
  if (on_valid === 'store_item' && user_id === '') wrong('user_id', 'requests.form.userMissing')
}

/** A webhook may only call this computer (docs/contract/exchange.md, After a valid answer). */
function isLoopback(address: string): boolean {
  return isLoopbackUrl(address) && /^https?:/i.test(address)
}

function bodyOf(values: Parsed): NewRequest {
  const { definition_id, name, expires_in, binding, client_id_prefix, max_age, max_attempts, trust, policy, scheme } =
    values
  return {
    definition_id,
    expires_in,
    binding,
    client_id_prefix,
    max_age_seconds: max_age,
    max_attempts,
    ...(name !== '' && { name }),
    ...(trust === 'only' && { trusted_issuers: [...new Set([...values.issuers, ...values.other_issuers])] }),
    ...(scheme !== '' && { wallet_scheme: scheme }),
    policy,
    on_valid: actionOf(values),
  }
}

function actionOf({ on_valid, webhook, user_id }: Parsed): NewRequest['on_valid'] {
  if (on_valid === 'webhook') return { kind: on_valid, url: webhook }
  return on_valid === 'store_item' ? { kind: on_valid, user_id } : { kind: on_valid }
}
