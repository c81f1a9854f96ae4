import { compactVerify, errors } from 'jose'
import type { OidcIssuer } from '../../../shared/contract/oidc-issuers.ts'
import { ClaimText, OidcAlgorithm } from '../../../shared/contract/oidc-issuers.ts'
import type { ServiceError } from '../../../shared/contract/errors.ts'
import { isSameAlgorithm } from '../../../shared/jose-algorithms.ts'
import { joseTypeName } from '../../../shared/media-type.ts'
import { listOf, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { readCompactJws, readJsonPart } from '../../crypto/compact-jws.ts'
import { unauthorized } from '../../service/authenticate.ts'
import { isoTime } from '../../service/ports.ts'
import type { IssuerKeys } from './token-issuer-keys.ts'
import { fits } from './key-set.ts'
import type { IssuerKey } from './key-set.ts'
import { KeysUnreadable } from './read-keys.ts'

/** An accepted issuer: the requirements on its tokens, and the keys to verify them. */
export interface AcceptedIssuer extends Omit<OidcIssuer, 'jwks' | 'jwks_url'> {
  readonly keys: IssuerKeys
}

/** The verified claims of a token. */
export interface CheckedToken {
  readonly issuer: AcceptedIssuer
  readonly subject: string
  /** The previous user in the claims, if any. */
  readonly previousUser: string | undefined
  readonly email: string | undefined
  readonly fullName: string | undefined
  readonly validFrom: string
  readonly validTill: string
}

/** How far the clocks of other computers may differ. */
const LEEWAY_S = 60
/** The end of the year 9999, because later times do not sort as text. */
const LAST_S = 253_402_300_799
export const MAX_TOKEN_LENGTH = 16_384
/** How many keys are tried for a token without a key id. */
const MAX_TRIED_KEYS = 8
/** Types of JWT that authenticate a user, unlike a logout token or a key proof (RFC 8725, 3.11). */
const TYPES: readonly unknown[] = ['application/jwt', 'application/at+jwt']

/**
 * Checks a JSON Web Token (docs/contract/keystore.md, OpenID Connect; RFC 7519, RFC 8725). Only keys of its issuer are
 * used: the header's key parameters other than `kid` are ignored.
 *
 * @param find finds the issuer with exactly this name
 * @throws {ServiceError} `unauthorized` with the reason `invalid_jwt`, `unknown_issuer`, `token_expired` or
 *   `issuer_keys_unavailable`. No message repeats any part of the token.
 */
export async function checkToken(
  token: string,
  find: (issuer: string) => AcceptedIssuer | undefined,
  nowMs: number,
): Promise<CheckedToken> {
  const { header, payload } = readToken(token)
  const name = textOf(memberOf(payload, 'iss'))
  if (name === undefined) throw invalid('names no issuer')
  const issuer = find(name)
  if (issuer === undefined) throw unauthorized('unknown_issuer', 'The issuer of the JSON Web Token is not known here.')
  const algorithm = algorithmOf(header, issuer)
  const keys = await keysFor(issuer, kidOf(header), algorithm)
  await requireSignature(token, keys, algorithm)
  return { issuer, ...readClaims(payload, issuer, nowMs) }
}

function readToken(token: string): { readonly header: JsonObject; readonly payload: JsonObject } {
  if (token.length > MAX_TOKEN_LENGTH) throw invalid(`is longer than ${MAX_TOKEN_LENGTH} characters`)
  try {
    const { header, parts } = readCompactJws(token)
    return { header, payload: readJsonPart(parts[1]) }
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw invalid('cannot be read as one')
  }
}

function algorithmOf(header: JsonObject, { algorithms }: AcceptedIssuer): OidcAlgorithm {
  for (const name of ['crit', 'b64', 'enc', 'zip']) {
    if (memberOf(header, name) !== undefined) throw invalid('has a header parameter that is not supported')
  }
  if (!TYPES.includes(joseTypeName(memberOf(header, 'typ') ?? 'JWT'))) throw invalid('is of a type for other uses')
  const alg = OidcAlgorithm.safeParse(memberOf(header, 'alg')).data
  if (alg !== undefined && algorithms.some((one) => isSameAlgorithm(one, alg))) return alg
  throw invalid('is signed with an algorithm that is not accepted for its issuer')
}

function kidOf(header: JsonObject): string | undefined {
  const kid = memberOf(header, 'kid')
  if (kid === undefined || typeof kid === 'string') return kid
  throw invalid('has a key id that is not text')
}

async function keysFor(
  { keys }: AcceptedIssuer,
  kid: string | undefined,
  algorithm: OidcAlgorithm,
): Promise<readonly IssuerKey[]> {
  try {
    const found = (await keys.find(kid)).filter((key) => (kid === undefined || key.kid === kid) && fits(key, algorithm))
    if (found.length > 0) return found.slice(0, MAX_TRIED_KEYS)
  } catch (cause) {
    if (!(cause instanceof KeysUnreadable)) throw cause
    const message = `The keys of the issuer of the JSON Web Token cannot be read: ${cause.message}.`
    throw unauthorized('issuer_keys_unavailable', message)
  }
  throw invalid('is not signed with a key of its issuer')
}

async function requireSignature(token: string, keys: readonly IssuerKey[], algorithm: OidcAlgorithm): Promise<void> {
  for (const { jwk } of keys) if (await isSigned(token, jwk, algorithm)) return
  throw invalid('has an invalid signature')
}

/** Whether a key signed the token. A key that cannot be imported, such as a point off its curve, did not. */
async function isSigned(token: string, jwk: IssuerKey['jwk'], algorithm: OidcAlgorithm): Promise<boolean> {
  try {
    await compactVerify(token, jwk, { algorithms: [algorithm] }) // jose caches the imported key by the object
    return true
  } catch (fault) {
    if (fault instanceof errors.JOSEError || fault instanceof DOMException || fault instanceof TypeError) return false
    throw fault
  }
}

function readClaims(payload: JsonObject, issuer: AcceptedIssuer, nowMs: number): Omit<CheckedToken, 'issuer'> {
  const audiences = listOf(memberOf(payload, 'aud'))
  if (!audiences.every((one) => typeof one === 'string') || !audiences.includes(issuer.audience)) {
    throw invalid('is for another audience')
  }
  const subject = ClaimText.safeParse(memberOf(payload, 'sub')).data
  if (subject === undefined) throw invalid('names no subject')
  return {
    subject,
    ...readTimes(payload, nowMs / 1000),
    previousUser: previousUserOf(payload),
    email: shortText(memberOf(payload, 'email')),
    fullName: shortText(memberOf(payload, 'full_name')) ?? shortText(memberOf(payload, 'name')),
  }
}

function readTimes(payload: JsonObject, nowS: number): Pick<CheckedToken, 'validFrom' | 'validTill'> {
  const expires = secondsOf(payload, 'exp')
  if (expires === undefined) throw invalid('does not say when it expires')
  const begins = [secondsOf(payload, 'iat'), secondsOf(payload, 'nbf')].filter((time) => time !== undefined)
  if (begins.some((time) => time > nowS + LEEWAY_S)) throw invalid('is not valid yet')
  if (expires + LEEWAY_S <= nowS) {
    throw unauthorized(
      'token_expired',
      `The JSON Web Token was valid until ${isoTime(expires * 1000)}; ask for a new one.`,
    )
  }
  return { validFrom: isoTime((begins[0] ?? nowS) * 1000), validTill: isoTime(expires * 1000) }
}

function secondsOf(payload: JsonObject, name: 'exp' | 'nbf' | 'iat'): number | undefined {
  const value = memberOf(payload, name)
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= LAST_S) return value
  throw invalid(`has an invalid time in ${name}`)
}

/** Reads the previous user from our claim, or from the one that published clients use. */
function previousUserOf(payload: JsonObject): string | undefined {
  const value = ['extension_serviceUserId', 'extension_meecoUserId']
    .map((name) => memberOf(payload, name))
    .find((one) => one !== undefined && one !== null && one !== '')
  if (value === undefined) return undefined
  const read = ClaimText.safeParse(value)
  if (read.success) return read.data
  throw invalid('names the previous user by a value that is not valid text')
}

/** A text for the profile; ignored if it is too long. */
function shortText(value: unknown): string | undefined {
  const text = textOf(value)?.trim() ?? ''
  return text === '' || text.length > 255 ? undefined : text
}

function invalid(why: string): ServiceError {
  return unauthorized('invalid_jwt', `The JSON Web Token ${why}.`)
}
