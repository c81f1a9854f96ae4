import { ISSUER_CLAIMS } from '../../../../shared/presentation-exchange/candidate.ts'
import { isObject, memberOf } from '../../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../../shared/presentation-exchange/json.ts'
import { readCompactJwt } from '../../../../shared/presentation-exchange/compact-jwt.ts'

/** A claim of a credential: its name as a path of words, and its text. */
export interface Claim {
  readonly name: string
  readonly value: string
}

/** The claims of a credential, in its order; nested ones have the names of all levels. */
export function claimsOf(decoded: Readonly<Record<string, unknown>>): readonly Claim[] {
  if (Object.hasOwn(decoded, 'vct')) {
    const claims = Object.entries(decoded).filter(([name]) => !ISSUER_CLAIMS.includes(name))
    return membersOf(Object.fromEntries(claims), '')
  }
  const subject = decoded['credentialSubject']
  const subjects = Array.isArray(subject) ? subject : [subject]
  return subjects.flatMap((one: unknown) => {
    const { id: _id, type: _type, ...claims } = isObject(one) ? one : {}
    return membersOf(claims, '')
  })
}

function membersOf(value: JsonObject, before: string): readonly Claim[] {
  return Object.entries(value).flatMap(([name, member]) => {
    const path = before === '' ? name : `${before}.${name}`
    if (isObject(member)) return membersOf(member, path)
    return [{ name: path, value: typeof member === 'string' ? member : JSON.stringify(member) }]
  })
}

/** The proofs of a credential, or the header of its JWT or SD-JWT; undefined if it has none. */
export function proofOf(raw: unknown): unknown {
  return typeof raw === 'string' ? readCompactJwt(raw.split('~', 1)[0] ?? '')?.header : memberOf(raw, 'proof')
}
