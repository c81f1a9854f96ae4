import { readCertificate } from '../../crypto/certificate.ts'
import type { Certificate } from '../../crypto/certificate.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import type { Message } from '../../../shared/phrase.ts'
import { phrase } from '../../../shared/phrase.ts'
import type { TrustAnchorRegistry } from './registry.ts'

const PEM = /-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g

/**
 * Reads one certificate as people have it in a file: PEM, with or without words around it, or Base64 of its DER.
 *
 * @throws {CryptoError} `certificate_invalid`
 */
export function readTrustAnchor(text: string): Certificate {
  const [block, ...others] = [...text.matchAll(PEM)]
  if (others.length > 0 || (block !== undefined && block[1] !== 'CERTIFICATE')) {
    throw new CryptoError('certificate_invalid', 'the file holds something besides one CERTIFICATE block')
  }
  return readCertificate((block?.[2] ?? text).replaceAll(/\s/g, ''))
}

/** The certificates of a registry as chains look for them. @param texts as they were imported */
export function trustAnchorsIn(texts: readonly string[]): TrustAnchorRegistry {
  const bySubject = new Map<string, string[]>()
  for (const { subject, der } of texts.map(readTrustAnchor)) {
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), der])
  }
  return { find: (subject) => bySubject.get(subject) }
}

/** Why a certificate counts for nothing now; undefined when it does. @param nowMs milliseconds since 1970 */
export function validityFault(
  { name, validFrom, validUntil }: Pick<Certificate, 'name' | 'validFrom' | 'validUntil'>,
  nowMs: number,
): Message | undefined {
  const day = (time: number) => new Date(time).toISOString()
  if (nowMs < validFrom) return phrase`the certificate of ${name} is not valid before ${day(validFrom)}`
  if (nowMs > validUntil) return phrase`the certificate of ${name} expired on ${day(validUntil)}`
  return undefined
}
