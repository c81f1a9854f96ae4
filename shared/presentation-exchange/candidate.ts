import { MAX_JSON_DEPTH } from '../contract/json-depth.ts'
import { readCompactJwt } from './compact-jwt.ts'
import { isNumericDate } from './date-time.ts'
import { isNestedDeeper, isObject, listOf, memberOf, textOf, textsOf, valueAt } from './json.ts'
import type { JsonObject, Location } from './json.ts'
import type { SchemaReading } from '../json-schema/json-schema-keyword.ts'

/** Formats of SD-JWT VCs: the current media type, and the one of earlier drafts (SD-JWT VC, draft 13, 3.2.1). */
export const SD_JWT_FORMATS = ['dc+sd-jwt', 'vc+sd-jwt'] as const
export type SdJwtFormat = (typeof SD_JWT_FORMATS)[number]

/** Claims on which the validity of an SD-JWT VC depends, and which are never disclosed selectively (SD-JWT VC, 3.2.2.2). */
export const NEVER_DISCLOSED: readonly string[] = ['iss', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'status']
/** Claims about an SD-JWT VC itself; all others are about its subject. */
export const CREDENTIAL_CLAIMS: readonly string[] = [...NEVER_DISCLOSED, 'iat', 'jti']
/** The same with the claim that names the subject: everything that the issuer writes by itself. */
export const ISSUER_CLAIMS: readonly string[] = [...CREDENTIAL_CLAIMS, 'sub']

/** A credential for evaluation: as received, and in the normalised form of all formats. */
export interface Candidate {
  readonly format: 'ldp_vc' | 'jwt_vc' | SdJwtFormat
  /** `alg` of a JWT, or the types of the proofs. */
  readonly algorithms: readonly string[]
  /** The object, or the decoded payload of a JWT. */
  readonly raw: JsonObject
  /** The normalised form. */
  readonly credential: JsonObject
  /** Linked data signs statements; a JWT and a proof over JSON sign members as written. */
  readonly reading: SchemaReading
  /** Set if `credential` is the plain form of linked data (src-main/exchange/proofs/plain-form.ts). */
  readonly stated?: StatedCredential
  /** Set for an SD-JWT VC, whose `credential` holds the claims that were disclosed, with those that always are. */
  readonly disclosure?: Disclosure
  /** Everything that can identify its schema, in the order in which a URI is looked up. */
  readonly identifiers: readonly Identifiers[]
}

/** How the claims of an SD-JWT VC were disclosed. */
export interface Disclosure {
  /** The places of the claims and array elements that came in a disclosure of their own. */
  readonly disclosed: readonly Location[]
  /** Whether the credential names a key of its holder (`cnf`). */
  readonly isBound: boolean
}

/** A linked data credential as sent, with facts about its plain form. */
export interface StatedCredential {
  readonly sent: JsonObject
  /** The lists of the credential that have no stated order, each with the original position of every value. */
  readonly unordered: ReadonlyMap<unknown, readonly number[]>
  /**
   * The credential with names that its statements do not need, if it differs. Anybody can add or remove a context with
   * such names, so a value found by them can break a filter but never satisfies one.
   */
  readonly withAddedNames?: JsonObject | undefined
}

export type MatchedBy = 'credential_schema' | 'context' | 'type_iri' | 'type' | 'vct'

export interface Identifiers {
  readonly kind: MatchedBy
  readonly texts: readonly string[]
}

/**
 * Reads a credential, which is an object or a compact JWT, without verifying it.
 *
 * @param typeIris its types as IRIs; only a reader of its contexts knows them
 * @returns undefined if it is neither
 */
export function readCandidate(sent: unknown, typeIris: readonly string[] = []): Candidate | undefined {
  if (typeof sent === 'string') return readJwt(sent, typeIris)
  if (!isObject(sent) || isNestedDeeper(sent, MAX_JSON_DEPTH)) return undefined
  const algorithms = proofTypesOf(sent)
  const identifiers = identifiersOf(sent, typeIris)
  return { format: 'ldp_vc', algorithms, raw: sent, credential: sent, reading: 'statements', identifiers }
}

/** The proof types of a linked data document, as `proof_type` of a definition lists them. */
export function proofTypesOf(document: JsonObject): readonly string[] {
  return listOf(memberOf(document, 'proof')).flatMap((proof) => textsOf(memberOf(proof, 'type')))
}

function readJwt(text: string, typeIris: readonly string[]): Candidate | undefined {
  const jwt = readCompactJwt(text)
  const vc = memberOf(jwt?.payload, 'vc')
  if (jwt === undefined || !isObject(vc)) return undefined
  const { header, payload } = jwt
  const algorithms = textsOf(memberOf(header, 'alg'))
  const credential = normalised(payload, vc)
  const identifiers = identifiersOf(credential, typeIris)
  return { format: 'jwt_vc', algorithms, raw: payload, credential, reading: 'json', identifiers }
}

/** An SD-JWT VC whose disclosures were opened. */
interface OpenedSdJwt extends Disclosure {
  readonly format: SdJwtFormat
  /** `alg` of the header. */
  readonly algorithm: string | undefined
  /** The payload with every disclosed claim in its place, without `_sd`, `_sd_alg` and `...` (RFC 9901, 7.1). */
  readonly claims: JsonObject
}

