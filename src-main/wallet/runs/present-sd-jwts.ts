import { formatFault } from '../../../shared/presentation-exchange/format-step.ts'
import type { AllowedPresentationFormats } from '../../../shared/presentation-exchange/format-step.ts'
import { memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { ProofDraft } from '../presentations/draft.ts'
import type { SdJwtPresentation } from '../presentations/sd-jwt-answer.ts'
import { ALGORITHMS } from '../presentations/sign.ts'
import { openSdJwt } from '../sd-jwt/open-sd-jwt.ts'
import { presentSdJwt } from '../sd-jwt/present-sd-jwt.ts'
import type { DeliberateSdJwtFault } from '../sd-jwt/present-sd-jwt.ts'
import type { HeldCredential } from '../store/credentials.ts'
import type { HolderKeys, OpenHolderKey } from '../store/holder-keys.ts'
import { boundHolderOf } from './candidates.ts'
import { invalidKey } from './holder-key-choice.ts'

interface SdJwtOrder {
  readonly keys: HolderKeys
  /** JSON Pointers of the claims that it tells. */
  readonly told: readonly string[]
  /** The key that the person wants to sign with; null for the one a credential is bound to. */
  readonly holder_key_id: string | null
  readonly formats: AllowedPresentationFormats | undefined
  readonly binding: Pick<ProofDraft, 'challenge' | 'domain'>
  /** Seconds since 1970. */
  readonly now: number
  /** What is done wrong on purpose. */
  readonly fault: DeliberateSdJwtFault | undefined
}

/**
 * Presents an SD-JWT VC with the disclosures that the run says and the key binding of its own key, or none where it is
 * bound to none.
 *
 * @throws {ServiceError} `invalid_params` for a credential of a key that the wallet does not have, another key than
 *   the one wanted, or one that the verifier does not take
 */
export async function presentHeld(held: HeldCredential, order: SdJwtOrder): Promise<SdJwtPresentation> {
  const { told, binding, now, fault } = order
  const sdJwt = openSdJwt(String(held.raw))
  const { format } = sdJwt
  const holder = await boundKeyOf(held, order)
  if (holder === undefined) return { format, text: presentSdJwt(sdJwt, told, undefined) }
  refuseUnlisted(format, holder, order)
  const { challenge: nonce, domain: audience } = binding
  return { format, text: presentSdJwt(sdJwt, told, { key: holder.key, nonce, audience, now }, fault) }
}

/** @returns undefined for a credential that is bound to nobody */
async function boundKeyOf(
  { candidate }: HeldCredential,
  { keys, holder_key_id }: SdJwtOrder,
): Promise<OpenHolderKey | undefined> {
  if (memberOf(candidate.credential, 'cnf') === undefined) return undefined
  const held = await keys.list()
  const did = boundHolderOf(
    { candidate },
    held.map((one) => one.did),
  )
  const own = held.find((one) => one.did === did)
  if (own === undefined)
    throw invalidKey('cannot be any: a credential is bound to a key that this wallet does not have')
  if (holder_key_id !== null && holder_key_id !== own.id) {
    throw invalidKey('names another key than the one that a credential is bound to, which alone can sign for it')
  }
  return keys.open(own.id)
}

function refuseUnlisted(format: SdJwtPresentation['format'], { key }: OpenHolderKey, { formats }: SdJwtOrder): void {
  const fault = formatFault(formats, { format, algorithms: [ALGORITHMS[key.kind]] }, 'presentation')
  if (fault?.result !== 'fail') return
  throw invalidKey(
    `signs with ${fault.actual}; the verifier takes key bindings signed with ${fault.expected ?? 'nothing'} only`,
  )
}
