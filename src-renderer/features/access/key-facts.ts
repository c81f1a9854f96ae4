/** A fingerprint as people compare it: `3f2a 91bc …`. */
export function inGroups(fingerprint: string): string {
  return fingerprint.replace(/.{4}(?=.)/g, '$& ')
}

/** The short id inside a key bundle (`pdv1.pk.kp.<id>.…`), as the switcher shows it; other keys have none. */
export function keyIdOf(publicKey: string): string | undefined {
  const [version, kind, context, id] = publicKey.split('.')
  return version === 'pdv1' && kind === 'pk' && context === 'kp' && id !== undefined ? inGroups(id) : undefined
}

/** Clients give this identifier to the pair they log in to the vault with. */
export const LOGIN_KEY_PAIR = 'auth'
