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
import type { PlainFormOrder } from './plain-form.ts'
import { ProofFault } from './proof-fault.ts'
import { outcomeOf, signerOf } from './proof-outcome.ts'
import type { ProofNotes, ProofOutcome } from './proof-outcome.ts'
import { PROOF } from './document-kinds.ts'
import type { SignedKind } from './document-kinds.ts'
import { coversJson, isCoveredAsWritten, readProofSignature, SIGNATURE_MEMBERS } from './proof-suites.ts'
import type { ProofSignature } from './proof-suites.ts'
import type { TextsOfDoubles } from './rdf-literal.ts'
import { unsignedMembers, unstatedMembers } from './unsigned-members.ts'
import { findVerificationMethod, keyFor } from './verification-method.ts'
import type { KeyPurpose } from './verification-method.ts'
import { phrase } from '../../../shared/phrase.ts'

/** The outcome of reading a document, for the checks of its contexts, terms and proof. */
export interface DocumentOutcome {
  /** Undefined if the contexts could not be used: then nothing was verified. */
  readonly proof: ProofOutcome | undefined
  readonly contextFault: ContextFault['code'] | undefined
  /** The context that is not registered, where that is the fault. */
  readonly missingContext?: MissingContext | undefined
  /** False if the document is not readable JSON-LD: then `unsigned` is empty. */
  readonly isRead: boolean
  /**
   * Members the proof cannot cover. Those of the proof itself are among them, and those of embedded credentials, which
   * are findings of that credential. An embedded JWT is one: RDF has no name for it, its own signature covers it.
   */
  readonly unsigned: readonly Location[]
  /** Members that a check would read with another meaning than the document states. */
  readonly misnamed: readonly Location[]
  /** What the document states; undefined where its proof covers its members as they are written, or it was not read. */
  readonly stated: StatedForm | undefined
  /** Its proofs, as far as their options could be read from what they state. */
  readonly proofs: readonly unknown[]
}

interface ProofContext {
  readonly jsonLd: JsonLd
  readonly dids: DidRegistry
  /** The names to look for in the document; none by default. */
  readonly asked?: AskedNames
}

/**
 * Verifies the linked data proof of a credential or presentation (docs/contract/exchange.md, Proofs: linked data), says
 * what it does not cover, and writes down what it covers.
 *
 * The document is read before its proof: members that no context defines are reported even where no proof is. Whether
 * `created`, `challenge` and `domain` are there and right is not asked here.
 */
export async function verifyDocument(
  document: JsonObject,
  kind: SignedKind,
  { jsonLd, dids, asked = NO_NAMES }: ProofContext,
): Promise<DocumentOutcome> {
  const context = { jsonLd, dids, asked, budget: jsonLd.newBudget() }
  try {
    const { hasTextsOfDoubles, ...outcome } = await readDocument(document, kind, context, 'as numbers')
    if (!hasTextsOfDoubles || outcome.proof?.fault?.code !== 'signature_invalid') return outcome
    const { hasTextsOfDoubles: _has, ...other } = await readDocument(document, kind, context, 'as they are')
    const code = other.proof?.fault?.code
    return code === undefined || code === 'document_too_complex' ? other : outcome
  } catch (error) {
    if (!(error instanceof ContextFault)) throw error
    const missingContext = error.cause instanceof MissingContext ? error.cause : undefined
    return { ...NOTHING_READ, proof: undefined, contextFault: error.code, missingContext }
  }
}

/** The outcome of a document that could not be read. */
export const NOTHING_READ = { isRead: false, unsigned: [], misnamed: [], stated: undefined, proofs: [] } as const

// eslint-disable-next-line max-params -- the document, what it is, where to look, and how its texts are signed
async function readDocument(
  document: JsonObject,
  kind: SignedKind,
  { jsonLd, dids, asked, budget }: Required<ProofContext> & Pick<PlainFormOrder, 'budget'>,
  doubles: TextsOfDoubles,
): Promise<DocumentOutcome & Pick<Statements, 'hasTextsOfDoubles'>> {
  const { proof: sent, ...body } = document
  const sentProofs = listOf(sent).filter((one) => one !== null)
  const isJson = isCoveredAsWritten(document, kind.signedBy)
  const unsigned: Location[] = []
  const misnamed: Location[] = []
  const proofs: unknown[] = []
  let said: Statements | undefined
  let stated: StatedForm | undefined
  const proof = await outcomeOf(async (notes) => {
    const bodySaid = await jsonLd.statementsOf(body, doubles)
    if (!isJson) unsigned.push(...(await unsignedMembers(body, bodySaid, jsonLd)))
    said = bodySaid
    if (!isJson) stated = await jsonLd.plainFormOf(body, bodySaid, { kind, asked, budget })
    misnamed.push(...(stated?.misnamed ?? []))
    if (sentProofs.length === 0) throw new ProofFault('proof_missing', 'the document has no proof')
    if (sentProofs.length > kind.maxProofs) {
      const most = kind.maxProofs === 1 ? 'exactly one proof' : `at most ${kind.maxProofs} proofs`
      throw new ProofFault('proof_multiple', `the document must have ${most}`)
    }
    const outcomes: ProofOutcome[] = []
    for (const [index, one] of sentProofs.entries()) {
      const place = Array.isArray(sent) ? ['proof', index] : ['proof']
      const read = await readProof(one, document['@context'], { jsonLd, budget })
      proofs.push(read.proof)
      const order = { ...read, body, said: bodySaid, purposes: kind.purposes, dids, jsonLd }
      const outcome = await outcomeOf((ofOne) => verifyProof(order, ofOne))
      outcomes.push(outcome)
      // An unsupported type does not count beside others.
      if (sentProofs.length > 1 && !isSupported(outcome)) continue
      unsigned.push(...read.unsigned.map((location) => [...place, ...location]))
      misnamed.push(...read.misnamed.map((location) => [...place, ...location]))
    }
    const party = memberOf(stated?.tree ?? body, kind.signedBy)
    const counting = countingOutcome(outcomes, textOf(party) ?? textOf(memberOf(party, 'id')))
    Object.assign(notes, { type: counting.type, signer: counting.signer })
    if (counting.fault !== undefined) throw new ProofFault(counting.fault.code, counting.fault.message)
  })
  const { hasTextsOfDoubles = false } = said ?? {}
  const isRead = said !== undefined
  return { proof, contextFault: undefined, isRead, unsigned, misnamed, stated, proofs, hasTextsOfDoubles }
}

