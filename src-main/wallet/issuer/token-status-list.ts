import { deflateSync } from 'node:zlib'
import { encodeBase64Url } from '../../crypto/base64url.ts'
import { signJwt } from '../signing/jwt-signer.ts'
import type { IssuerKey } from './issuer-keys.ts'

/** Two bits for each entry, the first one the lowest of its byte (Token Status List, 4.1). */
const BITS = 2
const ENTRIES_PER_BYTE = 8 / BITS

/** Values of an entry (Token Status List, 7.1); an entry that nobody wrote is valid. */
const INVALID = 1
const SUSPENDED = 2

/** The address of the list of a DID, which holds its revocations and its suspensions. */
export function tokenListUrl({ issuer_id, algorithm }: Pick<IssuerKey, 'issuer_id' | 'algorithm'>): string {
  const issuer = algorithm === 'EdDSA' ? issuer_id : `${issuer_id}-${algorithm.toLowerCase()}`
  return `https://status.vaultbench.example/${issuer}/tokens`
}

interface TokenList {
  /** How many indices there are. */
  readonly entries: number
  readonly revoked: readonly number[]
  readonly suspended: readonly number[]
  /** When it is signed: `xsd:dateTime`. */
  readonly at: string
  /** Where it is published; that of the DID by default. */
  readonly url?: string
}

/** Signs a status list token (Token Status List, 5.1): a JWT of type `statuslist+jwt`. */
export function signTokenList(
  by: IssuerKey,
  { entries, revoked, suspended, at, url = tokenListUrl(by) }: TokenList,
): string {
  const bytes = new Uint8Array(Math.ceil(entries / ENTRIES_PER_BYTE))
  for (const index of suspended) write(bytes, index, SUSPENDED)
  for (const index of revoked) write(bytes, index, INVALID)
  const payload = {
    iss: by.did,
    sub: url,
    iat: Math.floor(Date.parse(at) / 1000),
    status_list: { bits: BITS, lst: encodeBase64Url(deflateSync(bytes)) },
  }
  const { key, algorithm, verificationMethod } = by
  return signJwt(payload, { key, algorithm, kid: verificationMethod, header: { typ: 'statuslist+jwt' } })
}

function write(bytes: Uint8Array, index: number, value: number): void {
  const at = Math.floor(index / ENTRIES_PER_BYTE)
  bytes[at] = (bytes[at] ?? 0) | (value << ((index % ENTRIES_PER_BYTE) * BITS))
}
