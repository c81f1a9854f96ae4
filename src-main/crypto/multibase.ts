import { decodeBase58 } from './base58.ts'
import { decodeBase64Url } from './base64url.ts'

type Decode = (text: string) => Uint8Array

/** The bases by their first letter (Controlled Identifiers 1.0, 2.4, and the multibase registry). Two can be decoded. */
const BASES: ReadonlyMap<string, { readonly name: string; readonly decode?: Decode }> = new Map([
  ['z', { name: 'base58btc', decode: decodeBase58 }],
  ['u', { name: 'base64url', decode: decodeBase64Url }],
  ['U', { name: 'padded base64url' }],
  ['m', { name: 'Base64' }],
  ['M', { name: 'padded Base64' }],
  ['f', { name: 'hexadecimal' }],
  ['F', { name: 'hexadecimal' }],
  ['b', { name: 'base32' }],
  ['B', { name: 'base32' }],
])

/** Enough for an RSA key of 8,192 bits. A limit is needed because decoding base58 takes quadratic time. */
const MAX_TEXT_LENGTH = 1500

/**
 * Decodes multibase: a letter for the base, and the text in that base.
 *
 * @param allowed the letters of the allowed bases
 * @throws {SyntaxError} with the base and with what to write instead
 */
export function decodeMultibase(text: string, allowed: 'z' | 'zu'): Uint8Array {
  const base = BASES.get(text.charAt(0))
  const found = base === undefined ? 'this is no multibase' : `this is multibase in ${base.name}`
  if (base?.decode === undefined || !allowed.includes(text.charAt(0))) {
    throw new SyntaxError(`${found}: write it in base58btc, with z in front`)
  }
  return decodeBounded(text.slice(1), base.decode)
}

/** Decodes base58, up to the length of the longest key. @throws {SyntaxError} */
export function decodeBounded(text: string, decode: Decode = decodeBase58): Uint8Array {
  if (text.length > MAX_TEXT_LENGTH) throw new SyntaxError('the text is longer than any key')
  return decode(text)
}
