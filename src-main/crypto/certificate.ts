import { X509Certificate } from 'node:crypto'
import { decodeBase64, encodeBase64Url } from './base64url.ts'
import { CryptoError } from './crypto-error.ts'
import { verificationKeyFromPem } from './verification-key.ts'
import type { VerificationKey } from './verification-key.ts'

/*
 * X.509 certificates (RFC 5280). Node reads them and verifies their signatures; the extensions that decide what a
 * certificate may do are read here from its DER, because Node does not tell them.
 */

/** A certificate as far as a chain needs it. Whether anybody vouches for it is not known yet. */
export interface Certificate {
  /** The bytes in Base64, by which two certificates are the same. */
  readonly der: string
  /** SHA-256 of the bytes in hex. */
  readonly sha256: string
  /** The name as Node writes it, one attribute on a line; an issuer is found by it. */
  readonly subject: string
  readonly issuer: string
  /** The subject for people, on one line. */
  readonly name: string
  /** Milliseconds since 1970. Both ends belong to the period. */
  readonly validFrom: number
  readonly validUntil: number
  /** Names of type DNS and URI of the subject (RFC 5280, 4.2.1.6). */
  readonly dnsNames: readonly string[]
  readonly uris: readonly string[]
  /** `keyIdentifier` of the authority that issued it (RFC 5280, 4.2.1.1), in base64url. */
  readonly authorityKeyId: string | undefined
  /** Whether its key may sign other things than certificates (RFC 5280, 4.2.1.3). */
  readonly maySign: boolean
  /** What it demands of who reads it and cannot be met here, as an object identifier in hex; undefined for none. */
  readonly unmet: string | undefined
  /** @throws {CryptoError} `verification_key_invalid`, `verification_key_too_weak` */
  readonly key: () => VerificationKey
  /**
   * Whether that authority issued it: a certificate of an authority of its name, whose key made its signature.
   *
   * @param between how many authorities stand between the authority and the end of the chain (RFC 5280, 4.2.1.9)
   */
  readonly isIssuedBy: (authority: Certificate, between: number) => boolean
}

const X509 = new WeakMap<Certificate, { readonly x509: X509Certificate; readonly pathLength: number }>()

/** Arcs 2.5.29.* as they are in DER. */
const OID = {
  keyUsage: '551d0f',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
  nameConstraints: '551d1e',
  authorityKeyId: '551d23',
} as const
/** Those that may be critical: the ones read here, key identifiers, policies and extended key usage, which limit nothing here. */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  OID.keyUsage,
  OID.subjectAltName,
  OID.basicConstraints,
  OID.authorityKeyId,
  '551d0e',
  '551d20',
  '551d25',
])

/** Signatures with SHA-256 and longer, of ECDSA, RSA and Ed25519: MD5 and SHA-1 can be made to fit another certificate. */
const SIGNATURES: ReadonlySet<string> = new Set([
  '1.2.840.10045.4.3.2',
  '1.2.840.10045.4.3.3',
  '1.2.840.10045.4.3.4',
  '1.2.840.113549.1.1.10',
  '1.2.840.113549.1.1.11',
  '1.2.840.113549.1.1.12',
  '1.2.840.113549.1.1.13',
  '1.3.101.112',
])

const SMALLEST_RSA_BITS = 2048
const LARGEST_RSA_BITS = 8192

/**
 * Reads one certificate in Base64 of its DER, which is how `x5c` has it (RFC 7515, 4.1.6).
 *
 * @throws {CryptoError} `certificate_invalid`
 */
export function readCertificate(base64: string): Certificate {
  try {
    const bytes = Buffer.from(decodeBase64(base64))
    // Node reads PEM as well, which would be a second spelling.
    if (bytes[0] !== TAG.sequence) throw new SyntaxError('the bytes are not DER')
    const x509 = new X509Certificate(bytes)
    if (!x509.raw.equals(bytes)) throw new SyntaxError('something stands behind the certificate')
    return certificateOf(x509, extensionsOf(bytes))
  } catch (cause) {
    throw new CryptoError('certificate_invalid', 'not an X.509 certificate in Base64 of its DER', { cause })
  }
}

/** The key identifiers of the authorities in a chain, from the leaf on: what `aki` of DCQL compares with. */
export function authorityKeysOf(chain: readonly Certificate[]): readonly string[] {
  return chain.flatMap(({ authorityKeyId }) => authorityKeyId ?? [])
}

function certificateOf(x509: X509Certificate, extensions: Extensions): Certificate {
  const valueOf = (oid: string) => extensions.get(oid)?.value
  const alternatives = elementsIn(valueOf(OID.subjectAltName), TAG.sequence)
  const namesOf = (tag: number) => alternatives.filter((one) => one.tag === tag).map(({ content }) => latin(content))
  const authority = elementsIn(valueOf(OID.authorityKeyId), TAG.sequence).find(({ tag }) => tag === TAG.keyId)
  const unmet = [...extensions].find(
    ([oid, { isCritical }]) => oid === OID.nameConstraints || (isCritical && !UNDERSTOOD.has(oid)),
  )
  const certificate: Certificate = {
    der: x509.raw.toString('base64'),
    sha256: x509.fingerprint256.replaceAll(':', '').toLowerCase(),
    subject: x509.subject,
    issuer: x509.issuer,
    name: x509.subject.split('\n').join(', '),
    validFrom: x509.validFromDate.getTime(),
    validUntil: x509.validToDate.getTime(),
    dnsNames: namesOf(TAG.dnsName),
    uris: namesOf(TAG.uri),
    authorityKeyId: authority && encodeBase64Url(authority.content),
    maySign: usageOf(valueOf(OID.keyUsage)),
    unmet: unmet?.[0],
    key: () => verificationKeyFromPem(publicPemOf(x509)),
    isIssuedBy: (other, between) => isIssued(x509, other, between),
  }
  X509.set(certificate, { x509, pathLength: pathLengthOf(valueOf(OID.basicConstraints)) })
  return certificate
}

