import {
  verificationKeyFromJwk,
  verificationKeyFromPem,
  verificationKeyFromRaw,
} from '../../crypto/verification-key.ts'
import type { VerificationKey, VerificationKeyKind } from '../../crypto/verification-key.ts'
import { decodeBounded } from '../../crypto/multibase.ts'
import { isObject, memberOf, textOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { keyFromMultikey, readKey } from './multikey.ts'
import { ProofFault } from './proof-fault.ts'

/** A key with the restrictions of its JWK (RFC 7517, 4.2 to 4.4). An absent member allows everything. */
export interface MethodKey {
  readonly key: VerificationKey
  readonly use?: string
  readonly keyOperations?: readonly string[]
  readonly algorithm?: string
}

/** The kind of key in `publicKeyBase58`, by the type of its verification method. */
const BASE58_KINDS: ReadonlyMap<unknown, VerificationKeyKind> = new Map<unknown, VerificationKeyKind>([
  ['Ed25519VerificationKey2018', 'Ed25519'],
  ['EcdsaSecp256k1VerificationKey2019', 'secp256k1'],
])

/** Forms of a key that exist but are not supported. */
const UNSUPPORTED_FORMS = ['publicKeyHex', 'publicKeyBase64', 'publicKeyGpg', 'blockchainAccountId', 'ethereumAddress']

const FORMS = ['publicKeyMultibase', 'publicKeyJwk', 'publicKeyBase58', 'publicKeyPem'] as const

/**
 * Reads the key of a verification method. It must have exactly one form, because two forms could be two different keys.
 *
 * @throws {ProofFault} `key_unresolved`, `key_too_weak`
 */
export function keyOfMethod(method: JsonObject): MethodKey {
  const [form, ...others] = FORMS.filter((name) => Object.hasOwn(method, name))
  if (form === undefined || others.length > 0) {
    const unsupported = UNSUPPORTED_FORMS.find((name) => Object.hasOwn(method, name))
    const why =
      form === undefined && unsupported !== undefined
        ? `a key as ${unsupported} is not read here: write publicKeyJwk or publicKeyMultibase`
        : 'the verification method must hold its key in exactly one form'
    throw new ProofFault('key_unresolved', why)
  }
  return READERS[form](method[form], method)
}

const READERS: Readonly<Record<(typeof FORMS)[number], (value: unknown, method: JsonObject) => MethodKey>> = {
  publicKeyMultibase: (value) => {
    const key = keyFromMultikey(text(value))
    return 'jwk' in key ? keyFromJwk(key.jwk) : { key }
  },
  publicKeyJwk: (value) => keyFromJwk(value),
  publicKeyBase58: (value, method) => ({ key: keyFromBase58(text(value), method) }),
  publicKeyPem: (value) => ({ key: readKey(() => verificationKeyFromPem(text(value))) }),
}

function keyFromJwk(value: unknown): MethodKey {
  if (!isObject(value)) throw new ProofFault('key_unresolved', 'publicKeyJwk is not an object')
  const jwk = Object.fromEntries(
    ['kty', 'crv', 'x', 'y', 'n', 'e'].map((name) => [name, textOf(memberOf(value, name))]),
  )
  const [use, algorithm] = [textOf(memberOf(value, 'use')), textOf(memberOf(value, 'alg'))]
  return {
    key: readKey(() => verificationKeyFromJwk(jwk)),
    ...(use !== undefined && { use }),
    ...(algorithm !== undefined && { algorithm }),
    ...(Object.hasOwn(value, 'key_ops') && { keyOperations: textsOf(value['key_ops']) }),
  }
}

function keyFromBase58(value: string, method: JsonObject): VerificationKey {
  const kind = BASE58_KINDS.get(method['type'])
  if (kind === undefined)
    throw new ProofFault(
      'key_unresolved',
      'the type does not say what kind of key publicKeyBase58 is: write publicKeyMultibase',
    )
  return readKey(() => verificationKeyFromRaw(kind, decodeBounded(value)))
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new ProofFault('key_unresolved', 'the key is not a text')
  return value
}
