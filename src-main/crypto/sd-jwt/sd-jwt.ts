import { joseTypeName } from '../../../shared/media-type.ts'
import { phrase, textOf } from '../../../shared/phrase.ts'
import type { Phrase } from '../../../shared/phrase.ts'
import { memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { readCompactJws, readJsonPart } from '../compact-jws.ts'
import type { CompactJws } from '../compact-jws.ts'
import type { SdJwtFormat } from '../../../shared/presentation-exchange/candidate.ts'

/** The parts of an SD-JWT (RFC 9901, 4), with or without key binding. Nothing is verified. */
export interface SdJwt {
  /** The JWT that the issuer signed. */
  readonly jwt: CompactJws & { readonly payload: JsonObject }
  /** The disclosures in base64url, as received: digests are over this text. */
  readonly disclosures: readonly string[]
  /** The compact JWT behind the last tilde; undefined if nothing stands there. */
  readonly keyBinding: string | undefined
  /** Everything up to the last tilde, which `sd_hash` is over. */
  readonly presented: string
}

/** No credential holds more; each disclosure is hashed. */
export const MAX_DISCLOSURES = 500

/**
 * Splits `<issuer-signed JWT>~<disclosure>~…~<key binding JWT, or nothing>`.
 *
 * @throws {SyntaxError} without a tilde, with too many disclosures, or when it does not begin with a JWT
 */
export function readSdJwt(text: string): SdJwt {
  const end = text.lastIndexOf('~') + 1
  if (end === 0) throw new SyntaxError('an SD-JWT without key binding ends with ~ (RFC 9901, 4)')
  const excess = excessOfDisclosures(text)
  if (excess !== undefined) throw new SyntaxError(`it ${textOf(excess)}`)
  const [issued = '', ...disclosures] = text.slice(0, end - 1).split('~')
  const keyBinding = text.slice(end)
  const jws = readCompactJws(issued)
  return {
    jwt: { ...jws, payload: readJsonPart(jws.parts[1]) },
    disclosures,
    keyBinding: keyBinding === '' ? undefined : keyBinding,
    presented: text.slice(0, end),
  }
}

/** Why a text holds too many disclosures to open any, as the end of a sentence; undefined for any other text. */
export function excessOfDisclosures(text: string): Phrase | undefined {
  const count = countDisclosures(text)
  if (count <= MAX_DISCLOSURES) return undefined
  return phrase`holds ${count} disclosures, and at most ${MAX_DISCLOSURES} are allowed; none was opened`
}

/** Each ends with a tilde, as the JWT before them does. */
function countDisclosures(text: string): number {
  let count = -1
  for (let at = text.indexOf('~'); at !== -1; at = text.indexOf('~', at + 1)) count += 1
  return Math.max(0, count)
}

const FORMAT_OF_TYPE: ReadonlyMap<unknown, SdJwtFormat> = new Map<unknown, SdJwtFormat>([
  ['application/dc+sd-jwt', 'dc+sd-jwt'],
  ['application/vc+sd-jwt', 'vc+sd-jwt'],
])

/** The format that the header states (SD-JWT VC, 3.2.1: `typ`); undefined for any other type. */
export function sdJwtFormatOf({ jwt }: SdJwt): SdJwtFormat | undefined {
  return FORMAT_OF_TYPE.get(joseTypeName(memberOf(jwt.header, 'typ')))
}