/**
 * What a set of proofs comes to (Data Integrity 1.0, 2.1.1: each covers the document without the others). One that is
 * supported and fails decides, else the one of whom the document names; a type that is not supported here says nothing
 * beside one that is.
 */
function countingOutcome(outcomes: readonly ProofOutcome[], party: string | undefined): ProofOutcome {
  const supported = outcomes.filter(isSupported)
  const failing = supported.find(({ fault }) => fault !== undefined)
  const counting = failing ?? supported.find(({ signer }) => signer?.did === party) ?? supported[0] ?? outcomes[0]
  if (counting === undefined) throw new Error('a document without a proof has no outcome of one')
  return counting
}

function isSupported({ fault }: ProofOutcome): boolean {
  return fault?.code !== 'proof_type_unsupported'
}

interface ProofOptions {
  /** The proof as it is read: what its options state, with its signature. */
  readonly proof: JsonObject
  readonly sent: JsonObject
  readonly options: JsonObject
  readonly saidInOptions: Statements | undefined
  readonly unsigned: readonly Location[]
  readonly misnamed: readonly Location[]
}

async function readProof(
  sent: unknown,
  context: unknown,
  { jsonLd, budget }: Pick<ProofContext, 'jsonLd'> & Pick<PlainFormOrder, 'budget'>,
): Promise<ProofOptions> {
  if (!isObject(sent)) throw new ProofFault('proof_type_unsupported', 'the proof is not an object')
  const { proof, signature } = splitSignature(sent)
  const options = { ...proof, '@context': context }
  if (coversJson(sent)) return { proof: sent, sent, options, saidInOptions: undefined, unsigned: [], misnamed: [] }
  const saidInOptions = await jsonLd.statementsOf(options)
  const unsigned = await unsignedMembers(options, saidInOptions, jsonLd)
  const form = await jsonLd.plainFormOf(options, saidInOptions, { kind: PROOF, asked: NO_NAMES, budget })
  const read = { ...unstatedMembers(proof, unsigned), ...form.tree, ...signature }
  return { proof: read, sent, options, saidInOptions, unsigned, misnamed: form.misnamed }
}

interface ReadProof extends ProofOptions {
  readonly body: JsonObject
  readonly said: Statements
  readonly purposes: readonly KeyPurpose[]
  readonly dids: DidRegistry
  readonly jsonLd: JsonLd
}

async function verifyProof(read: ReadProof, notes: ProofNotes): Promise<void> {
  const { proof, purposes, dids } = read
  notes.type = textOf(memberOf(proof, 'type'))
  const signature = readProofSignature(proof)
  const purpose = purposes.find((allowed) => allowed === memberOf(proof, 'proofPurpose'))
  if (purpose === undefined) {
    throw new ProofFault('proof_purpose_invalid', phrase`proofPurpose must be ${purposes.join(' or ')}`)
  }
  const method = findVerificationMethod(memberOf(proof, 'verificationMethod'), [purpose], dids)
  notes.signer = signerOf(method)
  const key = keyFor(method, signature.algorithm)
  const message = signature.messageOf(await hashesOf(read, signature))
  if (!isSignatureValid(key, signature.algorithm, { message, signature: signature.signature })) {
    throw new ProofFault('signature_invalid', 'the signature does not fit what it covers')
  }
}

/** Members that are signed as they are written are never those that somebody reads out of statements. */
async function hashesOf(read: ReadProof, { canonical }: ProofSignature): Promise<Uint8Array> {
  const { saidInOptions, said, sent, body, jsonLd } = read
  if (canonical === 'rdf' && saidInOptions !== undefined) {
    const texts = [await jsonLd.canonicalTextOf(saidInOptions), await jsonLd.canonicalTextOf(said)]
    return Buffer.concat(texts.map(sha256))
  }
  return Buffer.concat([canonicalJson(splitSignature(sent).proof), canonicalJson(body)].map(sha256))
}

function sha256(text: string): Uint8Array {
  return hash('sha256', text, 'buffer')
}

function splitSignature(whole: JsonObject): { readonly proof: JsonObject; readonly signature: JsonObject } {
  const isSignature = ([name]: readonly [string, unknown]) => SIGNATURE_MEMBERS.includes(name)
  const { proof = [], signature = [] } = Object.groupBy(Object.entries(whole), (one) =>
    isSignature(one) ? 'signature' : 'proof',
  )
  return { proof: Object.fromEntries(proof), signature: Object.fromEntries(signature) }
}
