import { hash } from 'node:crypto'
import { isSignatureValid } from '../../crypto/signature.ts'
import { NO_NAMES } from '../../../shared/presentation-exchange/asked-names.ts'
import type { AskedNames } from '../../../shared/presentation-exchange/asked-names.ts'
import { isObject, listOf, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import type { DidRegistry } from '../registries/registry.ts'
import { canonicalJson } from '../../../shared/presentation-exchange/canonical-json.ts'
import { ContextFault } from './json-ld.ts'
import type { JsonLd, Statements } from './json-ld.ts'
import type { StatedForm } from './stated-form.ts'
import { MissingContext } from './missing-context.ts'
import type { PlainFormInput } from './plain-form.ts'
import { ProofFault } from './proof-fault.ts'
import { outcomeOf, signerOf } from './proof-outcome.ts'
import type { ProofNotes, ProofOutcome } from './proof-outcome.ts'
import { PROOF } from './document-kinds.ts'
import type { SignedKind } from './document-kinds.ts'
import { coversJson, isCoveredAsWritten, readProofSignature, SIGNATURE_MEMBERS } from './proof-suites.ts'
import type { ProofSignature } from './proof-suites.ts'
import type { DoubleForm } from './rdf-literal.ts'
import { unsignedMembers, unstatedMembers } from './unsigned-members.ts'
import { findVerificationMethod, keyFor } from './verification-method.ts'
import type { KeyPurpose } from './verification-method.ts'
import { phrase } from '../../../shared/phrase.ts'

/** The outcome of reading a document, for the checks of its contexts, terms and proof. */
export interface DocumentOutcome {
  /** Undefined if the contexts could not be used: then nothing was verified. */
  readonly proof: ProofOutcome | undefined
  readonly contextFault: ContextFault['code'] | undefined
  /** The context that is not registered, if that is the fault. */
  readonly missingContext?: MissingContext | undefined
  /** False if the document is not readable JSON-LD: then `unsigned` is empty. */
  readonly isRead: boolean
  /**
   * Members that the proof cannot cover, also those of the proof itself and of embedded credentials, where they are
   * findings of that credential. An embedded JWT is always unsigned here: it has its own signature.
   */
  readonly unsigned: readonly Location[]
  /** Members that a check would read with another meaning than the document states. */
  readonly misnamed: readonly Location[]
  /** What the document states; undefined if it was not read, or if its proof covers the members as written. */
  readonly stated: StatedForm | undefined
  /** The proofs, with the options that they state, as far as they could be read. */
  readonly proofs: readonly unknown[]
}

interface ProofContext {
  readonly jsonLd: JsonLd
  readonly dids: DidRegistry
  /** The names to look for in the document; none by default. */
  readonly asked?: AskedNames
}

/**
 * Verifies the linked data proof of a credential or presentation (docs/contract/exchange.md, Proofs: linked data), and
 * returns what the proof covers and what it does not.
 *
 * The document is read before its proof, so that members without a definition are reported even if there is no proof.
 * Other checks read `created`, `challenge` and `domain`.
 */
export async function verifyDocument(
  document: JsonObject,
  kind: SignedKind,
  { jsonLd, dids, asked = NO_NAMES }: ProofContext,
): Promise<DocumentOutcome> {
  const context = { jsonLd, dids, asked, budget: jsonLd.newBudget() }
  try {
    const { hasDoubleStrings, ...outcome } = await readDocument(document, kind, context, 'as numbers')
    if (!hasDoubleStrings || outcome.proof?.fault?.code !== 'signature_invalid') return outcome
    const { hasDoubleStrings: _same, ...retry } = await readDocument(document, kind, context, 'as they are')
    const code = retry.proof?.fault?.code
    return code === undefined || code === 'document_too_complex' ? retry : outcome
  } catch (error) {
    if (!(error instanceof ContextFault)) throw error
    const missingContext = error.cause instanceof MissingContext ? error.cause : undefined
    return { ...NOTHING_READ, proof: undefined, contextFault: error.code, missingContext }
  }
}

/** The outcome of a document that could not be read. */
export const NOTHING_READ = { isRead: false, unsigned: [], misnamed: [], stated: undefined, proofs: [] } as const

// eslint-disable-next-line max-params -- the last one differs between two calls that are otherwise the same
async function readDocument(
  document: JsonObject,
  kind: SignedKind,
  { jsonLd, dids, asked, budget }: Required<ProofContext> & Pick<PlainFormInput, 'budget'>,
  doubles: DoubleForm,
): Promise<DocumentOutcome & Pick<Statements, 'hasDoubleStrings'>> {
  const { proof: proofMember, ...body } = document
  const sentProofs = listOf(proofMember).filter((proof) => proof !== null)
  const isSignedAsWritten = isCoveredAsWritten(document, kind.signedBy)
  const unsigned: Location[] = []
  const misnamed: Location[] = []
  const proofs: unknown[] = []
  let readStatements: Statements | undefined
  let stated: StatedForm | undefined
  const proof = await outcomeOf(async (notes) => {
    const statements = await jsonLd.statementsOf(body, doubles)
    if (!isSignedAsWritten) unsigned.push(...(await unsignedMembers(body, statements, jsonLd)))
    readStatements = statements
    if (!isSignedAsWritten) stated = await jsonLd.plainFormOf(body, statements, { kind, asked, budget })
    misnamed.push(...(stated?.misnamed ?? []))
    checkProofCount(sentProofs.length, kind.maxProofs)
    const outcomes: ProofOutcome[] = []
    for (const [index, sent] of sentProofs.entries()) {
      const read = await readProof(sent, document['@context'], { jsonLd, budget })
      proofs.push(read.proof)
      const signed = { ...read, body, statements, purposes: kind.purposes, dids, jsonLd }
      const outcome = await outcomeOf((notesOfProof) => verifyProof(signed, notesOfProof))
      outcomes.push(outcome)
      if (sentProofs.length > 1 && !isSupported(outcome)) continue
      const place = Array.isArray(proofMember) ? ['proof', index] : ['proof']
      unsigned.push(...read.unsigned.map((location) => [...place, ...location]))
      misnamed.push(...read.misnamed.map((location) => [...place, ...location]))
    }
    const party = memberOf(stated?.tree ?? body, kind.signedBy)
    const decisive = decisiveOutcome(outcomes, textOf(party) ?? textOf(memberOf(party, 'id')))
    Object.assign(notes, { type: decisive.type, signer: decisive.signer })
    if (decisive.fault !== undefined) throw new ProofFault(decisive.fault.code, decisive.fault.message)
  })
  const { hasDoubleStrings = false } = readStatements ?? {}
  const isRead = readStatements !== undefined
  return { proof, contextFault: undefined, isRead, unsigned, misnamed, stated, proofs, hasDoubleStrings }
}

function checkProofCount(count: number, max: number): void {
  if (count === 0) throw new ProofFault('proof_missing', 'the document has no proof')
  if (count <= max) return
  const most = max === 1 ? 'exactly one proof' : `at most ${max} proofs`
  throw new ProofFault('proof_multiple', `the document must have ${most}`)
}

/**
 * The outcome of a proof set, in which each proof covers the document without the others (Data Integrity 1.0, 2.1.1): a
 * failing proof decides, else the proof by the issuer or holder, else the first. Proofs of an unsupported type do not
 * count beside others.
 */
function decisiveOutcome(outcomes: readonly ProofOutcome[], party: string | undefined): ProofOutcome {
  const supported = outcomes.filter(isSupported)
  const failing = supported.find(({ fault }) => fault !== undefined)
  const decisive = failing ?? supported.find(({ signer }) => signer?.did === party) ?? supported[0] ?? outcomes[0]
  if (decisive === undefined) throw new Error('a document without a proof has no outcome of one')
  return decisive
}

function isSupported({ fault }: ProofOutcome): boolean {
  return fault?.code !== 'proof_type_unsupported'
}

interface ReadProof {
  /** The options that the proof states, with its signature. */
  readonly proof: JsonObject
  readonly sent: JsonObject
  /** What the options state; undefined if the proof signs members as written. */
  readonly optionStatements: Statements | undefined
  readonly unsigned: readonly Location[]
  readonly misnamed: readonly Location[]
}

async function readProof(
  sent: unknown,
  context: unknown,
  { jsonLd, budget }: Pick<ProofContext, 'jsonLd'> & Pick<PlainFormInput, 'budget'>,
): Promise<ReadProof> {
  if (!isObject(sent)) throw new ProofFault('proof_type_unsupported', 'the proof is not an object')
  if (coversJson(sent)) return { proof: sent, sent, optionStatements: undefined, unsigned: [], misnamed: [] }
  const { options, signature } = splitSignature(sent)
  const optionsDocument = { ...options, '@context': context }
  const optionStatements = await jsonLd.statementsOf(optionsDocument)
  const unsigned = await unsignedMembers(optionsDocument, optionStatements, jsonLd)
  const form = await jsonLd.plainFormOf(optionsDocument, optionStatements, { kind: PROOF, asked: NO_NAMES, budget })
  const proof = { ...unstatedMembers(options, unsigned), ...form.tree, ...signature }
  return { proof, sent, optionStatements, unsigned, misnamed: form.misnamed }
}

interface SignedDocument extends ReadProof {
  readonly body: JsonObject
  /** What the body states. */
  readonly statements: Statements
  readonly purposes: readonly KeyPurpose[]
  readonly dids: DidRegistry
  readonly jsonLd: JsonLd
}

async function verifyProof(signed: SignedDocument, notes: ProofNotes): Promise<void> {
  const { proof, purposes, dids } = signed
  notes.type = textOf(memberOf(proof, 'type'))
  const signature = readProofSignature(proof)
  const purpose = purposes.find((allowed) => allowed === memberOf(proof, 'proofPurpose'))
  if (purpose === undefined) {
    throw new ProofFault('proof_purpose_invalid', phrase`proofPurpose must be ${purposes.join(' or ')}`)
  }
  const method = findVerificationMethod(memberOf(proof, 'verificationMethod'), [purpose], dids)
  notes.signer = signerOf(method)
  const key = keyFor(method, signature.algorithm)
  const message = signature.messageOf(await hashesOf(signed, signature))
  if (!isSignatureValid(key, signature.algorithm, { message, signature: signature.signature })) {
    throw new ProofFault('signature_invalid', 'the signature does not fit what it covers')
  }
}

async function hashesOf(signed: SignedDocument, { canonical }: ProofSignature): Promise<Uint8Array> {
  const { optionStatements, statements, sent, body, jsonLd } = signed
  if (canonical === 'rdf' && optionStatements !== undefined) {
    const texts = [await jsonLd.canonicalTextOf(optionStatements), await jsonLd.canonicalTextOf(statements)]
    return Buffer.concat(texts.map(sha256))
  }
  return Buffer.concat([canonicalJson(splitSignature(sent).options), canonicalJson(body)].map(sha256))
}

function sha256(text: string): Uint8Array {
  return hash('sha256', text, 'buffer')
}

function splitSignature(proof: JsonObject): { readonly options: JsonObject; readonly signature: JsonObject } {
  const members = Object.entries(proof)
  const isSignature = ([name]: readonly [string, unknown]) => SIGNATURE_MEMBERS.includes(name)
  return {
    options: Object.fromEntries(members.filter((member) => !isSignature(member))),
    signature: Object.fromEntries(members.filter(isSignature)),
  }
}
