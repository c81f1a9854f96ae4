import { readCandidate, withTypeIris } from '../../../shared/presentation-exchange/candidate.ts'
import type { Candidate } from '../../../shared/presentation-exchange/candidate.ts'
import type { Moment } from '../../../shared/presentation-exchange/date-time.ts'
import { isObject, listOf, memberOf, textOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import { issuerIdOf } from '../../../shared/presentation-exchange/candidate.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import { contextFindings } from '../proofs/contexts.ts'
import type { ContextFinding } from '../proofs/contexts.ts'
import type { Disguise } from '../proofs/disguised-members.ts'
import { CREDENTIAL, PRESENTATION } from '../proofs/document-kinds.ts'
import type { SignedKind } from '../proofs/document-kinds.ts'
import { refuseComplexity } from '../proofs/json-ld.ts'
import type { JsonLd } from '../proofs/json-ld.ts'
import { readJwt, verifyJwt } from '../proofs/jwt.ts'
import type { Jwt } from '../proofs/jwt.ts'
import { claimConflicts } from '../proofs/jwt-claims.ts'
import type { ClaimConflict } from '../proofs/jwt-claims.ts'
import { NOTHING_READ, verifyDocument } from '../proofs/linked-data-proof.ts'
import type { DocumentOutcome } from '../proofs/linked-data-proof.ts'
import { ProofFault } from '../proofs/proof-fault.ts'
import type { ProofOutcome } from '../proofs/proof-outcome.ts'
import type { ContextRegistry } from '../registries/context-registry.ts'
import { readStatus } from '../registries/credential-status.ts'
import type { CredentialStatus, StatusWorld } from '../registries/credential-status.ts'
import { STOP_MESSAGES } from '../registries/stop-code.ts'
import type { StopCode } from '../registries/stop-code.ts'
import type { DidRegistry } from '../registries/registry.ts'
import type { SchemaOutcome, ValidateCredential } from '../registries/schema-validator.ts'
import { judgeIssuer } from '../registries/trust-list.ts'
import type { TrustEntry, TrustOutcome } from '../registries/trust-list.ts'
import type { EvaluateApart } from './evaluation.ts'
import type { Presentation, SentCredential } from './presentation.ts'

/** What a verification looks things up in, and when it takes place. */
export interface World extends StatusWorld {
  readonly contexts: ContextRegistry
  readonly jsonLd: JsonLd
  readonly dids: DidRegistry
  readonly validate: (...order: Parameters<ValidateCredential>) => SchemaOutcome | Promise<SchemaOutcome>
  readonly trust: readonly TrustEntry[]
  readonly now: Moment
  readonly evaluateApart: EvaluateApart
  readonly allowInlineContexts: boolean
}

/** What the proof of a document says for checks 2 to 5, or 17 to 20. */
export interface ProofFacts {
  /** In the document. */
  readonly contexts: readonly ContextFinding[]
  /** Members the proof does not cover; undefined when the document could not be read. */
  readonly unsigned: readonly Location[] | undefined
  /** Members that are signed, but written in another way than they are read. */
  readonly disguises: readonly Disguise[]
  /** Undefined when the contexts stood in the way. */
  readonly proof: ProofOutcome | undefined
}

interface SignedFacts extends ProofFacts {
  /** What the proof covers in its plain form, where the document is written in another one. */
  readonly plain: JsonObject | undefined
}

/** What was gathered about a credential. */
export interface CredentialFacts extends ProofFacts {
  readonly sent: SentCredential
  /** Undefined for a text that is no JWT with a credential. */
  readonly candidate: Candidate | undefined
  readonly jwt: Jwt | undefined
  /** The normalised form; empty without a candidate. */
  readonly document: JsonObject
  readonly conflicts: readonly ClaimConflict[]
  readonly issuer: string | undefined
  readonly trust: TrustOutcome
  readonly status: CredentialStatus
  /** One for each `credentialSchema`. */
  readonly schemas: readonly SchemaOutcome[]
}

/**
 * Gathers everything about one credential. The only things that are waited for are JSON-LD and status lists.
 *
 * @param isReadable false when all that was sent together is too much to be read as JSON-LD
 */
export async function gatherCredential(
  sent: SentCredential,
  world: World,
  isReadable: boolean,
): Promise<CredentialFacts> {
  const jwt = typeof sent.value === 'string' ? readAnyJwt(sent.value) : undefined
  const read = readCandidate(sent.value)
  const document = read?.credential ?? {}
  const contexts = contextsOf(document, world)
  const { plain: signed, ...facts } =
    read?.format === 'ldp_vc'
      ? await linkedDataFacts({ document, contexts }, CREDENTIAL, world, isReadable)
      : await jwtFacts({ jwt, contexts }, CREDENTIAL, world)
  const [proof] = listOf(document['proof'])
  const plain = signed && { ...signed, '@context': document['@context'], proof }
  const typeIris = await typeIrisOf(document, contexts, world)
  const candidate = read && { ...withTypeIris(read, typeIris), ...(plain && { plain }) }
  const issuer = issuerIdOf(document)
  const declared = listOf(memberOf(document, 'credentialSchema')).filter(isObject)
  return {
    sent,
    candidate,
    jwt,
    document,
    issuer,
    ...facts,
    conflicts: jwt === undefined ? [] : claimConflicts(jwt.payload, 'vc'),
    trust: judgeIssuer(world.trust, issuedAs(document, issuer ?? ''), world.now),
    status: await readStatus(document, issuer ?? '', world),
    schemas: await Promise.all(
      declared.map(async (schema) => stoppedSchema(world) ?? world.validate(document, schema, plain)),
    ),
  }
}

/** Contexts that do not hold say nothing about types; reading any number of them would take any time. */
async function typeIrisOf(
  credential: JsonObject,
  contexts: readonly ContextFinding[],
  { jsonLd, stopped }: World,
): Promise<readonly string[]> {
  return contexts.length === 0 && stopped() === undefined ? jsonLd.typeIrisOf(credential) : []
}

/** What a document embeds is looked at by itself. */
function contextsOf(document: JsonObject, world: World): readonly ContextFinding[] {
  const isApart = ([first]: Location) => first === 'verifiableCredential'
  return contextFindings(document, world.contexts, { isApart, allowInline: world.allowInlineContexts })
}

function stoppedSchema({ stopped }: World): SchemaOutcome | undefined {
  const code = stopped()
  return code && { result: 'fail', code, violations: [] }
}

/** Gathers what the proof of the presentation says; its credentials were gathered before. */
export async function gatherPresentation(
  presentation: Presentation,
  credentials: readonly CredentialFacts[],
  world: World,
): Promise<ProofFacts> {
  const { jwt, document } = presentation
  const contexts = contextsOf(document, world)
  if (jwt !== undefined) return jwtFacts({ jwt, contexts }, PRESENTATION, world)
  // Too many to be looked at: then the whole is not read either (check 1).
  const isGathered = credentials.length === presentation.credentials.length
  const isReadable = isGathered && credentials.every((one) => one.jwt !== undefined || one.contexts.length === 0)
  const complexity = complexityFault(presentation)
  const { plain: _plain, ...facts } = await linkedDataFacts(
    { document, contexts },
    PRESENTATION,
    world,
    isReadable && complexity === undefined,
  )
  return complexity === undefined ? facts : { ...facts, proof: complexity }
}

/**
 * Whether a presentation, with all that is in it, is too much to read as JSON-LD. It is asked once for the whole: what it
 * embeds is part of it and read again by itself.
 */
export function complexityFault({ sent }: Presentation): ProofOutcome | undefined {
  try {
    refuseComplexity(sent)
    return undefined
  } catch (fault) {
    if (!(fault instanceof ProofFault)) throw fault
    return { type: undefined, signer: undefined, fault: { code: fault.code, message: fault.message } }
  }
}

// eslint-disable-next-line max-params -- the document, what it is for, where to look, and whether it is worth it
async function linkedDataFacts(
  { document, contexts }: { readonly document: JsonObject } & Pick<ProofFacts, 'contexts'>,
  kind: SignedKind,
  world: World,
  isReadable: boolean,
): Promise<SignedFacts> {
  const nothing = { contexts, unsigned: undefined, disguises: [], plain: undefined }
  if (contexts.length > 0 || !isReadable) return { ...nothing, proof: undefined }
  const code = world.stopped()
  if (code !== undefined) return { ...nothing, proof: stoppedProof(code) }
  const outcome = await verifyDocument(document, kind, world).catch(internalFault)
  const { proof, isRead, unsigned, disguises, plain } = outcome
  if (outcome.contextFault !== undefined) {
    return { ...nothing, contexts: [contextFinding(outcome.contextFault, outcome.missingContext)], proof }
  }
  return { contexts, unsigned: isRead ? unsigned : undefined, disguises, plain, proof }
}

/** What was found when the contexts were read: each that the document names is registered, or nothing would be read. */
function contextFinding(code: ContextFinding['code'], missing: DocumentOutcome['missingContext']): ContextFinding {
  const location = ['@context']
  if (missing !== undefined) return { code, location, message: missing.message, actual: missing.url }
  const message = 'its contexts do not give one meaning to each term: a protected term is redefined, or one is missing'
  return { code, location, message }
}

function stoppedProof(code: StopCode): ProofOutcome {
  return { type: undefined, signer: undefined, fault: { code, message: STOP_MESSAGES[code] } }
}

/** A fault of this program while it reads a document is a failed check, never one that passes (contract 4.3). */
function internalFault(): DocumentOutcome {
  const fault = { code: 'internal' as const, message: 'the proof could not be read; this is a fault of the exchange' }
  return { ...NOTHING_READ, proof: { type: undefined, signer: undefined, fault }, contextFault: undefined }
}

/** A JWT covers its bytes, whatever they mean: its contexts are looked up and not read. */
async function jwtFacts(
  { jwt, contexts }: { readonly jwt: Jwt | undefined } & Pick<ProofFacts, 'contexts'>,
  { purposes }: SignedKind,
  world: World,
): Promise<SignedFacts> {
  const nothing = { contexts, unsigned: [], disguises: [], plain: undefined }
  if (jwt === undefined) {
    const fault = { code: 'jws_malformed' as const, message: 'the text is not a JWT that holds a credential' }
    return { ...nothing, proof: { type: undefined, signer: undefined, fault } }
  }
  return { ...nothing, proof: await verifyJwt(jwt, purposes, world.dids) }
}

function readAnyJwt(text: string): Jwt | undefined {
  try {
    const jwt = readJwt(text)
    return isObject(memberOf(jwt.payload, 'vc')) ? jwt : undefined
  } catch (fault) {
    if (fault instanceof ProofFault) return undefined
    throw fault
  }
}

function issuedAs(document: JsonObject, issuer: string) {
  const schemas = listOf(memberOf(document, 'credentialSchema')).flatMap(
    (schema) => textOf(memberOf(schema, 'id')) ?? [],
  )
  return { issuer, schemas, types: textsOf(memberOf(document, 'type')) }
}
