/** The beginnings of did:key identifiers: the code of the key's kind, in base58. */
const BEGINNINGS = [
  ['z6Mk', 'Ed25519'],
  ['zDn', 'P-256'],
  ['z82', 'P-384'],
  ['zQ3s', 'secp256k1'],
  ['z4MX', 'RSA'],
  ['zgg', 'RSA'],
] as const

/** The kind of key in a did:key; undefined for another DID or kind. */
export function keyKindOf(did: string): string | undefined {
  return BEGINNINGS.find(([beginning]) => did.startsWith(`did:key:${beginning}`))?.[1]
}
