import { isAbsoluteUri } from '../../../shared/presentation-exchange/string-formats.ts'
import { isObject, jsonPointer, listOf, memberOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { Finding } from './check-row.ts'
import type { CredentialFacts } from './gather.ts'
import { contextOrder } from './proof-checks.ts'
import { momentOf } from './times.ts'

type ShapeRule = (document: JsonObject) => readonly Finding[]

const CREDENTIAL_TYPE = 'VerifiableCredential'
const fault = (code: string, member: string, message: string): Finding => ({ code, location: [member], message })

/** Check 16: everything about the shape of a credential that is wrong, in the order of the contract. */
export function credentialShape({ document, conflicts }: CredentialFacts): readonly Finding[] {
  return [
    ...RULES.flatMap((rule) => rule(document)),
    ...conflicts.map(({ claim, location }) => {
      const [, ...inside] = location
      const message = `the claim ${claim} contradicts ${jsonPointer(inside)} of the credential beside it`
      return { code: 'claim_conflict', location: inside, message }
    }),
  ]
}

const RULES: readonly ShapeRule[] = [
  contextOrder,
  typeRule,
  issuerRule,
  subjectRule,
  (document) => dateRule(document, 'issuanceDate', true),
  (document) => dateRule(document, 'expirationDate', false),
  idRule,
  (document) => typedRule(document, 'credentialSchema', 'schema_malformed'),
  (document) => typedRule(document, 'credentialStatus', 'status_malformed'),
]

function typeRule(document: JsonObject): readonly Finding[] {
  const types = textsOf(memberOf(document, 'type'))
  if (!types.includes(CREDENTIAL_TYPE)) {
    return [fault('type_missing', 'type', `type does not contain ${CREDENTIAL_TYPE}`)]
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

function dateRule(document: JsonObject, name: string, isRequired: boolean): readonly Finding[] {
  const value = memberOf(document, name)
  if (value === undefined) return isRequired ? [fault('date_missing', name, `the credential has no ${name}`)] : []
  if (typeof value === 'string' && momentOf(value) !== undefined) return []
  const actual = typeof value === 'string' ? value : JSON.stringify(value)
  const message = `${name} is not a date with time and zone`
  return [{ ...fault('date_malformed', name, message), expected: 'xsd:dateTime with a zone', actual }]
}

function idRule(document: JsonObject): readonly Finding[] {
  const id = memberOf(document, 'id')
  return id === undefined || isUri(id) ? [] : [fault('id_malformed', 'id', 'the id is not one URI')]
}

/** Both have an id and a type (VC Data Model 1.1, 4.9 and 5.4). */
function typedRule(document: JsonObject, name: string, code: string): readonly Finding[] {
  const entries = listOf(memberOf(document, name))
  const fits = (entry: unknown) =>
    textsOf(memberOf(entry, 'type')).length > 0 && typeof memberOf(entry, 'id') === 'string'
  return entries.every(fits) ? [] : [fault(code, name, `${name} must have id and type`)]
}

function isUri(value: unknown): boolean {
  return typeof value === 'string' && isAbsoluteUri(value)
}
