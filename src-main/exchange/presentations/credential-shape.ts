import type { CheckCode } from '../../../shared/presentation-exchange/check-codes.ts'
import { isAbsoluteUri } from '../../../shared/json-schema/uri-references.ts'
import { isObject, listOf, memberOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { Finding } from './check-row.ts'
import { DATE_NAMES, datesIn, isSecondModel } from './credential-dates.ts'
import type { CredentialFacts } from './facts.ts'
import { PAYLOAD } from './presentation.ts'
import { conflictFindings, contextOrder, misnamedFindings } from './proof-checks.ts'
import { malformedClaim, malformedDate, momentOf, momentOfClaim } from './times.ts'
import { phrase } from '../../../shared/phrase.ts'
import type { Message } from '../../../shared/phrase.ts'

/** @param claims the payload of a JWT; undefined for linked data */
type ShapeRule = (document: JsonObject, claims: JsonObject | undefined) => readonly Finding[]

const CREDENTIAL_TYPE = 'VerifiableCredential'
const fault = (code: CheckCode, member: string, message: Message): Finding => ({ code, location: [member], message })

/** `credential.shape`: everything about the shape of a credential that is wrong. */
export function credentialShape(facts: CredentialFacts): readonly Finding[] {
  const { document, jwt, conflicts } = facts
  return [
    ...RULES.flatMap((rule) => rule(document, jwt?.payload)),
    ...misnamedFindings(facts),
    ...conflictFindings(conflicts, 'credential'),
  ]
}

const RULES: readonly ShapeRule[] = [
  contextOrder,
  typeRule,
  issuerRule,
  subjectRule,
  beginRule,
  dateRule,
  issuedAtRule,
  idRule,
  (document) => typedRule(document, 'credentialSchema', true),
  (document) => typedRule(document, 'credentialStatus', !isSecondModel(document)),
]

function typeRule(document: JsonObject): readonly Finding[] {
  const types = textsOf(memberOf(document, 'type'))
  if (!types.includes(CREDENTIAL_TYPE)) {
    return [fault('type_missing', 'type', phrase`type does not contain ${CREDENTIAL_TYPE}`)]
  }
  if (types.length > 1) return []
  return [{ ...fault('type_missing', 'type', 'type does not say what kind of credential it is'), result: 'warn' }]
}

function issuerRule(document: JsonObject): readonly Finding[] {
  const issuer = memberOf(document, 'issuer')
  if (issuer === undefined) return [fault('issuer_missing', 'issuer', 'the credential has no issuer')]
  const id = isObject(issuer) ? memberOf(issuer, 'id') : issuer
  if (isUri(id)) return []
  return [fault('issuer_malformed', 'issuer', 'the issuer is neither a URI nor an object with a URI as id')]
}

function subjectRule(document: JsonObject): readonly Finding[] {
  const subject = memberOf(document, 'credentialSubject')
  const at = 'credentialSubject'
  if (subject === undefined) return [fault('subject_missing', at, 'the credential is about nobody')]
  const subjects = listOf(subject)
  const isFilled = (entry: unknown) => isObject(entry) && Object.keys(entry).length > 0
  if (subjects.length > 0 && subjects.every(isFilled)) return []
  return [fault('subject_empty', at, 'each subject must be an object that says something')]
}

/** The second data model does not demand it. */
function beginRule(document: JsonObject): readonly Finding[] {
  if (isSecondModel(document) || memberOf(document, 'issuanceDate') !== undefined) return []
  return [fault('date_missing', 'issuanceDate', 'the credential has no issuanceDate')]
}

/** JWT claims, with the dates of the credential that they replace. */
const DATE_CLAIMS: ReadonlyMap<string, string> = new Map([
  ['issuanceDate', 'nbf'],
  ['expirationDate', 'exp'],
])

function dateRule(document: JsonObject, claims: JsonObject | undefined): readonly Finding[] {
  const { begin, end } = DATE_NAMES
  return datesIn(document, [...begin, ...end]).flatMap(({ name, value }) => {
    if (momentOf(value) !== undefined) return []
    const claim = DATE_CLAIMS.get(name) ?? ''
    const claimed = memberOf(claims, claim)
    return [claimed === undefined ? malformedDate([name], value, name) : malformedClaim([name], claimed, claim)]
  })
}

/** It stands for nothing in the credential; what is no date is refused all the same, as beside it `nbf` and `exp` are. */
function issuedAtRule(_document: JsonObject, claims: JsonObject | undefined): readonly Finding[] {
  const value = memberOf(claims, 'iat')
  return value === undefined || momentOfClaim(value) !== undefined
    ? []
    : [malformedClaim([PAYLOAD, 'iat'], value, 'iat')]
}

function idRule(document: JsonObject): readonly Finding[] {
  const id = memberOf(document, 'id')
  return id === undefined || isUri(id) ? [] : [fault('id_malformed', 'id', 'the id is not one URI')]
}

const TYPED = { credentialSchema: 'schema_malformed', credentialStatus: 'status_malformed' } as const

/** Both have an id and a type (VC Data Model 1.1, 4.9 and 5.4); a status of the second model may have no id (2.0, 4.10). */
function typedRule(document: JsonObject, name: keyof typeof TYPED, needsId: boolean): readonly Finding[] {
  const entries = listOf(memberOf(document, name))
  const fits = (entry: unknown) =>
    textsOf(memberOf(entry, 'type')).length > 0 && (!needsId || typeof memberOf(entry, 'id') === 'string')
  if (entries.every(fits)) return []
  return [fault(TYPED[name], name, `${name} must have ${needsId ? 'id and type' : 'a type'}`)]
}

function isUri(value: unknown): boolean {
  return typeof value === 'string' && isAbsoluteUri(value)
}
