/** One value of a credential's subject: its name as a path of words, and its text. */
export interface Claim {
  readonly name: string
  readonly value: string
}

/** What a credential says about its subject, in its order; members of members are named by both. */
export function claimsOf(decoded: Readonly<Record<string, unknown>>): readonly Claim[] {
  const credential = isRecord(decoded['vc']) ? decoded['vc'] : decoded
  const subject = credential['credentialSubject']
  const subjects = Array.isArray(subject) ? subject : [subject]
  return subjects.flatMap((one: unknown) => (isRecord(one) ? membersOf(one, '') : []))
}

function membersOf(value: Readonly<Record<string, unknown>>, before: string): readonly Claim[] {
  return Object.entries(value).flatMap(([name, member]) => {
    if (before === '' && (name === 'id' || name === 'type')) return []
    const path = before === '' ? name : `${before}.${name}`
    if (isRecord(member)) return membersOf(member, path)
    return [{ name: path, value: typeof member === 'string' ? member : JSON.stringify(member) }]
  })
}

/** The proofs of a credential, or how its JWT is signed; empty where it has none. */
export function proofOf(decoded: Readonly<Record<string, unknown>>): unknown {
  return decoded['proof'] ?? decoded['header']
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
