import { createHash } from 'node:crypto'
import { isSignatureValid } from '../../crypto/signature.ts'
import { isObject, listOf, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import type { DidRegistry } from '../registries/registry.ts'
import { canonicalJson } from './canonical-json.ts'
import { canonicalText, ContextFault } from './json-ld.ts'
import type { JsonLd, Statements } from './json-ld.ts'
import { MissingContext } from './missing-context.ts'
import { ProofFault } from './proof-fault.ts'
import { outcomeOf, signerOf } from './proof-outcome.ts'
import type { ProofNotes, ProofOutcome } from './proof-outcome.ts'
import { PROOF } from './document-kinds.ts'
import type { DocumentKind, SignedKind } from './document-kinds.ts'
import { compareWithPlain } from './disguised-members.ts'
import type { Comparison, Disguise } from './disguised-members.ts'
import { coversJson, readProofSignature, SIGNATURE_MEMBERS } from './proof-suites.ts'
import type { ProofSignature } from './proof-suites.ts'
import { unsignedMembers } from './unsigned-members.ts'
import { findVerificationMethod, keyFor } from './verification-method.ts'
import type { KeyPurpose } from './verification-method.ts'

/** What one reading of a document says for checks 2 to 4, or 17 to 19. */
export interface DocumentOutcome {
  /** Undefined when the contexts stood in the way: then nothing was verified. */
  readonly proof: ProofOutcome | undefined
  readonly contextFault: ContextFault['code'] | undefined
  /** The one that is not registered, where that is the fault. */
  readonly missingContext?: MissingContext | undefined
  /** False when the document could not be read as JSON-LD: then `unsigned` says nothing. */
  readonly isRead: boolean
  /**
   * Members the proof cannot cover. Those of the proof itself are among them, and those of embedded credentials, which
   * are findings of that credential. An embedded JWT is one: RDF has no name for it, its own signature covers it.
   */
  readonly unsigned: readonly Location[]
  /** Members that are signed, but written in another way than they are read. */
  readonly disguises: readonly Disguise[]
  /** What the proof covers in its plain form, where the document is written in another one. */
  readonly plain: JsonObject | undefined
}

interface ProofContext {
  readonly jsonLd: JsonLd
  readonly dids: DidRegistry
}

/**
 * Verifies the linked data proof of a credential or presentation (docs/contract/exchange.md, Proofs: linked data), and
 * says what it does not cover, and what it covers under other names than those it is read by.
 *
 * The document is read before its proof: members that no context defines are reported even where no proof is. Whether
 * `created`, `challenge` and `domain` are there and right is not asked here (checks 6 to 8).
 */
export async function verifyDocument(
  document: JsonObject,
  kind: SignedKind,
  context: ProofContext,
): Promise<DocumentOutcome> {
  try {
    return await readDocument(document, kind, context)
  } catch (error) {
    if (!(error instanceof ContextFault)) throw error
    const missingContext = error.cause instanceof MissingContext ? error.cause : undefined
    return { ...NOTHING_READ, proof: undefined, contextFault: error.code, missingContext }
  }
}

/** Of a document that could not be read. */
export const NOTHING_READ = { isRead: false, unsigned: [], disguises: [], plain: undefined } as const

async function readDocument(
  document: JsonObject,
  kind: SignedKind,
  { jsonLd, dids }: ProofContext,
): Promise<DocumentOutcome> {
  const { proof: proofs, ...body } = document
  const unsigned: Location[] = []
  const disguises: Disguise[] = []
  let isRead = false
  let plain: JsonObject | undefined
  const proof = await outcomeOf(async (notes) => {
    const said = await jsonLd.statementsOf(body)
    unsigned.push(...(await unsignedMembers(body, said, jsonLd)))
    isRead = true
    const only = onlyProof(proofs)
    const options = { ...withoutSignature(only), '@context': document['@context'] }
    const saidInOptions = await jsonLd.statementsOf(options)
    const inProof = await unsignedMembers(options, saidInOptions, jsonLd)
    if (!coversJson(only)) {
      const form = await signedForm(body, { said, unsigned, kind }, jsonLd)
      const formOfProof = await signedForm(options, { said: saidInOptions, unsigned: inProof, kind: PROOF }, jsonLd)
      disguises.push(...form.disguises, ...formOfProof.disguises.map((one) => within(placeOfProof(proofs), one)))
      plain = form.isPlain && !Array.isArray(proofs) ? undefined : form.plain
    }
    unsigned.push(...inProof.map((place) => [...placeOfProof(proofs), ...place]))
    await verifyProof({ proof: only, body, options, said, saidInOptions, purposes: kind.purposes, dids }, notes)
  })
  return { proof, contextFault: undefined, isRead, unsigned, disguises, plain }
}

interface SignedForm extends Comparison {
  readonly plain: JsonObject | undefined
}

/**
 * A proof covers statements, and everything else reads members. What is read must be what was signed, so the statements
 * are written down anew, plainly, and compared with what came.
 */
async function signedForm(
  document: JsonObject,
  {
    said,
    unsigned,
    kind,
  }: { readonly said: Statements; readonly unsigned: readonly Location[]; readonly kind: DocumentKind },
  jsonLd: JsonLd,
): Promise<SignedForm> {
  const embedded = kind.embeds === undefined ? undefined : kind.names.get(kind.embeds)
  const sent = Object.fromEntries(Object.entries(document).filter(([name]) => name !== embedded))
  const plain = await jsonLd.plainFormOf(document, said, kind)
  const readings = (name: string) => kind.readings.get(name) ?? kind.others
  return { ...compareWithPlain(sent, plain ?? {}, { unsigned, readings }), plain }
}

function within(place: Location, { location, readAs }: Disguise): Disguise {
  return { location: [...place, ...location], readAs }
}

interface ReadProof {
  readonly proof: JsonObject
  readonly body: JsonObject
  readonly options: JsonObject
  readonly said: Statements
  readonly saidInOptions: Statements
  readonly purposes: readonly KeyPurpose[]
  readonly dids: DidRegistry
}

async function verifyProof(read: ReadProof, notes: ProofNotes): Promise<void> {
  const { proof, purposes, dids } = read
  notes.type = textOf(memberOf(proof, 'type'))
  const sent = readProofSignature(proof)
  const purpose = purposes.find((allowed) => allowed === memberOf(proof, 'proofPurpose'))
  if (purpose === undefined) {
    throw new ProofFault('proof_purpose_invalid', `proofPurpose must be ${purposes.join(' or ')}`)
  }
  const method = findVerificationMethod(memberOf(proof, 'verificationMethod'), [purpose], dids)
  notes.signer = signerOf(method)
  const key = keyFor(method, sent.algorithm)
  const message = sent.messageOf(await hashesOf(read, sent))
  if (!isSignatureValid(key, sent.algorithm, { message, signature: sent.signature })) {
    throw new ProofFault('signature_invalid', 'the signature does not fit what it covers')
  }
}

async function hashesOf(read: ReadProof, { canonical }: ProofSignature): Promise<Uint8Array> {
  if (canonical === 'rdf') {
    const texts = [await canonicalText(read.saidInOptions.quads), await canonicalText(read.said.quads)]
    return Buffer.concat(texts.map(sha256))
  }
  return Buffer.concat([canonicalJson(withoutSignature(read.proof)), canonicalJson(read.body)].map(sha256))
}

function sha256(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}

function onlyProof(proofs: unknown): JsonObject {
  const [proof, ...others] = listOf(proofs)
  if (proof === undefined || proof === null) throw new ProofFault('proof_missing', 'the document has no proof')
  if (others.length > 0) throw new ProofFault('proof_multiple', 'the document must have exactly one proof')
  if (!isObject(proof)) throw new ProofFault('proof_type_unsupported', 'the proof is not an object')
  return proof
}

function placeOfProof(proofs: unknown): Location {
  return Array.isArray(proofs) ? ['proof', 0] : ['proof']
}

function withoutSignature(proof: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(proof).filter(([name]) => !SIGNATURE_MEMBERS.includes(name)))
}
