import { decodeBase58 } from './base58.ts'
import { decodeBase64Url } from './base64url.ts'

type Decode = (text: string) => Uint8Array

/** What the first letter says (Controlled Identifiers 1.0, 2.4, and the registry of multibase); the first two are read. */
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

/** An RSA key of 8,192 bits has about 1,430 characters; base58 takes time with the square of its length. */
const MAX_TEXT_LENGTH = 1500

/**
 * Reads multibase: a letter that names the base, and what follows in it.
 *
 * @param taken the letters of the bases that a format allows
 * @throws {SyntaxError} which names the base and what to write
 */
export function decodeMultibase(text: string, taken: 'z' | 'zu'): Uint8Array {
  const base = BASES.get(text.charAt(0))
  const came = base === undefined ? 'this is no multibase' : `this is multibase in ${base.name}`
  if (base?.decode === undefined || !taken.includes(text.charAt(0))) {
    throw new SyntaxError(`${came}: write it in base58btc, with z in front`)
  }
  return decodeBounded(text.slice(1), base.decode)
}

/** Base58 of no more than the longest key. @throws {SyntaxError} */
export function decodeBounded(text: string, decode: Decode = decodeBase58): Uint8Array {
  if (text.length > MAX_TEXT_LENGTH) throw new SyntaxError('the text is longer than any key')
  return decode(text)
}
