import type { Profile } from '../../../shared/contract/workbench-wallet.ts'
import { formatFault } from '../../../shared/presentation-exchange/format-step.ts'
import type { AllowedPresentationFormats, FormatFault } from '../../../shared/presentation-exchange/format-step.ts'
import type { OpenHolderKey } from '../store/holder-keys.ts'
import { signatureOf } from './sign.ts'

export interface Signing {
  /** The formats that the definition allows for presentations; undefined if it allows all. */
  readonly formats: AllowedPresentationFormats | undefined
  readonly key: Pick<OpenHolderKey, 'key'>
}

/**
 * The profiles that a wallet uses by default, the preferred one first. A linked data proof would not cover JWT credentials,
 * and the profile `plain` is only for verifiers without challenges.
 */
function defaultProfiles(credentials: readonly unknown[]): readonly Profile[] {
  return credentials.some((credential) => typeof credential === 'string') ? ['jwt', 'bound'] : ['bound', 'jwt']
}

/** The default profile, unless the definition allows only another one. @param credentials the credentials to present */
export function profileFor(signing: Signing, credentials: readonly unknown[] = []): Profile {
  const faults = defaultProfiles(credentials).map((profile) => ({ profile, fault: profileFault(profile, signing) }))
  const matching =
    faults.find(({ fault }) => fault === undefined) ?? faults.find(({ fault }) => fault?.result === 'warn')
  return matching?.profile ?? 'bound'
}

/** The fault that the verifier would find in the signature of a presentation with this profile. */
export function profileFault(profile: Profile, { formats, key }: Signing): FormatFault | undefined {
  return formatFault(formats, signatureOf(profile, key), 'presentation')
}
