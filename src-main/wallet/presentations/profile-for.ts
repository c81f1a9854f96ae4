import type { Profile } from '../../../shared/contract/workbench-wallet.ts'
import { formatFault } from '../../../shared/presentation-exchange/format-step.ts'
import type { AllowedPresentationFormats, FormatFault } from '../../../shared/presentation-exchange/format-step.ts'
import type { OpenHolderKey } from '../store/holder-keys.ts'
import { signatureOf } from './sign.ts'

/** What a verifier asked for, and the key that will sign. */
export interface Signing {
  /** Of the definition; undefined: it says nothing about presentations. */
  readonly formats: AllowedPresentationFormats | undefined
  readonly key: Pick<OpenHolderKey, 'key'>
}

/** Where nobody chose one; the usual one first. Plain is only for verifiers that do not know challenges. */
const USUAL_PROFILES: readonly Profile[] = ['bound', 'jwt']

/** The usual profile, unless the definition lists only the other one. */
export function profileFor(signing: Signing): Profile {
  const faults = USUAL_PROFILES.map((profile) => ({ profile, fault: profileFault(profile, signing) }))
  const fitting =
    faults.find(({ fault }) => fault === undefined) ?? faults.find(({ fault }) => fault?.result === 'warn')
  return fitting?.profile ?? 'bound'
}

/** What the verifier will say about the way a presentation of this profile is signed; undefined: nothing. */
export function profileFault(profile: Profile, { formats, key }: Signing): FormatFault | undefined {
  return formatFault(formats, signatureOf(profile, key), 'presentation')
}
