import { foldedUuid } from '../../../shared/contract/values.ts'
import { isObject, jsonPointer, listOf, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import { readJwt } from '../proofs/jwt.ts'
import type { Jwt } from '../proofs/jwt.ts'
import type { VerificationRequest } from './read-request.ts'

/** A presentation in the form that both formats share. */
export interface Presentation {
  readonly format: 'ldp_vp' | 'jwt_vp'
  readonly jwt: Jwt | undefined
  /** The document that pointers of the answer refer to: the object, or the decoded payload. */
  readonly sent: JsonObject
  /** The place of the presentation in it. */
  readonly root: Location
  readonly document: JsonObject
  readonly proof: JsonObject | undefined
  readonly holder: string | undefined
  /** The challenges that it states. */
  readonly challenges: readonly Said[]
  /** The domains that it states. */
  readonly domains: readonly Said[]
  readonly credentials: readonly SentCredential[]
  /** Undefined when there is none; `location` is null when it came beside the presentation. */
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
export function pointerInPresentation({ root }: Presentation, location: Location): string {
  return jsonPointer(location[0] === PAYLOAD ? location.slice(1) : [...root, ...location])
}

/** Takes apart a presentation whose shape was checked. Nothing is verified here. */
export function presentationOf({ presentation, isJwt, submissionBeside }: VerificationRequest): Presentation {
  return isJwt
    ? jwtPresentation(presentation as Jwt, submissionBeside) // the flag says so
    : linkedDataPresentation(presentation as JsonObject, submissionBeside)
}

/** A presentation as text, for another thread: writing it takes less time than copying its values one by one. */
export function presentationText({ jwt, document, submission }: Presentation): string {
  const beside = submission?.location === null ? submission.value : undefined
  return JSON.stringify({ sent: jwt?.parts.join('.') ?? document, beside } satisfies PlainPresentation)
}

interface PlainPresentation {
  readonly sent: JsonObject | string
  readonly beside: JsonObject | undefined
}

/** Reads a text of {@link presentationText}. */
export function presentationFromText(text: string): Presentation {
  const { sent, beside } = JSON.parse(text) as PlainPresentation // nobody else writes such texts
  return typeof sent === 'string' ? jwtPresentation(readJwt(sent), beside) : linkedDataPresentation(sent, beside)
}

/** A presentation with what its statements say of it, wherever that was written. @param read what its proof covers */
export function withStated(presentation: Presentation, read: JsonObject): Presentation {
  if (presentation.jwt !== undefined) return presentation
  const { location, value } = presentation.submission ?? { location: undefined, value: undefined }
  const stated = linkedDataPresentation(read, location === null ? value : undefined)
  const { sent, document, credentials } = presentation
  return { ...stated, sent, document, credentials }
}

function linkedDataPresentation(document: JsonObject, beside: JsonObject | undefined): Presentation {
  const proof = proofIn(document)?.proof
  return {
    format: 'ldp_vp',
    jwt: undefined,
    sent: document,
    root: [],
    document,
    proof,
    holder: idOf(memberOf(document, 'holder')),
    challenges: saidInProof(document, 'challenge'),
    domains: saidInProof(document, 'domain'),
    credentials: credentialsIn(document, []),
    submission: submissionIn([[document, []]], beside),
  }
}

function jwtPresentation(jwt: Jwt, beside: JsonObject | undefined): Presentation {
  const { payload } = jwt
  const vp = memberOf(payload, 'vp')
  const document = isObject(vp) ? vp : {}
  return {
    format: 'jwt_vp',
    jwt,
    sent: payload,
    root: ['vp'],
    document,
    proof: undefined,
    holder: textOf(memberOf(payload, 'iss')) ?? idOf(memberOf(document, 'holder')),
    challenges: [...said(payload, 'nonce', [PAYLOAD]), ...saidInProof(document, 'challenge')],
    domains: [...said(payload, 'aud', [PAYLOAD]), ...saidInProof(document, 'domain')],
    credentials: credentialsIn(document, ['vp']),
    submission: submissionIn(
      [
        [document, ['vp']],
        [payload, []],
      ],
      beside,
    ),
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

function credentialsIn(document: JsonObject, root: Location): readonly SentCredential[] {
  const sent = memberOf(document, 'verifiableCredential')
  const at = [...root, 'verifiableCredential']
  return listOf(sent).map((value, index) => ({
    index,
    value,
    location: Array.isArray(sent) ? [...at, index] : at,
  }))
}

function submissionIn(
  places: readonly (readonly [JsonObject, Location])[],
  beside: JsonObject | undefined,
): Presentation['submission'] {
  for (const [holder, root] of places) {
    const value = memberOf(holder, 'presentation_submission')
    if (isObject(value)) return { value, location: [...root, 'presentation_submission'] }
  }
  return beside && { value: beside, location: null }
}

/** The id of the definition that a submission names. */
export function definitionIdOf({ submission }: Presentation): string | undefined {
  const id = textOf(memberOf(submission?.value, 'definition_id'))
  return id === undefined ? undefined : foldedUuid(id)
}
