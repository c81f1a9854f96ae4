/**
 * The one name under which rules here know an algorithm. `EdDSA` (RFC 8037) does not say which curve, and stands for Ed25519:
 * Ed448 is verified nowhere. RFC 9864 gives each curve a name of its own; a signature is the same under either name.
 */
export function algorithmOfName(name: unknown): unknown {
  return name === 'Ed25519' ? 'EdDSA' : name
}

/** Whether two JOSE names mean the same algorithm. They are case-sensitive (RFC 7515, 4.1.1). */
export function isSameAlgorithm(one: unknown, other: unknown): boolean {
  return algorithmOfName(one) === algorithmOfName(other)
}

/** COSE has its own names for ES256 and similar algorithms of JOSE (RFC 9864, 2.1 and 2.2). */
const OF_COSE = /^ESP(256|384|512)$/
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^none$/i, 'alg none is no signature'],
  [/^HS\d+$/i, 'alg is an HMAC, whose key both sides share: sign with a private key'],
  [/^Ed448$/i, 'alg Ed448 is not verified here: sign with Ed25519'],
  [/^ES256K-R$/i, 'alg ES256K-R leaves the key to be recovered from the signature: sign as ES256K'],
  [/^ESB(?:256|320|384|512)$/, 'alg names a Brainpool curve of COSE, which is not verified here'],
  [/^ML-DSA-/i, 'alg ML-DSA is not verified here'],
  [/^(?:ES512|[RP]S(?:384|512))$/, 'alg is of a size that is not verified here: sign with 256, or as ES384'],
]

/**
 * Explains why an `alg` is not accepted, and what to write instead; does not repeat an unknown name.
 *
 * @param taken the names of the accepted algorithms
 */
export function refusalOfAlgorithm(name: unknown, taken: readonly string[]): string {
  const instead = `write ${taken.join(', ')}`
  if (typeof name === 'number') return `alg is a number, as COSE has it: ${instead}`
  if (typeof name !== 'string') return `alg is not a text: ${instead}`
  const size = OF_COSE.exec(name)?.[1]
  if (size !== undefined) return `alg ESP${size} is a name of COSE: JOSE writes ES${size}`
  const meant = [...taken, 'Ed25519'].find((one) => one.toLowerCase() === name.toLowerCase())
  if (meant !== undefined) return `alg is written ${meant}: upper and lower case count`
  const known = OTHERS.find(([form]) => form.test(name))?.[1]
  return known ?? `alg names no supported signature algorithm: ${instead}`
}
