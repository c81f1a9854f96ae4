import { MAX_JSON_DEPTH } from '../contract/json-depth.ts'
import { readCompactJwt } from './compact-jwt.ts'
import { isNumericDate } from './date-time.ts'
import { isNestedDeeper, isObject, listOf, memberOf, textOf, textsOf, valueAt } from './json.ts'
import type { JsonObject, Location } from './json.ts'
import type { SchemaReading } from '../json-schema/json-schema-keyword.ts'

/** A credential for evaluation: as received, and in the normalised form of all formats. */
export interface Candidate {
  readonly format: 'ldp_vc' | 'jwt_vc'
  /** `alg` of a JWT, or the types of the proofs. */
  readonly algorithms: readonly string[]
  /** The object, or the decoded payload. */
  readonly raw: JsonObject
  readonly credential: JsonObject
  /** How it is read: a JWT and a proof over JSON sign members as they are written, linked data signs what it states. */
  readonly reading: SchemaReading
  /** Set where `credential` was written down from what linked data states, by somebody who knows the contexts. */
  readonly stated?: StatedCredential
  /** Everything it calls its schema, in the order in which a URI is looked for. */
  readonly identifiers: readonly Identifiers[]
}

/** The statements of a linked data credential, with the sent document. */
export interface StatedCredential {
  readonly sent: JsonObject
  /** Lists of the credential whose order nothing states, each with the turn in which a value was mentioned. */
  readonly unordered: ReadonlyMap<unknown, readonly number[]>
  /**
   * The same with names that the statements do not need, where it is another one. Anybody can add a context that gives some, or
   * leave one out: what is found by them can be refused for its value, and meets nothing.
   */
  readonly withAddedNames?: JsonObject | undefined
}

export type MatchedBy = 'credential_schema' | 'context' | 'type_iri' | 'type'

export interface Identifiers {
  readonly kind: MatchedBy
  readonly texts: readonly string[]
}

/**
 * Reads a credential: an object, or a JWT in its compact form. Nothing is verified here.
 *
 * @param typeIris its types as IRIs, from somebody who knows the contexts
 * @returns undefined for what is neither
 */
export function readCandidate(sent: unknown, typeIris: readonly string[] = []): Candidate | undefined {
  if (typeof sent === 'string') return readJwt(sent, typeIris)
  if (!isObject(sent) || isNestedDeeper(sent, MAX_JSON_DEPTH)) return undefined
  const algorithms = proofTypesOf(sent)
  const identifiers = identifiersOf(sent, typeIris)
  return { format: 'ldp_vc', algorithms, raw: sent, credential: sent, reading: 'statements', identifiers }
}

/** The proof types of a linked data document, in the terms of a definition. */
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

/** The same credential with its types as IRIs, from somebody who knows the contexts. */
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
    ['issuanceDate', timeOf(memberOf(payload, 'nbf'))],
    ['expirationDate', timeOf(memberOf(payload, 'exp'))],
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
  const isNameless = isObject(only) && !Object.hasOwn(only, 'id')
  return isNameless && others.length === 0 ? [{ ...only, id }] : undefined
}

/**
 * A claim that is there and says no date is null, which is no date either: without it, the credential would hold as one
 * that never said when it begins or ends.
 */
function timeOf(seconds: unknown): string | null | undefined {
  if (seconds === undefined) return undefined
  return isNumericDate(seconds) ? new Date(seconds * 1000).toISOString() : null
}

/** The id of an issuer, which is a text or an object. */
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

/** Translates a place of the normalised form into one of what was sent: a JWT holds the credential in `vc`. */
export function sentLocation({ format, credential, stated }: Candidate, location: Location): Location {
  if (stated !== undefined) return placeInSent(location, credential, stated)
  return format === 'jwt_vc' ? ['vc', ...location] : location
}

/** Finds the place in the sent document, as far as it has the same structure there. */
function placeInSent(location: Location, credential: JsonObject, { sent, unordered }: StatedCredential): Location {
  const place: (string | number)[] = []
  let [read, written]: [unknown, unknown] = [credential, sent]
  for (const step of location) {
    if (typeof step === 'number' && !Array.isArray(read) && !Array.isArray(written)) continue
    if (typeof step === 'string' && Array.isArray(written) && written.length === 1) {
      place.push(0)
      written = written[0]
    }
    const turn = typeof step === 'number' ? (unordered.get(read)?.[step] ?? step) : step
    const name = isObject(written) && !Object.hasOwn(written, turn) ? `@${turn}` : turn
    written = valueAt(written, [name])
    if (written === undefined) break
    place.push(name)
    read = valueAt(read, [step])
  }
  return place
}
