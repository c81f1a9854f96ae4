import { isObject, listOf, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'

const CREDENTIALS = 'https://www.w3.org/2018/credentials#'
const SECURITY = 'https://w3id.org/security#'
const DATE_TIME = 'http://www.w3.org/2001/XMLSchema#dateTime'

/*
 * Ways to write a member of signed linked data under another name. The statements do not change, so the signature stays valid,
 * but a reader that looks for the name finds nothing. Where a term defines the type of its values, the value must state the
 * type itself.
 */

/** @param credential with an `expirationDate` */
export function hideExpiry(credential: JsonObject): JsonObject {
  const typed = (value: unknown) => ({ '@type': DATE_TIME, '@value': value })
  return moved(credential, 'expirationDate', { to: `${CREDENTIALS}expirationDate`, as: typed })
}

/** @param credential with a `credentialStatus` */
export function hideStatus(credential: JsonObject): JsonObject {
  return moved(credential, 'credentialStatus', { to: `${CREDENTIALS}credentialStatus` })
}

/** @param credential with one `credentialSchema`, whose type only its own term defines */
export function hideSchema(credential: JsonObject): JsonObject {
  const typed = (schema: unknown) => ({ ...members(schema), type: CREDENTIALS + String(memberOf(schema, 'type')) })
  return moved(credential, 'credentialSchema', { to: `${CREDENTIALS}credentialSchema`, as: typed })
}

/** @param credential about one subject, by its `id` */
export function hideSubject(credential: JsonObject): JsonObject {
  return inSubject(credential, (subject) => moved(subject, 'id', { to: '@id' }))
}

/** Moves a claim of the one subject into `@nest`, which states the same in JSON-LD. */
export function hideClaim(credential: JsonObject, claim: string): JsonObject {
  return inSubject(credential, (subject) => moved(subject, claim, { to: '@nest', as: (value) => ({ [claim]: value }) }))
}

/** @param proof with a `challenge` */
export function hideChallenge(proof: JsonObject): JsonObject {
  return moved(proof, 'challenge', { to: `${SECURITY}challenge` })
}

/** Moves the last credential to where no check reads credentials. */
export function hideLastCredential(presentation: JsonObject): JsonObject {
  const credentials = listOf(memberOf(presentation, 'verifiableCredential'))
  const hidden = { [`${CREDENTIALS}verifiableCredential`]: { '@graph': credentials.at(-1) } }
  return { ...presentation, verifiableCredential: credentials.slice(0, -1), ...hidden }
}

interface Move {
  readonly to: string
  readonly as?: (value: unknown) => unknown
}

/** @throws {Error} if there is no such member to hide */
function moved(object: JsonObject, name: string, { to, as = (value) => value }: Move): JsonObject {
  const { [name]: value, ...others } = object
  if (value === undefined) throw new Error(`there is no ${name} to hide`)
  return { ...others, [to]: as(value) }
}

/** @param credential about one subject */
export function inSubject(credential: JsonObject, change: (subject: JsonObject) => JsonObject): JsonObject {
  const [subject] = listOf(memberOf(credential, 'credentialSubject'))
  return { ...credential, credentialSubject: change(members(subject)) }
}

function members(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}
