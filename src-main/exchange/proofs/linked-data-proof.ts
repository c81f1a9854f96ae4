import { createHash } from 'node:crypto'
import { isSignatureValid } from '../../crypto/signature.ts'
import { isObject, listOf, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import type { DidRegistry } from '../registries/registry.ts'
import { canonicalJson } from './canonical-json.ts'
import { canonicalText, ContextFault } from './json-ld.ts'
import type { JsonLd, Statements } from './json-ld.ts'
import { ProofFault } from './proof-fault.ts'
import { outcomeOf, signerOf } from './proof-outcome.ts'
import type { ProofNotes, ProofOutcome } from './proof-outcome.ts'
import { readProofSignature, SIGNATURE_MEMBERS } from './proof-suites.ts'
import type { ProofSignature } from './proof-suites.ts'
import { unsignedMembers } from './unsigned-members.ts'
import { findVerificationMethod, keyFor } from './verification-method.ts'
import type { KeyPurpose } from './verification-method.ts'

/** What one reading of a document says for checks 2 to 4, or 17 to 19. */
export interface DocumentOutcome {
  /** Undefined when the contexts stood in the way: then nothing was verified. */
  readonly proof: ProofOutcome | undefined
  readonly contextFault: ContextFault['code'] | undefined
  /** False when the document could not be read as JSON-LD: then `unsigned` says nothing. */
  readonly isRead: boolean
  /**
   * Members the proof cannot cover. Those of the proof itself are among them, and those of embedded credentials, which
   * are findings of that credential. An embedded JWT is one: RDF has no name for it, its own signature covers it.
   */
  readonly unsigned: readonly Location[]
}

export interface ProofWorld {
  readonly jsonLd: JsonLd
  readonly dids: DidRegistry
}

/**
 * Verifies the linked data proof of a credential or presentation (contract 6.2), and says what it does not cover.
 *
 * The document is read before its proof: members that no context defines are reported even where no proof is. Whether
 * `created`, `challenge` and `domain` are there and right is not asked here (checks 6 to 8).
 *
 * @param purposes what the proof may be for: `assertionMethod` for a credential, either for a presentation
 */
export async function verifyDocument(
  document: JsonObject,
  purposes: readonly KeyPurpose[],
  world: ProofWorld,
): Promise<DocumentOutcome> {
  try {
    return await readDocument(document, purposes, world)
  } catch (error) {
    if (!(error instanceof ContextFault)) throw error
    return { proof: undefined, contextFault: error.code, isRead: false, unsigned: [] }
  }
}

async function readDocument(
  document: JsonObject,
  purposes: readonly KeyPurpose[],
  { jsonLd, dids }: ProofWorld,
): Promise<DocumentOutcome> {
  const unsigned: Location[] = []
  let isRead = false
  const proof = await outcomeOf(async (notes) => {
    const { proof: proofs, ...body } = document
    const said = await jsonLd.statementsOf(body)
    unsigned.push(...(await unsignedMembers(body, said, jsonLd)))
    isRead = true
    const only = onlyProof(proofs)
    const options = { ...withoutSignature(only), '@context': document['@context'] }
    const saidInOptions = await jsonLd.statementsOf(options)
    const inProof = await unsignedMembers(options, saidInOptions, jsonLd)
    unsigned.push(...inProof.map((place) => [...placeOfProof(proofs), ...place]))
    await verifyProof({ proof: only, body, options, said, saidInOptions, purposes, dids }, notes)
  })
  return { proof, contextFault: undefined, isRead, unsigned }
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