function publicPemOf(x509: X509Certificate): string {
  try {
    return x509.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  } catch (cause) {
    throw new CryptoError('verification_key_invalid', 'the certificate has no key of a kind that signs', { cause })
  }
}

function isIssued(x509: X509Certificate, authority: Certificate, between: number): boolean {
  const held = X509.get(authority)
  if (held === undefined || !held.x509.ca || between > held.pathLength || authority.unmet !== undefined) return false
  if (!SIGNATURES.has(x509.signatureAlgorithmOid) || !x509.checkIssued(held.x509)) return false
  try {
    const { publicKey } = held.x509
    const { modulusLength = SMALLEST_RSA_BITS } = publicKey.asymmetricKeyDetails ?? {}
    return modulusLength >= SMALLEST_RSA_BITS && modulusLength <= LARGEST_RSA_BITS && x509.verify(publicKey)
  } catch {
    return false // a key of a kind that the library does not know
  }
}

const DIGITAL_SIGNATURE = 0x80
const CONTENT_COMMITMENT = 0x40

/** A BIT STRING: how many bits at its end are unused, then the bits. */
function usageOf(value: Buffer | undefined): boolean {
  if (value === undefined) return true
  const bits = elementsOf(value).find(({ tag }) => tag === TAG.bitString)?.content[1] ?? 0
  return (bits & (DIGITAL_SIGNATURE | CONTENT_COMMITMENT)) !== 0
}

function pathLengthOf(value: Buffer | undefined): number {
  const length = elementsIn(value, TAG.sequence).find(({ tag }) => tag === TAG.integer)
  if (length === undefined) return Infinity
  return length.content.length === 1 ? (length.content[0] ?? 0) : Infinity
}

function latin(bytes: Buffer): string {
  return bytes.toString('latin1')
}

type Extensions = ReadonlyMap<string, { readonly isCritical: boolean; readonly value: Buffer }>

/** `Certificate` is a sequence of `TBSCertificate` and its signature; extensions are in its field 3 (RFC 5280, 4.1). */
function extensionsOf(der: Buffer): Extensions {
  const [certificate] = elementsOf(der)
  const [toBeSigned] = elementsOf(certificate?.content ?? Buffer.alloc(0))
  const field = elementsOf(toBeSigned?.content ?? Buffer.alloc(0)).find(({ tag }) => tag === TAG.extensions)
  const found = new Map<string, { isCritical: boolean; value: Buffer }>()
  for (const { content } of elementsIn(field?.content, TAG.sequence)) {
    const [oid, ...rest] = elementsOf(content)
    const value = rest.at(-1)
    const name = oid?.content.toString('hex')
    if (name === undefined || value?.tag !== TAG.octets || found.has(name)) throw new SyntaxError('not an extension')
    found.set(name, { isCritical: rest.some(({ tag }) => tag === TAG.boolean), value: value.content })
  }
  return found
}

const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octets: 0x04,
  sequence: 0x30,
  extensions: 0xa3,
  keyId: 0x80,
  dnsName: 0x82,
  uri: 0x86,
} as const

interface Element {
  readonly tag: number
  readonly content: Buffer
}

/** The elements inside of the one element that the bytes are; none without bytes. */
function elementsIn(bytes: Buffer | undefined, tag: number): readonly Element[] {
  if (bytes === undefined) return []
  const [outer] = elementsOf(bytes)
  if (outer?.tag !== tag) throw new SyntaxError('another element of DER was expected')
  return elementsOf(outer.content)
}

const MAX_ELEMENTS = 200
const LONG_FORM = 0x80
const MAX_LENGTH_BYTES = 3
const LONG_TAG = 0x1f

/** Splits DER into the elements that stand one behind the other (X.690, 8.1), without looking into them. */
function elementsOf(bytes: Buffer): readonly Element[] {
  const elements: Element[] = []
  let at = 0
  while (at < bytes.length) {
    const tag = bytes[at] ?? 0
    const first = bytes[at + 1] ?? LONG_FORM
    const more = first < LONG_FORM ? 0 : first - LONG_FORM
    const start = at + 2 + more
    if ((tag & LONG_TAG) === LONG_TAG || more > MAX_LENGTH_BYTES || first === LONG_FORM || start > bytes.length) {
      throw new SyntaxError('not DER')
    }
    const length = more === 0 ? first : bytes.readUIntBE(at + 2, more)
    at = start + length
    if (at > bytes.length || elements.length >= MAX_ELEMENTS) throw new SyntaxError('not DER')
    elements.push({ tag, content: bytes.subarray(start, at) })
  }
  return elements
}
