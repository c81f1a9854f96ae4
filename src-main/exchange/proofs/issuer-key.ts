import type { Moment } from '../../../shared/presentation-exchange/date-time.ts'
import { memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { authorityKeysOf, readCertificate } from '../../crypto/certificate.ts'
import type { Certificate } from '../../crypto/certificate.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import type { SignatureAlgorithm } from '../../crypto/signature.ts'
import type { VerificationKey } from '../../crypto/verification-key.ts'
import { algorithmOf } from './jws.ts'
import { keyReference } from './jwt.ts'
import type { Jwt } from './jwt.ts'
import { keyOfMethod } from './method-key.ts'
import type { MethodKey } from './method-key.ts'
import { readKey } from './multikey.ts'
import { ProofFault } from './proof-fault.ts'
import { signerOf } from './proof-outcome.ts'
import type { Signer } from './proof-outcome.ts'
import { findVerificationMethod, keyFor } from './verification-method.ts'
import type { KeyPurpose } from './verification-method.ts'
import { isIssuerUrl, metadataIssuer, metadataKeys, metadataUrl } from '../registries/issuer-metadata.ts'
import type { DidRegistry, IssuerMetadataRegistry, TrustAnchorRegistry } from '../registries/registry.ts'
import { validityFault } from '../registries/trust-anchors.ts'
import { phrase } from '../../../shared/phrase.ts'

/** Where the key of an issuer is looked for; all of it is held here, and nothing is fetched. */
export interface IssuerKeyContext {
  readonly dids: DidRegistry
  readonly issuerMetadata: IssuerMetadataRegistry
  readonly trustAnchors: TrustAnchorRegistry
  readonly now: Moment
}

/** The key by which an issuer says to have signed. Whether it did is not known yet. */
export interface IssuerKey {
  readonly key: VerificationKey
  readonly algorithm: SignatureAlgorithm
  readonly signer: Signer
  /**
   * `keyIdentifier` of the authorities in the certificates up to the trust anchor, in base64url, from the leaf on: what
   * `aki` of DCQL compares with (OpenID4VP 1.0, 6.1.1.1). Empty for a key that came from elsewhere.
   */
  readonly authorities: readonly string[]
}

type Signed = Pick<Jwt, 'header' | 'payload'>
type Found = Omit<IssuerKey, 'key' | 'algorithm'> & { readonly method: MethodKey }

/**
 * Finds the key of who issued an SD-JWT VC or a token status list (SD-JWT VC, 3.5; docs/contract/exchange.md, Registries:
 * issuer metadata): from the certificates of its header when it has them, else from the DID or the https URL that it
 * names as its issuer. `jwk`, `jku` and `x5u` of the header are the sender's own word and are not read.
 *
 * @param purposes what the key of a DID must be listed for
 * @throws {ProofFault} `algorithm_unsupported`, `algorithm_key_mismatch`, `jws_header_invalid`, `key_unresolved`,
 *   `key_too_weak`, `proof_purpose_invalid`, `did_method_unavailable`, `certificate_invalid`, `certificate_untrusted`
 */
export function issuerKeyOf(jwt: Signed, purposes: readonly KeyPurpose[], context: IssuerKeyContext): IssuerKey {
  const algorithm = algorithmOf(jwt.header)
  const { method, signer, authorities } = find(jwt, purposes, context)
  return { key: keyFor(method, algorithm), algorithm, signer, authorities }
}

function find(jwt: Signed, purposes: readonly KeyPurpose[], context: IssuerKeyContext): Found {
  const { header, payload } = jwt
  if (Object.hasOwn(header, 'x5c')) return fromChain(jwt, context)
  const issuer = textOf(memberOf(payload, 'iss'))
  const kid = memberOf(header, 'kid')
  const isDidUrl = typeof kid === 'string' && kid.startsWith('did:')
  if (!isDidUrl && issuer !== undefined && isIssuerUrl(issuer)) return fromMetadata(issuer, kid, context.issuerMetadata)
  if (!isDidUrl && issuer?.startsWith('did:') === false) {
    throw new ProofFault('key_unresolved', 'without x5c in the header, iss must be a DID or an https URL')
  }
  const method = findVerificationMethod(keyReference(jwt), purposes, context.dids)
  return { method, signer: signerOf(method), authorities: [] }
}

/* Issuer metadata -------------------------------------------------------------------------------------------------- */

const MAX_SHOWN = 200

/** The key of that `kid`; without one, the only key that the issuer has. */
function fromMetadata(issuer: string, kid: unknown, registry: IssuerMetadataRegistry): Found {
  if (kid !== undefined && typeof kid !== 'string') throw new ProofFault('jws_header_invalid', 'kid is not a text')
  const document = registry.find(issuer)
  if (document === undefined) {
    const [shown, url] = [issuer.slice(0, MAX_SHOWN), metadataUrl(issuer).slice(0, MAX_SHOWN)]
    throw new ProofFault(
      'key_unresolved',
      phrase`no metadata of the issuer ${shown} is held here: import the document that it publishes at ${url}`,
    )
  }
  if ((metadataIssuer(document) ?? issuer) !== issuer) {
    throw new ProofFault('key_unresolved', 'the issuer metadata is of another issuer')
  }
  const publicKeyJwk = keyNamed(kid, metadataKeys(document))
  return {
    method: keyOfMethod({ publicKeyJwk }),
    signer: { did: issuer, method: kid === undefined ? issuer : `${issuer}#${kid}` },
    authorities: [],
  }
}

function keyNamed(kid: string | undefined, keys: readonly JsonObject[]): JsonObject {
  const fitting = kid === undefined ? keys : keys.filter((key) => memberOf(key, 'kid') === kid)
  const [only, ...others] = fitting
  if (only !== undefined && others.length === 0) return only
  if (kid === undefined) {
    throw new ProofFault(
      'key_unresolved',
      phrase`the issuer metadata has ${keys.length} keys, so the header must say by kid which one is meant`,
    )
  }
  throw new ProofFault(
    'key_unresolved',
    only === undefined
      ? phrase`the issuer metadata has no key with the kid ${kid.slice(0, MAX_SHOWN)}: import the present one`
      : phrase`the issuer metadata has several keys with the kid ${kid.slice(0, MAX_SHOWN)}`,
  )
}

/* Certificates ----------------------------------------------------------------------------------------------------- */

const MAX_CERTIFICATES = 5
const MAX_CERTIFICATE_CHARACTERS = Math.ceil((8 * 1024) / 3) * 4
/** The limit for certificates of one subject: an authority issues itself a new one each time its key changes. */
const MAX_ANCHORS = 20
const MILLISECONDS = 1000

function fromChain({ header, payload }: Signed, context: IssuerKeyContext): Found {
  const chain = readChain(header['x5c'])
  const [leaf] = chain
  if (leaf === undefined) throw malformedChain()
  const trusted = trustedPart(chain, context)
  if (!leaf.maySign) {
    throw new ProofFault('certificate_invalid', phrase`the key of ${leaf.name} is not certified for signatures`)
  }
  const did = issuerIn(payload, leaf)
  return {
    method: { key: readKey(leaf.key) },
    signer: { did, method: `${did}#${leaf.sha256}` },
    authorities: authorityKeysOf(trusted),
  }
}

function readChain(value: unknown): readonly Certificate[] {
  if (!Array.isArray(value) || value.length > MAX_CERTIFICATES) throw malformedChain()
  return value.map((one: unknown) => {
    if (typeof one !== 'string') throw malformedChain()
    if (one.length > MAX_CERTIFICATE_CHARACTERS) {
      throw new ProofFault('certificate_invalid', 'a certificate of the header is larger than 8 KiB')
    }
    try {
      return readCertificate(one)
    } catch (cause) {
      if (!(cause instanceof CryptoError)) throw cause
      throw new ProofFault('certificate_invalid', 'what the header has in x5c is no X.509 certificate', { cause })
    }
  })
}

function malformedChain(): ProofFault {
  return new ProofFault('jws_header_invalid', 'x5c must be a list of one to five certificates in Base64')
}

/**
 * The certificates of a chain up to the one that is a trust anchor, or that one signed; each was issued by the next (RFC
 * 5280, 6.1). Those behind it are proved by nothing and are left out.
 */
function trustedPart(
  chain: readonly Certificate[],
  { trustAnchors, now }: Pick<IssuerKeyContext, 'trustAnchors' | 'now'>,
): readonly Certificate[] {
  const nowMs = now.seconds * MILLISECONDS
  for (const [index, certificate] of chain.entries()) {
    requireUsable(certificate, nowMs)
    if (isAnchored(certificate, index, { trustAnchors, nowMs })) return chain.slice(0, index + 1)
    const next = chain[index + 1]
    if (next !== undefined && !certificate.isIssuedBy(next, index)) {
      throw new ProofFault(
        'certificate_invalid',
        phrase`the certificate of ${certificate.name} was not issued by the next one in x5c, ${next.name}`,
      )
    }
  }
  const authority = chain.at(-1)?.issuer.split('\n').join(', ') ?? ''
  throw new ProofFault(
    'certificate_untrusted',
    phrase`the certificates lead to ${authority}, which is no trust anchor here: import its certificate to trust it`,
  )
}

/**
 * Whether a certificate is a trust anchor, or was issued by one that is valid now.
 *
 * @throws {ProofFault} `certificate_untrusted` for anchors that are all not valid now
 */
function isAnchored(
  certificate: Certificate,
  index: number,
  { trustAnchors, nowMs }: { readonly trustAnchors: TrustAnchorRegistry; readonly nowMs: number },
): boolean {
  if (trustAnchors.find(certificate.subject)?.includes(certificate.der) === true) return true
  const anchors = (trustAnchors.find(certificate.issuer) ?? []).slice(0, MAX_ANCHORS).map(readCertificate)
  const faults = anchors
    .filter((anchor) => certificate.isIssuedBy(anchor, index))
    .map((anchor) => validityFault(anchor, nowMs))
  const [first] = faults
  if (first !== undefined && !faults.includes(undefined)) throw new ProofFault('certificate_untrusted', first)
  return faults.length > 0
}

function requireUsable(certificate: Certificate, nowMs: number): void {
  const fault =
    validityFault(certificate, nowMs) ??
    (certificate.unmet === undefined
      ? undefined
      : phrase`the certificate of ${certificate.name} demands what is not read here: ${certificate.unmet}`)
  if (fault !== undefined) throw new ProofFault('certificate_invalid', fault)
}

/** `iss` must be a name of the certificate. Without it, the subject is who issued (SD-JWT VC, 3.5). */
function issuerIn(payload: JsonObject, leaf: Certificate): string {
  if (!Object.hasOwn(payload, 'iss')) return leaf.name
  const issuer = textOf(payload['iss']) ?? ''
  const host = isIssuerUrl(issuer) ? new URL(issuer).hostname : undefined
  const names = [...leaf.uris, ...leaf.dnsNames]
  if (leaf.uris.includes(issuer)) return issuer
  if (host !== undefined && leaf.dnsNames.some((name) => name.toLowerCase() === host)) return issuer
  throw new ProofFault(
    'certificate_invalid',
    phrase`the certificate is not for ${issuer.slice(0, MAX_SHOWN)}, but for ${names.join(', ').slice(0, MAX_SHOWN) || leaf.name}`,
  )
}
