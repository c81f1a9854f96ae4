import { faultyFieldsError, ServiceError } from '../../shared/contract/errors.ts'
import type { InputFor } from '../../shared/contract/operation.ts'
import type { verifierRequestOperations } from '../../shared/contract/verifier-requests.ts'
import type { CallOrigin, PublicCall } from '../service/call.ts'
import { isoTime } from '../service/ports.ts'
import type { KnownDefinition } from './exchange-access.ts'
import { askedBy, languageOf, requireShortQuery } from './openid4vp-request.ts'
import type { StoredRequest } from './verifier-request-store.ts'
import { isWebhookUrl } from './webhook.ts'

type NewRequestBody = InputFor<typeof verifierRequestOperations.createVerifierRequest>['body']

interface RequestFacts {
  readonly id: string
  readonly definition: KnownDefinition
  /** The default scheme. */
  readonly wallet_scheme: string
}

/**
 * Builds a new request (docs/contract/exchange.md, Verifier: requests).
 *
 * @throws {ServiceError} `invalid_params` if what it asks for is too long to stand in its link
 */
export function newRequest(
  sent: NewRequestBody,
  { id, definition, wallet_scheme }: RequestFacts,
  { now, nowMs }: Pick<PublicCall, 'now' | 'nowMs'>,
): StoredRequest {
  const asked = askedBy(definition.document)
  const isByValue = sent.client_id_prefix === 'redirect_uri'
  if (isByValue) requireShortQuery(asked)
  return {
    id,
    name: sent.name ?? null,
    scenario: sent.scenario ?? null,
    definition_id: definition.id,
    definition_name: definition.name,
    state: 'waiting',
    created_at: now,
    expires_at: isoTime(nowMs + sent.expires_in * 1000),
    first_fetched_at: null,
    answered_at: null,
    closed_at: null,
    binding: sent.binding,
    client_id_prefix: sent.client_id_prefix,
    query_language: languageOf(asked),
    asked: isByValue ? asked : null,
    max_age_seconds: sent.max_age_seconds,
    max_attempts: sent.max_attempts,
    attempt_count: 0,
    fetch_count: 0,
    refusal_count: 0,
    trusted_issuers: sent.trusted_issuers ?? null,
    policy: definedMembers(sent.policy ?? {}),
    wallet_scheme: sent.wallet_scheme ?? wallet_scheme,
    on_valid: sent.on_valid,
    on_valid_result: null,
  }
}

/**
 * Checks that the caller may request this action after a valid answer.
 * @throws {ServiceError} `invalid_params` for a webhook on another computer; `forbidden` for storing an item over the
 *   network, because only the window acts for users
 */
export function checkAction({ on_valid }: NewRequestBody, { overNetwork }: CallOrigin): void {
  if (on_valid.kind === 'webhook' && !isWebhookUrl(on_valid.url)) {
    const rule = 'must be an http or https address of this computer, without user name and password'
    throw faultyFieldsError([{ path: 'on_valid.url', code: 'invalid_params', rule }])
  }
  if (on_valid.kind === 'store_item' && overNetwork) {
    throw new ServiceError('forbidden', 'Only the window may have an item stored in the vault of a user.', {
      extraInfo: { parameter: 'on_valid' },
    })
  }
}

/**
 * The definition of a request: the id of a stored one, or one that the exchange has to store first.
 *
 * @throws {ServiceError} `param_missing` without either, `invalid_params` with both
 */
export function requestedDefinition({
  definition_id,
  presentation_definition,
}: NewRequestBody): { readonly id: string } | { readonly definition: Readonly<Record<string, unknown>> } {
  if (definition_id !== undefined && presentation_definition !== undefined) {
    const rule = 'must not be sent together with `definition_id`'
    throw faultyFieldsError([{ path: 'presentation_definition', code: 'invalid_params', rule }])
  }
  if (definition_id !== undefined) return { id: definition_id }
  if (presentation_definition !== undefined) return { definition: presentation_definition }
  const rule = 'is missing, and so is `presentation_definition`; send one of them'
  throw faultyFieldsError([{ path: 'definition_id', code: 'param_missing', rule }])
}

function definedMembers(policy: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(policy).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
