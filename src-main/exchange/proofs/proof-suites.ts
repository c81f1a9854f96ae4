import { SIGNATURE_ALGORITHMS } from '../../crypto/signature.ts'
import type { SignatureAlgorithm } from '../../crypto/signature.ts'
import { decodeMultibase } from '../../crypto/multibase.ts'
import { isSameAlgorithm } from '../../../shared/jose-algorithms.ts'
import { isObject, listOf, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { ProofSuite } from '../../../shared/presentation-exchange/proof-types.ts'
import { algorithmOf, readCompactJws } from './jws.ts'
import { ProofFault } from './proof-fault.ts'

/** The signature of a linked data proof (docs/contract/exchange.md, Proofs, Proofs: linked data). */
export interface ProofSignature {
  readonly algorithm: SignatureAlgorithm
  readonly signature: Uint8Array
  /** The signed bytes, from the hashes of the options and the document. */
  readonly messageOf: (hashes: Uint8Array) => Uint8Array
  /** Whether canonical RDF or canonical JSON is hashed. */
  readonly canonical: 'rdf' | 'json'
}

/** Members that hold the signature itself, so it does not cover them. */
export const SIGNATURE_MEMBERS: readonly string[] = ['jws', 'proofValue', 'signatureValue']

/**
 * Reads the signature of a proof by the rules of its type.
 *
 * @throws {ProofFault} `proof_type_unsupported`, `signature_invalid`, `jws_malformed`, `jws_header_invalid`, `algorithm_unsupported`
 */
export function readProofSignature(proof: JsonObject): ProofSignature {
  const type = typeOf(proof)
  const read = SUITES.get(type)
  if (read === undefined) {
    throw new ProofFault('proof_type_unsupported', ADVICE.get(type) ?? 'the type of the proof is not supported')
  }
  // Anybody could add a second one, and a replay would look like a new proof.
  if (SIGNATURE_MEMBERS.filter((name) => Object.hasOwn(proof, name)).length > 1) {
    throw new ProofFault('signature_invalid', 'the proof has more than one signature')
  }
  return read(proof)
}

export function isSupportedProof(proof: JsonObject): boolean {
  return SUITES.has(typeOf(proof))
}

/** Whether a proof signs the members as written, and not their statements. */
export function coversJson(proof: JsonObject): boolean {
  return typeOf(proof) === JSON_SUITE
}

/**
 * Whether the issuer or holder signed the members of a document as written. Their own proof is enough, because it must be
 * valid; anybody can add further proofs, so these do not count.
 */
export function isCoveredAsWritten(document: JsonObject, signedBy: 'issuer' | 'holder'): boolean {
  const party = memberOf(document, signedBy)
  const did = textOf(party) ?? textOf(memberOf(party, 'id'))
  const proofs = listOf(memberOf(document, 'proof')).filter(isObject)
  const isByParty = (proof: JsonObject) => methodIdOf(proof)?.split('#')[0] === did
  return proofs.some((proof) => coversJson(proof) && (proofs.length === 1 || isByParty(proof)))
}

const JSON_SUITE = 'DataIntegrityProof eddsa-jcs-2022'

function typeOf(proof: JsonObject): unknown {
  const type = memberOf(proof, 'type')
  return type === 'DataIntegrityProof' ? `${type} ${textOf(memberOf(proof, 'cryptosuite')) ?? ''}` : type
}

/** What to do about types of proofs that are common but not supported. */
const ADVICE: ReadonlyMap<unknown, string> = new Map([
  [
    'JwtProof2020',
    'this is a decoded JWT, whose signature covers other bytes: send the value of proof.jwt in its place',
  ],
  ['DataIntegrityProof eddsa-2022', 'eddsa-2022 is the name of a draft: sign as eddsa-rdfc-2022'],
  ['DataIntegrityProof json-eddsa-2022', 'json-eddsa-2022 is the name of a draft: sign as eddsa-jcs-2022'],
])

const EDDSA_ONLY: readonly SignatureAlgorithm[] = ['EdDSA']
const JWS_2020: readonly SignatureAlgorithm[] = SIGNATURE_ALGORITHMS.filter((algorithm) => algorithm !== 'RS256')

const READERS: Readonly<Record<ProofSuite, (proof: JsonObject) => ProofSignature>> = {
  Ed25519Signature2018: (proof) => readDetachedJws(proof, EDDSA_ONLY),
  JsonWebSignature2020: (proof) => readDetachedJws(proof, JWS_2020),
  Ed25519Signature2020: (proof) => readProofValue(proof, 'rdf'),
  'DataIntegrityProof eddsa-rdfc-2022': (proof) => readProofValue(proof, 'rdf'),
  [JSON_SUITE]: (proof) => readProofValue(proof, 'json'),
}
const SUITES: ReadonlyMap<unknown, (proof: JsonObject) => ProofSignature> = new Map(Object.entries(READERS))

/** Reads a JWS with a detached payload (RFC 7797). */
function readDetachedJws(proof: JsonObject, algorithms: readonly SignatureAlgorithm[]): ProofSignature {
  const text = textOf(memberOf(proof, 'jws'))
  if (text === undefined) throw new ProofFault('jws_malformed', 'the proof has no jws')
  const { header, parts, signature } = readCompactJws(text, { detached: true })
  const isAllowed = algorithms.some((algorithm) => isSameAlgorithm(algorithm, header['alg']))
  if (!isDetachedHeader(header, proof) || (algorithms === EDDSA_ONLY && !isAllowed)) {
    throw new ProofFault('jws_header_invalid', HEADER_RULE)
  }
  if (!isAllowed) throw new ProofFault('algorithm_unsupported', 'the type of the proof does not have this algorithm')
  const prefix = Buffer.from(`${parts[0]}.`)
  const messageOf = (hashes: Uint8Array) => Buffer.concat([prefix, hashes])
  return { algorithm: algorithmOf(header), signature, messageOf, canonical: 'rdf' }
}

const HEADER_RULE =
  'the header must be alg, b64 (false) and crit (b64), and nothing else but, in a JsonWebSignature2020, a kid equal to ' +
  'the verification method'

function isDetachedHeader({ alg: _alg, b64, crit, ...others }: JsonObject, proof: JsonObject): boolean {
  const isRaw = b64 === false && Array.isArray(crit) && crit.length === 1 && crit[0] === 'b64'
  return isRaw && Object.entries(others).every(([name, value]) => name === 'kid' && isKidOf(proof, value))
}

/**
 * Whether `kid` repeats the verification method of the proof, as published signers of JsonWebSignature2020 do. With any
 * other `kid`, two readers of one proof could use different keys.
 */
function isKidOf(proof: JsonObject, kid: unknown): boolean {
  const method = methodIdOf(proof)
  return memberOf(proof, 'type') === 'JsonWebSignature2020' && method !== undefined && kid === method
}

function methodIdOf(proof: JsonObject): string | undefined {
  const method = memberOf(proof, 'verificationMethod')
  return textOf(method) ?? textOf(memberOf(method, 'id'))
}

/** Reads a `proofValue` in base58 only, because a replay in another base would look like a new proof. */
function readProofValue(proof: JsonObject, canonical: 'rdf' | 'json'): ProofSignature {
  try {
    const signature = decodeMultibase(textOf(memberOf(proof, 'proofValue')) ?? '', 'z')
    return { algorithm: 'EdDSA', signature, messageOf: (hashes) => hashes, canonical }
  } catch (cause) {
    const why = cause instanceof SyntaxError ? cause.message : ''
    throw new ProofFault('signature_invalid', `proofValue cannot be read: ${why}`, { cause })
  }
}
