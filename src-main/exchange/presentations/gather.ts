import { NO_NAMES } from '../../../shared/presentation-exchange/asked-names.ts'
import type { AskedNames } from '../../../shared/presentation-exchange/asked-names.ts'
import {
  issuerIdOf,
  proofTypesOf,
  readCandidate,
  withTypeIris,
} from '../../../shared/presentation-exchange/candidate.ts'
import type { Candidate } from '../../../shared/presentation-exchange/candidate.ts'
import { isObject, listOf, memberOf, textOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import { contextFindings } from '../proofs/contexts.ts'
import type { ContextFinding } from '../proofs/contexts.ts'
import { CREDENTIAL, PRESENTATION } from '../proofs/document-kinds.ts'
import type { SignedKind } from '../proofs/document-kinds.ts'
import { refuseComplexity } from '../proofs/json-ld.ts'
import type { StatedForm } from '../proofs/stated-form.ts'
import { readJwt, verifyJwt } from '../proofs/jwt.ts'
import type { Jwt } from '../proofs/jwt.ts'
import { claimConflicts } from '../proofs/jwt-claims.ts'
import { NOTHING_READ, verifyDocument } from '../proofs/linked-data-proof.ts'
import type { DocumentOutcome } from '../proofs/linked-data-proof.ts'
import { ProofFault, proofFaultOf, unlessFault } from '../proofs/proof-fault.ts'
import { isCoveredAsWritten } from '../proofs/proof-suites.ts'
import { refusedProof } from '../proofs/proof-outcome.ts'
import type { ProofOutcome } from '../proofs/proof-outcome.ts'
import { unstatedMembers } from '../proofs/unsigned-members.ts'
import { validateWithSchemas } from '../registries/credential-schemas.ts'
import { readStatus } from '../registries/credential-status.ts'
import { STOP_MESSAGES } from '../registries/stop-code.ts'
import type { StopCode } from '../registries/stop-code.ts'
import { judgeIssuer } from '../registries/trust-list.ts'
import type { CredentialFacts, ProofFacts } from './facts.ts'
import type { Presentation, SentCredential } from './presentation.ts'
import type { VerificationContext } from './verification-context.ts'

/** The facts about a proof, with what it covers. */
export interface SignedFacts extends ProofFacts {
  /** The covered content: the document as written, or its statements. */
  readonly read: JsonObject
  /** The same by names that somebody asks for: each form that must be right by itself. */
  readonly readBy: (asked: AskedNames) => Promise<readonly JsonObject[]>
  readonly stated: StatedForm | undefined
}

/**
 * Gathers everything about one credential. What is waited for are JSON-LD, status lists and schemas.
 *
 * @param asked what a definition looks for
 * @param isReadable false when all that was sent together is too much to be read as JSON-LD
 */
// eslint-disable-next-line max-params -- the credential, where to look, for what, and whether it is worth it
export async function gatherCredential(
  sent: SentCredential,
  context: VerificationContext,
  asked: AskedNames,
  isReadable: boolean,
): Promise<CredentialFacts> {
  const jwt = typeof sent.value === 'string' ? readAnyJwt(sent.value) : undefined
  const written = readCandidate(sent.value)
  const contexts = contextsOf(written?.credential ?? {}, context)
  const facts =
    written?.format === 'ldp_vc'
      ? await linkedDataFacts({ document: written.credential, contexts, asked }, CREDENTIAL, context, isReadable)
      : await jwtFacts({ jwt, contexts, document: written?.credential ?? {} }, CREDENTIAL, context)
  const judge = (judged: SignedFacts) => judgeCredential({ sent, jwt, written }, judged, context)
  try {
    return await judge(facts)
  } catch (fault) {
    if (!(fault instanceof ProofFault)) throw fault
    // A form with the names that schemas or the trust list have says more than is read.
    return judge({ ...facts, ...asWritten(facts.read), proof: refusedProof(fault) })
  }
}

interface ReadCredential extends Pick<CredentialFacts, 'sent' | 'jwt'> {
  readonly written: Candidate | undefined
}

/** @throws {ProofFault} `document_too_complex` */
async function judgeCredential(
  { sent, jwt, written }: ReadCredential,
  facts: SignedFacts,
  context: VerificationContext,
): Promise<CredentialFacts> {
  const { read: document, readBy, stated, ...signed } = facts
  const candidate = written && (await candidateOf(written, facts, context))
  const issuer = issuerIdOf(document)
  return {
    sent,
    candidate,
    jwt,
    document,
    issuer,
    ...signed,
    conflicts: jwt === undefined ? [] : claimConflicts(jwt.payload, 'vc'),
    trust: judgeIssuer(context.trust, await issuedAs(issuer ?? '', { document, readBy }, context), context.now),
    status: await readStatus(document, issuer ?? '', context),
    schemas: await validateWithSchemas(document, { readBy, isStated: stated !== undefined }, context),
  }
}

/** The credential as paths, filters and relations see it. */
async function candidateOf(
  written: Candidate,
  { read, stated, contexts }: SignedFacts,
  context: VerificationContext,
): Promise<Candidate> {
  const isLinkedData = written.format === 'ldp_vc'
  if (stated === undefined) {
    const typeIris = await typeIrisOf(written.credential, contexts, context)
    const isJson = isLinkedData && isCoveredAsWritten(read, CREDENTIAL.signedBy)
    return { ...withTypeIris(written, typeIris), reading: isJson ? 'json' : written.reading }
  }
  const { unordered, withAddedNames } = stated
  const named = { ...read, '@context': stated.contexts }
  const { identifiers } = withTypeIris({ ...written, credential: named }, stated.types)
  const algorithms = proofTypesOf(read)
  return {
    ...written,
    algorithms,
    raw: read,
    credential: read,
    identifiers,
    stated: { sent: written.credential, unordered, withAddedNames },
  }
}

/** Invalid contexts do not define types, and reading any number of them could take any time. */
async function typeIrisOf(
  credential: JsonObject,
  contexts: readonly ContextFinding[],
  { jsonLd, stopped }: VerificationContext,
): Promise<readonly string[]> {
  return contexts.length === 0 && stopped() === undefined ? jsonLd.typeIrisOf(credential) : []
}

/** Embedded documents are checked separately. */
function contextsOf(document: JsonObject, context: VerificationContext): readonly ContextFinding[] {
  const isEmbedded = ([first]: Location) => first === 'verifiableCredential'
  return contextFindings(document, context.contexts, { isEmbedded, allowInline: context.allowInlineContexts })
}

/** Gathers the facts about the proof of the presentation, after those of its credentials. */
export async function gatherPresentation(
  presentation: Presentation,
  credentials: readonly CredentialFacts[],
  context: VerificationContext,
): Promise<SignedFacts> {
  const { jwt, document } = presentation
  const contexts = contextsOf(document, context)
  if (jwt !== undefined) return jwtFacts({ jwt, contexts, document }, PRESENTATION, context)
  // With too many credentials, the presentation is not read either (`presentation.shape`).
  const isGathered = credentials.length === presentation.credentials.length
  const isReadable = isGathered && credentials.every((one) => one.jwt !== undefined || one.contexts.length === 0)
  const complexity = complexityFault(presentation)
  const facts = await linkedDataFacts(
    { document, contexts, asked: NO_NAMES },
    PRESENTATION,
    context,
    isReadable && complexity === undefined,
  )
  const embedded = presentation.credentials.filter(({ value }) => isObject(value)).length
  const hasContext = listOf(memberOf(document, '@context')).length > 0
  const isElsewhere = hasContext && facts.stated !== undefined && facts.stated.embedded !== embedded
  const misnamed = isElsewhere ? [...facts.misnamed, ['verifiableCredential']] : facts.misnamed
  return { ...facts, misnamed, ...(complexity !== undefined && { proof: complexity }) }
}

/**
 * Whether a presentation, with all that is in it, is too much to read as JSON-LD. It is asked once for the whole: what it
 * embeds is part of it and read again by itself.
 */
export function complexityFault({ sent }: Presentation): ProofOutcome | undefined {
  const fault = proofFaultOf(() => refuseComplexity(sent))
  return fault && refusedProof(fault)
}

interface LinkedData extends Pick<ProofFacts, 'contexts'> {
  readonly document: JsonObject
  readonly asked: AskedNames
}

// eslint-disable-next-line max-params -- the document, what it is for, where to look, and whether it is worth it
async function linkedDataFacts(
  { document, contexts, asked }: LinkedData,
  kind: SignedKind,
  context: VerificationContext,
  isReadable: boolean,
): Promise<SignedFacts> {
  const nothing = { contexts, unsigned: undefined, misnamed: [], ...asWritten(document) }
  if (contexts.length > 0 || !isReadable) return { ...nothing, proof: undefined }
  const code = context.stopped()
  if (code !== undefined) return { ...nothing, proof: stoppedProof(code) }
  const outcome = await verifyDocument(document, kind, { ...context, asked }).catch(internalFault)
  const { proof, isRead, unsigned, misnamed, stated } = outcome
  if (outcome.contextFault !== undefined) {
    return { ...nothing, contexts: [contextFinding(outcome.contextFault, outcome.missingContext)], proof }
  }
  const facts = { contexts, unsigned: isRead ? unsigned : undefined, misnamed, proof }
  if (stated === undefined) return { ...facts, ...asWritten(document) }
  const readAs = (tree: JsonObject) => readForm(document, tree, outcome, kind)
  return {
    ...facts,
    stated,
    read: readAs(stated.tree),
    readBy: async (names) => (await stated.treesBy(names)).map(readAs),
  }
}

/** Facts of what was not read as linked data. */
export function asWritten(document: JsonObject): Pick<SignedFacts, 'read' | 'readBy' | 'stated'> {
  return { read: document, readBy: () => Promise.resolve([document]), stated: undefined }
}

/** What a document states in its place: with its contexts and proofs, what it embeds, and what no statement is about. */
// eslint-disable-next-line max-params -- the document, its tree, what else is known of it, and what it is
function readForm(
  document: JsonObject,
  tree: JsonObject,
  { unsigned, proofs }: DocumentOutcome,
  kind: SignedKind,
): JsonObject {
  const embedded = kind.embeds === undefined ? undefined : kind.names.get(kind.embeds)
  const kept = unstatedMembers(document, embedded === undefined ? unsigned : [...unsigned, [embedded]])
  const { '@context': context, proof } = document
  const readProofs = proofs.length === 0 ? proof : Array.isArray(proof) ? proofs : proofs[0]
  return { ...kept, ...tree, '@context': context, ...(proof !== undefined && { proof: readProofs }) }
}

/** What was found when the contexts were read: each that the document names is registered, or nothing would be read. */
function contextFinding(code: ContextFinding['code'], missing: DocumentOutcome['missingContext']): ContextFinding {
  const location = ['@context']
  if (missing !== undefined) return { code, location, message: missing.message, actual: missing.url }
  const message = 'its contexts do not give one meaning to each term: a protected term is redefined, or one is missing'
  return { code, location, message }
}

export function stoppedProof(code: StopCode): ProofOutcome {
  return refusedProof({ code, message: STOP_MESSAGES[code] })
}

/** A fault of this program while it reads a document is a failed check, never one that passes. */
function internalFault(): DocumentOutcome {
  const message = 'the proof could not be read; this is a fault of the exchange'
  return { ...NOTHING_READ, proof: refusedProof({ code: 'internal', message }), contextFault: undefined }
}

/** A JWT covers its bytes, whatever they mean: its contexts are looked up and not read. */
async function jwtFacts(
  { jwt, contexts, document }: { readonly jwt: Jwt | undefined } & Omit<LinkedData, 'asked'>,
  { purposes }: SignedKind,
  context: VerificationContext,
): Promise<SignedFacts> {
  const nothing = { contexts, unsigned: [], misnamed: [], ...asWritten(document) }
  if (jwt === undefined) {
    const message = 'the text is not a JWT that holds a credential'
    return { ...nothing, proof: refusedProof({ code: 'jws_malformed', message }) }
  }
  const code = context.stopped()
  if (code !== undefined) return { ...nothing, proof: stoppedProof(code) }
  return { ...nothing, proof: await verifyJwt(jwt, purposes, context.dids) }
}

function readAnyJwt(text: string): Jwt | undefined {
  const jwt = unlessFault(() => readJwt(text))
  return isObject(memberOf(jwt?.payload, 'vc')) ? jwt : undefined
}

/**
 * The types by the names that the trust list has, as far as the contexts that the statements need give them.
 *
 * @throws {ProofFault} `document_too_complex`
 */
async function issuedAs(
  issuer: string,
  { document, readBy }: Pick<CredentialFacts, 'document'> & Pick<SignedFacts, 'readBy'>,
  { trust }: VerificationContext,
) {
  const schemas = listOf(memberOf(document, 'credentialSchema')).flatMap(
    (schema) => textOf(memberOf(schema, 'id')) ?? [],
  )
  const trusted = trust.flatMap(({ did, types }) => (did === issuer ? (types ?? []) : []))
  if (trusted.length === 0) return { issuer, schemas, types: [] }
  const [named] = await readBy({ members: new Set(), values: new Set(trusted) })
  return { issuer, schemas, types: textsOf(memberOf(named, 'type')) }
}
