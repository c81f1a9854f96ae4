import { documentFaultsError } from '../../shared/contract/errors.ts'
import type { ServiceError } from '../../shared/contract/errors.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { isObject } from '../../shared/presentation-exchange/json.ts'
import { placeInForm } from '../../shared/presentation-exchange/presentation-forms.ts'
import type { StoredRequest } from './verifier-request-store.ts'

/** What the exchange is sent for a presentation. */
export interface VerificationOrder {
  readonly body: JsonObject
  /** Translates a JSON Pointer into `body` to one into what the wallet sent. */
  readonly placeInSent: (path: string) => string
}

interface OrderFacts {
  readonly request: Pick<
    StoredRequest,
    'id' | 'definition_id' | 'binding' | 'max_age_seconds' | 'trusted_issuers' | 'policy'
  >
  /** What the presentation may be bound to. */
  readonly domains: readonly string[]
  readonly replay: 'record' | 'off'
  /** How long ago the presentation came in, in whole seconds; what was fresh then is fresh. */
  readonly keptForSeconds?: number
}

/**
 * Puts the options of a request beside the presentation, which is handed on as it was sent (docs/contract/exchange.md,
 * Wallet endpoints).
 *
 * @throws {ServiceError} `invalid_params` when the wallet sent options: how its answer is judged is not for it to say
 */
export function verificationOrder(sent: JsonObject | string, facts: OrderFacts): VerificationOrder {
  const options = optionsOf(facts)
  if (!isObject(sent) || placeInForm(sent).length === 0) {
    return { body: { presentation: sent, options }, placeInSent: (path) => path.replace(/^\/presentation(?=\/|$)/, '') }
  }
  if (Object.hasOwn(sent, 'options')) throw optionsNotAllowed()
  return { body: { ...sent, options }, placeInSent: (path) => path }
}

function optionsOf({ request, domains, replay, keptForSeconds = 0 }: OrderFacts): JsonObject {
  const { id, definition_id, binding, max_age_seconds, trusted_issuers, policy } = request
  return {
    definition_id,
    ...(binding !== 'ignored' && { challenge: id, domain: domains, require_challenge: binding === 'required' }),
    ...(max_age_seconds !== null && { max_age_seconds: max_age_seconds + keptForSeconds }),
    replay,
    ...(trusted_issuers !== null && { trusted_issuers }),
    policy,
  }
}

function optionsNotAllowed(): ServiceError {
  return documentFaultsError([{ path: '/options', code: 'unknown', message: 'is not for the wallet to choose' }])
}
