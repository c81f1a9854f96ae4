import { NEVER_DISCLOSED } from '../../../shared/presentation-exchange/candidate.ts'
import type { CheckCode } from '../../../shared/presentation-exchange/check-codes.ts'
import { isObject, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { phrase } from '../../../shared/phrase.ts'
import { boundHolderOf } from '../proofs/key-binding.ts'
import { tokenStatusShapeFault } from '../registries/token-status.ts'
import { CREDENTIAL_ROWS, schemaFindings } from './credential-checks.ts'
import { blockedBy, NOT_APPLICABLE } from './check-row.ts'
import type { CheckRow, Finding, Outcome } from './check-row.ts'
import type { CredentialSubject } from './facts.ts'
import { malformedClaim, momentOfClaim } from './times.ts'

/** Checks that are made in the same way for every credential, by the members that claims stand for. */
const SHARED: readonly string[] = [
  'credential.proof',
  'credential.issuer',
  'credential.trust',
  'credential.issuance',
  'credential.expiry',
  'credential.status',
]

const SHAPE = 'credential.shape'
const DISCLOSURES = 'credential.disclosures'

/** The checks of an SD-JWT VC, which has no contexts and no terms. */
export const SD_JWT_ROWS: readonly CheckRow<CredentialSubject>[] = [
  { check: SHAPE, decide: shapeFindings },
  { check: DISCLOSURES, decide: ({ opened }) => opened?.faults ?? NOT_APPLICABLE },
  ...CREDENTIAL_ROWS.filter(({ check }) => SHARED.includes(check)),
  { check: 'credential.schema', blockers: [{ check: DISCLOSURES }], decide: schemaOutcome },
  { check: 'credential.holder', blockers: [{ check: SHAPE, codes: ['binding_key_malformed'] }], decide: holderOutcome },
]

function shapeFindings({ jwt, opened }: CredentialSubject): readonly Finding[] {
  const payload = jwt?.payload ?? {}
  const disclosed = (opened?.disclosed ?? []).filter(([first]) => NEVER_DISCLOSED.includes(String(first)))
  return [
    ...typeFindings(payload),
    ...issuerFindings(payload, jwt?.header ?? {}),
    ...textFindings(payload, 'sub', 'id_malformed'),
    ...textFindings(payload, 'jti', 'id_malformed'),
    ...['nbf', 'exp', 'iat'].flatMap((name) => dateFindings(payload, name)),
    ...bindingFindings(payload),
    ...statusFindings(payload),
    ...disclosed.map((location): Finding => {
      const message = phrase`the claim ${String(location[0])} must not be disclosed selectively (SD-JWT VC, 3.2.2.2)`
      return { code: 'claim_not_disclosable', location, message }
    }),
  ]
}

function typeFindings(payload: JsonObject): readonly Finding[] {
  const type = memberOf(payload, 'vct')
  if (typeof type === 'string' && type !== '') return []
  return [{ code: 'type_missing', location: ['vct'], message: 'the credential has no type (vct), which is a text' }]
}

/** Only a certificate can name the issuer instead. */
function issuerFindings(payload: JsonObject, header: JsonObject): readonly Finding[] {
  if (memberOf(payload, 'iss') !== undefined) return textFindings(payload, 'iss', 'issuer_malformed')
  if (memberOf(header, 'x5c') !== undefined) return []
  const message = 'the credential does not name its issuer: neither iss nor a certificate in x5c'
  return [{ code: 'issuer_missing', location: ['iss'], message }]
}

function textFindings(payload: JsonObject, name: string, code: CheckCode): readonly Finding[] {
  const value = memberOf(payload, name)
  if (value === undefined || (textOf(value) ?? '') !== '') return []
  return [{ code, location: [name], message: phrase`the claim ${name} is not a text` }]
}

function dateFindings(payload: JsonObject, name: string): readonly Finding[] {
  const value = memberOf(payload, name)
  return value === undefined || momentOfClaim(value) !== undefined ? [] : [malformedClaim([name], value, name)]
}

function bindingFindings(payload: JsonObject): readonly Finding[] {
  const confirmation = memberOf(payload, 'cnf')
  if (confirmation === undefined || (isObject(confirmation) && boundHolderOf(payload) !== undefined)) return []
  const message = 'cnf must hold the key of the holder, as jwk or as kid with a DID'
  return [{ code: 'binding_key_malformed', location: ['cnf'], message }]
}

function statusFindings(payload: JsonObject): readonly Finding[] {
  const fault = tokenStatusShapeFault(payload)
  return fault === undefined ? [] : [{ code: 'status_malformed', ...fault }]
}

/** A schema that is registered under the type of the credential. */
function schemaOutcome({ schemas }: CredentialSubject): Outcome {
  if (schemas.length === 0) return NOT_APPLICABLE
  return schemas.flatMap((outcome) => schemaFindings(outcome, ['vct']))
}

/** Who presents it proves with the key in `cnf`, which `presentation.proof` checks; nobody can for one without. */
function holderOutcome({ jwt, holder }: CredentialSubject): Outcome {
  if (memberOf(jwt?.payload, 'cnf') === undefined) {
    const message = 'the credential is bound to no key, so whoever has a copy can present it'
    return [{ result: 'warn', code: 'holder_not_bound', message, location: [] }]
  }
  return holder === undefined ? blockedBy(SHAPE) : []
}
