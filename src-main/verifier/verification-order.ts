import { documentFaultsError } from '../../shared/contract/errors.ts'
import type { ServiceError } from '../../shared/contract/errors.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { isObject } from '../../shared/presentation-exchange/json.ts'
import { placeInForm } from '../../shared/presentation-exchange/presentation-forms.ts'
import type { StoredRequest } from './verifier-request-store.ts'

/** A request to the exchange to verify a presentation. */
export interface VerificationOrder {
  readonly body: JsonObject
  /** Translates a JSON Pointer within `body` to one within what the wallet sent. */
  readonly pointerInSent: (path: string) => string
}

interface OrderFacts {
  readonly request: Pick<
    StoredRequest,
    'id' | 'definition_id' | 'binding' | 'max_age_seconds' | 'trusted_issuers' | 'policy'
  >
  /** The domains that the presentation may be bound to. */
  readonly domains: readonly string[]
  readonly replay: 'record' | 'off'
  /** The age of a stored presentation in whole seconds, which is allowed on top of the maximum age. */
  readonly storedForSeconds?: number
}

/**
 * Adds the options of the request to the presentation, which is passed on unchanged (docs/contract/exchange.md, Wallet
 * endpoints).
 *
 * @throws {ServiceError} `invalid_params` if the wallet sent options, because it may not choose how it is verified
 */
export function verificationOrder(sent: JsonObject | string, facts: OrderFacts): VerificationOrder {
  const options = optionsOf(facts)
  if (!isObject(sent) || placeInForm(sent).length === 0) {
    return {
      body: { presentation: sent, options },
      pointerInSent: (path) => path.replace(/^\/presentation(?=\/|$)/, ''),
    }
  }
  if (Object.hasOwn(sent, 'options')) throw optionsNotAllowed()
  return { body: { ...sent, options }, pointerInSent: (path) => path }
}

function optionsOf({ request, domains, replay, storedForSeconds = 0 }: OrderFacts): JsonObject {
  const { id, definition_id, binding, max_age_seconds, trusted_issuers, policy } = request
  return {
    definition_id,
    ...(binding !== 'ignored' && { challenge: id, domain: domains, require_challenge: binding === 'required' }),
    ...(max_age_seconds !== null && { max_age_seconds: max_age_seconds + storedForSeconds }),
    replay,
    ...(trusted_issuers !== null && { trusted_issuers }),
    policy,
  }
}

function optionsNotAllowed(): ServiceError {
  return documentFaultsError([{ path: '/options', code: 'unknown', message: 'is not for the wallet to choose' }])
}
