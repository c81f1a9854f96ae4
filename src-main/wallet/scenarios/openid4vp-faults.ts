import { encodeBase64Url } from '../../crypto/base64url.ts'
import { randomBytes } from '../../crypto/random.ts'
import type { DeliberateFault } from '../presentations/post.ts'

/** A value that no request has. */
const OF_NO_REQUEST = 'AAAAAAAAAAAAAAAAAAAAAA'
/** Bytes of key, initialization vector, text and tag of what nobody can decrypt. */
const JWE_PARTS = [12, 64, 16]

/** What is done wrong with an answer to OpenID4VP, whatever credentials are in it; nothing where a second party is needed. */
const FAULTS: Readonly<Record<string, DeliberateFault>> = {
  'vp-wrong-state': { form: (fields) => ({ ...fields, state: OF_NO_REQUEST }) },
  'vp-wrong-nonce': { nonce: OF_NO_REQUEST },
  'vp-other-request': {},
  'vp-encrypted': { form: () => ({ response: encrypted() }) },
  'vp-mixed-formats': {},
}

/** The fault of a scenario; undefined where it changes no answer of OpenID4VP. */
export function openId4VpFault(scenario: string): DeliberateFault | undefined {
  return Object.hasOwn(FAULTS, scenario) ? FAULTS[scenario] : undefined
}

/** A JWE as `direct_post.jwt` has it, with a key that the verifier never gave. */
function encrypted(): string {
  const header = encodeBase64Url(Buffer.from(JSON.stringify({ alg: 'ECDH-ES', enc: 'A128GCM' })))
  const [iv, text, tag] = JWE_PARTS.map((length) => encodeBase64Url(randomBytes(length)))
  return `${header}..${iv}.${text}.${tag}`
}
