import { createHash } from 'node:crypto'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { LocalKey } from '../../crypto/keys.ts'
import { wipe } from '../../crypto/keys.ts'
import { openRecord, sealRecord } from '../../crypto/local-key.ts'
import { didKeyMethodOf, didKeyOf, newSigningKey, secretBytesOf, signingKeyFrom } from '../../crypto/signing-key.ts'
import type { SigningKey, SigningKeyKind } from '../../crypto/signing-key.ts'
import type { Clock } from '../../service/ports.ts'
import { isoTime } from '../../service/ports.ts'
import type { IssuerStore, IssuingAlgorithm, StoredIssuerKey } from './issuer-store.ts'

/** A signing key of a demo issuer. Each key has its own DID, because a `did:key` identifies one key. */
export interface IssuerKey {
  readonly issuer_id: string
  /** The name of the issuer, for people. */
  readonly name: string
  readonly algorithm: IssuingAlgorithm
  readonly did: string
  readonly verificationMethod: string
  readonly key: SigningKey
}

interface DemoIssuer {
  readonly id: string
  readonly name: string
}

/** The demo issuers. A sample workspace trusts the first one. */
export const DEMO_ISSUERS: readonly [DemoIssuer, DemoIssuer] = [
  { id: 'harbour-registry', name: 'Harbour Registry' },
  { id: 'pop-up-issuer', name: 'Pop-up Issuer' },
]

interface IssuerKeysOptions {
  readonly store: Pick<IssuerStore, 'findKey' | 'addKey'>
  readonly localKey: LocalKey
  readonly clock: Clock
  /** Whether to derive keys from public data, so that they are always the same. Only for workspaces with sample data. */
  readonly isDemo: boolean
}

export type FindIssuerKey = (issuerId: string, algorithm: IssuingAlgorithm) => Promise<IssuerKey>

/**
 * Makes a function that finds the keys of the demo issuers. Each key is generated at first use and stored, sealed under the
 * local key. The function throws {ServiceError} `not_found` for an unknown issuer.
 */
export function createIssuerKeys(options: IssuerKeysOptions): FindIssuerKey {
  const { store, localKey, clock, isDemo } = options
  const known = new Map<string, Promise<IssuerKey>>()

  return async (issuerId, algorithm) => {
    const issuer = DEMO_ISSUERS.find(({ id }) => id === issuerId)
    if (issuer === undefined) throw new ServiceError('not_found', 'This workspace has no such issuer.')
    const name = placeOf(issuerId, algorithm).id
    const found = known.get(name) ?? keyOf(issuer, algorithm)
    known.set(name, found)
    try {
      return await found
    } catch (fault) {
      known.delete(name)
      throw fault
    }
  }

  async function keyOf(issuer: DemoIssuer, algorithm: IssuingAlgorithm): Promise<IssuerKey> {
    const stored = store.findKey(issuer.id, algorithm)
    const key = stored === undefined ? await make(issuer, algorithm) : open(stored)
    return {
      issuer_id: issuer.id,
      name: issuer.name,
      algorithm,
      did: didKeyOf(key),
      verificationMethod: didKeyMethodOf(key),
      key,
    }
  }

  function open({ issuer_id, algorithm, sealed_secret }: StoredIssuerKey): SigningKey {
    const secret = openRecord(localKey, placeOf(issuer_id, algorithm), sealed_secret)
    try {
      return signingKeyFrom(KINDS[algorithm], secret)
    } finally {
      wipe(secret)
    }
  }

  async function make({ id }: DemoIssuer, algorithm: IssuingAlgorithm): Promise<SigningKey> {
    const kind = KINDS[algorithm]
    const key = isDemo && kind !== 'RSA' ? signingKeyFrom(kind, demoSecret(id, kind)) : await newSigningKey(kind)
    const secret = secretBytesOf(key)
    store.addKey({
      issuer_id: id,
      algorithm,
      did: didKeyOf(key),
      sealed_secret: sealRecord(localKey, placeOf(id, algorithm), secret),
      created_at: isoTime(clock.nowMs()),
    })
    wipe(secret)
    return key
  }
}

const KINDS: Readonly<Record<IssuingAlgorithm, SigningKeyKind>> = { EdDSA: 'Ed25519', ES256: 'P-256', RS256: 'RSA' }

function placeOf(issuerId: string, algorithm: IssuingAlgorithm) {
  return { table: 'issuer_keys', id: `${issuerId} ${algorithm}` }
}

/** The private key of a demo issuer, which is not secret: everybody can derive it. */
function demoSecret(issuerId: string, kind: SigningKeyKind): Uint8Array {
  return createHash('sha256').update(`vaultbench.demo-issuer.1\0${issuerId}\0${kind}`).digest()
}
