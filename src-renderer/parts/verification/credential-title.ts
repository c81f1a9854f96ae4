import type { CheckedCredential } from '../../../shared/contract/presentations.ts'

/** The most special type of a credential in words: `DrivingLicenceCredential` is "Driving licence". */
export function credentialTitle({ types }: Pick<CheckedCredential, 'types'>): string | undefined {
  const type = types.findLast((one) => one !== 'VerifiableCredential')
  if (type === undefined) return undefined
  const words = type.replace(/Credential$/, '').replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
  return words === '' ? type : words.charAt(0) + words.slice(1).toLowerCase()
}