/** An SD-JWT VC as evaluation sees it: its claims are its members, and its type is the one identifier that it has. */
export function sdJwtCandidate({ format, algorithm, claims, disclosed, isBound }: OpenedSdJwt): Candidate {
  return {
    format,
    algorithms: algorithm === undefined ? [] : [algorithm],
    raw: claims,
    credential: claims,
    reading: 'json',
    disclosure: { disclosed, isBound },
    identifiers: [{ kind: 'vct', texts: textsOf(memberOf(claims, 'vct')) }],
  }
}

/** Adds the types of a credential as IRIs. */
export function withTypeIris(candidate: Candidate, typeIris: readonly string[]): Candidate {
  return { ...candidate, identifiers: identifiersOf(candidate.credential, typeIris) }
}

function identifiersOf(credential: JsonObject, typeIris: readonly string[]): readonly Identifiers[] {
  const schemas = listOf(memberOf(credential, 'credentialSchema'))
  return [
    {
      kind: 'credential_schema',
      texts: schemas.flatMap((schema) => textOf(schema) ?? textOf(memberOf(schema, 'id')) ?? []),
    },
    { kind: 'context', texts: textsOf(memberOf(credential, '@context')) },
    { kind: 'type_iri', texts: typeIris },
    { kind: 'type', texts: textsOf(memberOf(credential, 'type')) },
  ]
}

/** Registered claims take the place of the members they stand for (VC Data Model 1.1, 6.3.1). */
function normalised(payload: JsonObject, vc: JsonObject): JsonObject {
  const claims: readonly (readonly [string, unknown])[] = [
    ['issuer', issuerOf(vc, textOf(memberOf(payload, 'iss')))],
    ['credentialSubject', subjectOf(vc, textOf(memberOf(payload, 'sub')))],
    ['id', textOf(memberOf(payload, 'jti'))],
    ['issuanceDate', timeOfClaim(memberOf(payload, 'nbf'))],
    ['expirationDate', timeOfClaim(memberOf(payload, 'exp'))],
  ]
  return { ...vc, ...Object.fromEntries(claims.filter(([, value]) => value !== undefined)) }
}

function issuerOf(vc: JsonObject, id: string | undefined): unknown {
  const issuer = memberOf(vc, 'issuer')
  return id !== undefined && isObject(issuer) ? { ...issuer, id } : id
}

function subjectOf(vc: JsonObject, id: string | undefined): unknown {
  const subject = memberOf(vc, 'credentialSubject')
  if (id === undefined) return undefined
  if (!Array.isArray(subject)) return isObject(subject) ? { ...subject, id } : { id }
  // One id cannot identify several subjects.
  const [only, ...others] = listOf(subject)
  const lacksId = isObject(only) && !Object.hasOwn(only, 'id')
  return lacksId && others.length === 0 ? [{ ...only, id }] : undefined
}

/** The date of a claim; null for an invalid one, because without the member the credential would count as unlimited. */
export function timeOfClaim(seconds: unknown): string | null | undefined {
  if (seconds === undefined) return undefined
  return isNumericDate(seconds) ? new Date(seconds * 1000).toISOString() : null
}

export function issuerIdOf(credential: JsonObject): string | undefined {
  const issuer = memberOf(credential, 'issuer')
  return textOf(issuer) ?? textOf(memberOf(issuer, 'id'))
}

/** The subjects of a credential, each with its place in it. */
export function subjectsOf(
  credential: JsonObject,
): readonly { readonly location: Location; readonly value: unknown }[] {
  const subject = memberOf(credential, 'credentialSubject')
  if (!Array.isArray(subject)) return subject === undefined ? [] : [{ location: ['credentialSubject'], value: subject }]
  return subject.map((value: unknown, index) => ({ location: ['credentialSubject', index], value }))
}

/** Translates a place in the normalised form into one in the credential as sent. */
export function sentLocation({ format, credential, stated }: Candidate, location: Location): Location {
  if (stated !== undefined) return placeInSent(location, credential, stated)
  return format === 'jwt_vc' ? ['vc', ...location] : location
}

/** Follows a path through the plain form and the sent document, as long as both have the same structure. */
function placeInSent(location: Location, credential: JsonObject, { sent, unordered }: StatedCredential): Location {
  const place: (string | number)[] = []
  let plainValue: unknown = credential
  let sentValue: unknown = sent
  for (const step of location) {
    if (typeof step === 'number' && !Array.isArray(plainValue) && !Array.isArray(sentValue)) continue
    if (typeof step === 'string' && Array.isArray(sentValue) && sentValue.length === 1) {
      place.push(0)
      sentValue = sentValue[0]
    }
    const original = typeof step === 'number' ? (unordered.get(plainValue)?.[step] ?? step) : step
    const isKeyword = isObject(sentValue) && !Object.hasOwn(sentValue, original)
    const sentStep = isKeyword ? `@${original}` : original
    sentValue = valueAt(sentValue, [sentStep])
    if (sentValue === undefined) break
    place.push(sentStep)
    plainValue = valueAt(plainValue, [step])
  }
  return place
}
