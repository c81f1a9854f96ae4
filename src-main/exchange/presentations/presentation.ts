import { foldedUuid } from '../../../shared/contract/values.ts'
import { SD_JWT_FORMATS } from '../../../shared/presentation-exchange/candidate.ts'
import { isSdJwt } from '../../../shared/presentation-exchange/compact-jwt.ts'
import type { PresentationFormat } from '../../../shared/presentation-exchange/format-step.ts'
import { isObject, jsonPointer, listOf, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import { isTokenObject } from '../../../shared/presentation-exchange/presentation-forms.ts'
import { readJwt } from '../proofs/jwt.ts'
import type { Jwt } from '../proofs/jwt.ts'
import { unlessFault } from '../proofs/proof-fault.ts'
import { boundHolderOf, keyBindingOf } from '../proofs/key-binding.ts'
import { readSdJwt } from '../proofs/jws.ts'
import { sdJwtFormatOf } from '../../crypto/sd-jwt/sd-jwt.ts'
import type { SdJwt } from '../../crypto/sd-jwt/sd-jwt.ts'

/** A presentation in the form that all formats share. */
export interface Presentation {
  readonly format: PresentationFormat
  /** The JWT that the holder signed: the presentation itself, or the key binding of an SD-JWT. */
  readonly jwt: Jwt | undefined
  /** Set for an SD-JWT, which is a presentation of one credential. */
  readonly sdJwt: SdJwt | undefined
  /** The document that pointers of the answer refer to: the object, or the decoded payload. */
  readonly sent: JsonObject
  /** The place of the presentation in it. */
  readonly root: Location
  /** The place of what was sent among several presentations; empty for the only one. */
  readonly within: Location
  /** The id of the DCQL credential query that it answers. */
  readonly query: string | undefined
  readonly document: JsonObject
  readonly proof: JsonObject | undefined
  readonly holder: string | undefined
  /** The challenges that it states. */
  readonly challenges: readonly Said[]
  /** The domains that it states. */
  readonly domains: readonly Said[]
  readonly credentials: readonly SentCredential[]
}

/** Everything that was sent to be verified: a presentation, a list of them, or lists by the ids of credential queries. */
export interface Token {
  /** The presentation as it was sent. */
  readonly value: unknown
  /** Credentials are numbered through all of them. */
  readonly presentations: readonly Presentation[]
  /** Undefined when there is none; `location` is null when it came beside the presentations. */
  readonly submission: { readonly value: JsonObject; readonly location: Location | null } | undefined
}

/** A value as it came, of whatever kind: what should be a text and is none still says something. */
interface Said {
  readonly location: Location
  readonly value: unknown
}

/** A credential as it stands in the presentation. */
export interface SentCredential {
  readonly index: number
  readonly value: unknown
  readonly location: Location
}

/** First step of a place that is not in the presentation or credential but in the payload around it. */
export const PAYLOAD = '..'
/** First step of a place in a credential as it was written, and not in what it states. */
export const WRITTEN = '.'

/** The pointer to a place in a presentation. */
export function pointerInPresentation({ root, within }: Presentation, location: Location): string {
  return jsonPointer([...within, ...(location[0] === PAYLOAD ? location.slice(1) : [...root, ...location])])
}

/** One presentation of a token: where it stands, for which credential query, and what could be read. */
export interface SentPresentation extends Place {
  readonly value: unknown
  /** Undefined for what is no presentation in any form. */
  readonly read:
    | { readonly kind: 'object'; readonly object: JsonObject }
    | { readonly kind: 'jwt'; readonly jwt: Jwt }
    | { readonly kind: 'sd_jwt'; readonly sdJwt: SdJwt }
    | undefined
}

type Place = Pick<Presentation, 'within' | 'query'>

/**
 * Reads each presentation of a token. Nothing is verified here.
 *
 * @param value a presentation (an object, a JWT or an SD-JWT), a list of them, or an object of such lists by the ids of
 *   credential queries (OpenID4VP 1.0, 8.1)
 */
export function sentPresentations(value: unknown): readonly SentPresentation[] {
  if (Array.isArray(value)) {
    return value.map((one: unknown, index) => sentPresentation(one, { within: [index], query: undefined }))
  }
  if (!isTokenObject(value)) return [sentPresentation(value, { within: [], query: undefined })]
  return Object.entries(value).flatMap(([query, sent]) =>
    Array.isArray(sent)
      ? sent.map((one: unknown, index) => sentPresentation(one, { within: [query, index], query }))
      : [sentPresentation(sent, { within: [query], query })],
  )
}

/** Reads one presentation. */
export function sentPresentation(value: unknown, place: Place): SentPresentation {
  return { ...place, value, read: unlessFault(() => readSent(value)) }
}

/** @throws {ProofFault} `jws_malformed` */
function readSent(value: unknown): SentPresentation['read'] {
  if (isObject(value)) return { kind: 'object', object: value }
  if (isSdJwt(value)) return { kind: 'sd_jwt', sdJwt: readSdJwt(value) }
  return typeof value === 'string' ? { kind: 'jwt', jwt: readJwt(value) } : undefined
}

/** Takes apart what was sent, once each presentation was found to have the shape of one. */
export function tokenOf(value: unknown, sent: readonly SentPresentation[], beside: JsonObject | undefined): Token {
  const presentations: Presentation[] = []
  let count = 0
  for (const one of sent) {
    const presentation = presentationOf(one, count)
    count += presentation.credentials.length
    presentations.push(presentation)
  }
  return withPresentations({ value, submission: beside && { value: beside, location: null } }, presentations)
}

/** The same token with its presentations as they are read; a submission inside of the only one goes before one beside it. */
export function withPresentations(token: Omit<Token, 'presentations'>, presentations: readonly Presentation[]): Token {
  const [only, ...others] = presentations
  const inside = only !== undefined && others.length === 0 ? submissionInside(only) : undefined
  return { ...token, presentations, submission: inside ?? token.submission }
}

/** A token as text, for another thread: writing it takes less time than copying its values one by one. */
export function tokenText({ value, submission }: Token): string {
  const beside = submission?.location === null ? submission.value : undefined
  return JSON.stringify({ value, beside } satisfies PlainToken)
}

interface PlainToken {
  readonly value: unknown
  readonly beside: JsonObject | undefined
}

/** Reads a text of {@link tokenText}. */
export function tokenFromText(text: string): Token {
  const { value, beside } = JSON.parse(text) as PlainToken // nobody else writes such texts
  return tokenOf(value, sentPresentations(value), beside)
}

/** @param first the number of its first credential */
function presentationOf({ value, read, within, query }: SentPresentation, first: number): Presentation {
  const place = { within, query }
  if (read?.kind === 'jwt') return jwtPresentation(read.jwt, place, first)
  if (read?.kind === 'sd_jwt') return sdJwtPresentation(read.sdJwt, value as string, place, first) // read from a text
  return linkedDataPresentation(read?.object ?? {}, place, first)
}

/** A presentation with what its statements say of it, wherever that was written. @param read what its proof covers */
export function withStated(presentation: Presentation, read: JsonObject): Presentation {
  if (presentation.format !== 'ldp_vp') return presentation
  const { sent, document, credentials, within, query } = presentation
  return { ...linkedDataPresentation(read, { within, query }, 0), sent, document, credentials }
}

function linkedDataPresentation(document: JsonObject, place: Place, first: number): Presentation {
  const proof = proofIn(document)?.proof
  return {
    ...place,
    format: 'ldp_vp',
    jwt: undefined,
    sdJwt: undefined,
    sent: document,
    root: [],
    document,
    proof,
    holder: idOf(memberOf(document, 'holder')),
    challenges: saidInProof(document, 'challenge'),
    domains: saidInProof(document, 'domain'),
    credentials: credentialsIn(document, place.within, first),
  }
}

function jwtPresentation(jwt: Jwt, place: Place, first: number): Presentation {
  const { payload } = jwt
  const vp = memberOf(payload, 'vp')
  const document = isObject(vp) ? vp : {}
  return {
    ...place,
    format: 'jwt_vp',
    jwt,
    sdJwt: undefined,
    sent: payload,
    root: ['vp'],
    document,
    proof: undefined,
    holder: textOf(memberOf(payload, 'iss')) ?? idOf(memberOf(document, 'holder')),
    challenges: [...said(payload, 'nonce', [PAYLOAD]), ...saidInProof(document, 'challenge')],
    domains: [...said(payload, 'aud', [PAYLOAD]), ...saidInProof(document, 'domain')],
    credentials: credentialsIn(document, [...place.within, 'vp'], first),
  }
}

/** A credential that presents itself; what the holder says of it is in its key binding. */
// eslint-disable-next-line max-params -- what was sent, and where
function sdJwtPresentation(sdJwt: SdJwt, text: string, place: Place, first: number): Presentation {
  const keyBinding = keyBindingOf(sdJwt)
  const payload = keyBinding?.payload ?? {}
  return {
    ...place,
    format: sdJwtFormatOf(sdJwt) ?? SD_JWT_FORMATS[0],
    jwt: keyBinding,
    sdJwt,
    sent: payload,
    root: [],
    document: {},
    proof: undefined,
    holder: boundHolderOf(sdJwt.jwt.payload),
    challenges: said(payload, 'nonce', [PAYLOAD]),
    domains: said(payload, 'aud', [PAYLOAD]),
    credentials: [{ index: first, value: text, location: place.within }],
  }
}

/** The first linked data proof of a document, with its place; one may stand in a list of its own. */
export function proofIn(document: JsonObject): SentProof | undefined {
  return proofsIn(document)[0]
}

export interface SentProof {
  readonly proof: JsonObject
  readonly location: Location
}

/** All linked data proofs of a document, each with its place. */
export function proofsIn(document: JsonObject): readonly SentProof[] {
  const sent = memberOf(document, 'proof')
  return listOf(sent).flatMap((proof, index) =>
    isObject(proof) ? [{ proof, location: Array.isArray(sent) ? ['proof', index] : ['proof'] }] : [],
  )
}

function saidInProof(document: JsonObject, name: string): readonly Said[] {
  const { proof, location = [] } = proofIn(document) ?? {}
  return said(proof, name, location)
}

function said(holder: unknown, name: string, at: Location): readonly Said[] {
  const value = memberOf(holder, name)
  return value === undefined ? [] : [{ location: [...at, name], value }]
}

function idOf(value: unknown): string | undefined {
  return textOf(value) ?? textOf(memberOf(value, 'id'))
}

function credentialsIn(document: JsonObject, root: Location, first: number): readonly SentCredential[] {
  const sent = memberOf(document, 'verifiableCredential')
  const at = [...root, 'verifiableCredential']
  return listOf(sent).map((value, index) => ({
    index: first + index,
    value,
    location: Array.isArray(sent) ? [...at, index] : at,
  }))
}

function submissionInside({ document, root, sent }: Presentation): Token['submission'] {
  const value = memberOf(document, 'presentation_submission')
  if (isObject(value)) return { value, location: [...root, 'presentation_submission'] }
  const around = memberOf(sent, 'presentation_submission')
  return isObject(around) ? { value: around, location: ['presentation_submission'] } : undefined
}

/** The id of the definition that a submission names. */
export function definitionIdOf({ submission }: Token): string | undefined {
  const id = textOf(memberOf(submission?.value, 'definition_id'))
  return id === undefined ? undefined : foldedUuid(id)
}
