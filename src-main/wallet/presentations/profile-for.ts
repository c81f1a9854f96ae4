import type { Profile } from '../../../shared/contract/workbench-wallet.ts'
import { formatFault } from '../../../shared/presentation-exchange/format-step.ts'
import type { AllowedPresentationFormats, FormatFault } from '../../../shared/presentation-exchange/format-step.ts'
import type { OpenHolderKey } from '../store/holder-keys.ts'
import { signatureOf } from './sign.ts'

/** The formats that a verifier accepts, and the key that will sign. */
export interface Signing {
  /** The formats of the definition; undefined if it has none for presentations. */
  readonly formats: AllowedPresentationFormats | undefined
  readonly key: Pick<OpenHolderKey, 'key'>
}

/**
 * The profiles to try when nobody chose one, the usual one first. Plain is only for verifiers that do not know
 * challenges, and a linked data proof does not cover credentials that are JWTs.
 */
function usualProfiles(credentials: readonly unknown[]): readonly Profile[] {
  return credentials.some((credential) => typeof credential === 'string') ? ['jwt', 'bound'] : ['bound', 'jwt']
}

/** The usual profile, unless the definition lists only the other one. @param credentials what is sent in it */
export function profileFor(signing: Signing, credentials: readonly unknown[] = []): Profile {
  const faults = usualProfiles(credentials).map((profile) => ({ profile, fault: profileFault(profile, signing) }))
  const matching =
    faults.find(({ fault }) => fault === undefined) ?? faults.find(({ fault }) => fault?.result === 'warn')
  return matching?.profile ?? 'bound'
}

/** The fault that the verifier will find in the signature of such a presentation, if any. */
export function profileFault(profile: Profile, { formats, key }: Signing): FormatFault | undefined {
  return formatFault(formats, signatureOf(profile, key), 'presentation')
}
