import { Ed25519Signature2018 } from '@digitalbazaar/ed25519-signature-2018'
import * as vc from '@digitalbazaar/vc'
import type { JsonObject } from '../shared/presentation-exchange/json.ts'
import { THE_HOLDER, THE_ISSUER } from '../tests/support/exchange/presentations.ts'
import { publishedLoader } from '../tests/support/published/published-parties.ts'
import { CHALLENGE, DOMAIN } from './presentations.ts'

/**
 * The published library: proofs, dates and shapes of presentation and credential. It does not know definitions. Contexts
 * and keys are at hand, and it may keep what it reads.
 */
export function publishedVerifier(): (presentation: JsonObject) => Promise<void> {
  const documentLoader = publishedLoader(THE_ISSUER, THE_HOLDER)
  const suite = new Ed25519Signature2018()
  return async (presentation) => {
    const options = { challenge: CHALLENGE, domain: DOMAIN }
    const { verified, error } = await vc.verify({ presentation, suite, documentLoader, ...options })
    if (!verified) throw new Error('not valid', { cause: error })
  }
}
