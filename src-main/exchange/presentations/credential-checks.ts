import type { CheckCode } from '../../../shared/presentation-exchange/check-codes.ts'
import { subjectsOf } from '../../../shared/presentation-exchange/candidate.ts'
import type { Statuses } from '../../../shared/presentation-exchange/definition.ts'
import { jsonPointer, listOf, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { Location } from '../../../shared/presentation-exchange/json.ts'
import { isLayout } from '../proofs/unsigned-members.ts'
import { formOfCredential, isEnveloped } from '../../../shared/presentation-exchange/presentation-forms.ts'
import { MAX_SCHEMAS, schemasOf } from '../registries/credential-schemas.ts'
import type { SchemaOutcome } from '../registries/schema-validator.ts'
import { STOP_MESSAGES } from '../registries/stop-code.ts'
import { blockedBy, NOT_APPLICABLE } from './check-row.ts'
import type { CheckRow, Finding, NotRun, Outcome } from './check-row.ts'
import { DATE_NAMES, datesIn } from './credential-dates.ts'
import { credentialShape } from './credential-shape.ts'
import type { CredentialFacts, CredentialSubject } from './facts.ts'
import { credentialProofTimes, KEY_NOT_FOUND, proofOutcome, signerOutcome } from './proof-checks.ts'
import { WRITTEN } from './presentation.ts'
import { isAhead, isEnded, momentOf, shownTime } from './times.ts'
import { phrase } from '../../../shared/phrase.ts'

const SHAPE = 'credential.shape'
const PROOF = 'credential.proof'
/** The text could not be read as a credential at all. */
const UNREADABLE = { check: PROOF, codes: ['jws_malformed', 'credential_form_unsupported'] } as const
const shapeFault = (...codes: readonly CheckCode[]) => ({ check: SHAPE, codes }) as const
const NO_CONTEXT = shapeFault('context_missing')

/**
 * The checks of a credential. Proof and shape come out of order where one blocks the other: a text that is no JWT has
 * no shape.
 */
export const CREDENTIAL_ROWS: readonly CheckRow<CredentialSubject>[] = [
  { check: SHAPE, decide: (facts) => (isUnreadable(facts) ? blockedBy(PROOF) : credentialShape(facts)) },
  {
    check: 'credential.contexts',
    blockers: [NO_CONTEXT],
    decide: (facts) => (isUnreadable(facts) ? blockedBy(PROOF) : facts.contexts),
  },
  {
    check: 'credential.terms',
    // The terms of a credential have no meaning without its type.
    blockers: [NO_CONTEXT, shapeFault('type_missing'), { check: 'credential.contexts' }],
    decide: termsOutcome,
  },
  {
    check: PROOF,
    decide: (facts) => (isUnreadable(facts) ? unreadableFindings(facts) : (notRead(facts) ?? proofFindings(facts))),
  },
  {
    check: 'credential.issuer',
    blockers: [
      UNREADABLE,
      shapeFault('issuer_missing', 'issuer_malformed'),
      { check: PROOF, codes: ['proof_missing', ...KEY_NOT_FOUND] },
    ],
    decide: issuerOutcome,
  },
  { check: 'credential.trust', blockers: [UNREADABLE, shapeFault('issuer_missing')], decide: trustOutcome },
  {
    check: 'credential.issuance',
    blockers: [UNREADABLE, shapeFault('date_missing', 'date_malformed')],
    decide: issuanceOutcome,
  },
  { check: 'credential.expiry', blockers: [UNREADABLE], decide: expiryOutcome },
  { check: 'credential.status', blockers: [UNREADABLE, shapeFault('status_malformed')], decide: statusOutcome },
  { check: 'credential.schema', blockers: [UNREADABLE, shapeFault('schema_malformed')], decide: schemaOutcome },
  {
    check: 'credential.holder',
    blockers: [
      UNREADABLE,
      shapeFault('subject_missing', 'subject_empty'),
      { check: 'presentation.shape', codes: ['holder_missing'] },
    ],
    decide: holderOutcome,
  },
]

function isUnreadable({ candidate, sent }: CredentialFacts): boolean {
  return candidate === undefined || isEnveloped(sent.value)
}

/** Reports the actual form, if known, because a wallet could not tell it from a JWT error. */
function unreadableFindings(facts: CredentialFacts): Outcome {
  const form = formOfCredential(facts.sent.value)
  if (form === undefined) return notRead(facts) ?? proofOutcome(facts, [])
  const message = `the credential is ${form}, and only linked data with a proof and JWTs with the claim vc are read`
  return [{ code: 'credential_form_unsupported', location: [], message }]
}

/**
 * What stood in the way of reading a linked data proof: its contexts, or that all that was sent together is more than is
 * read. A JWT is signed as text.
 */
function notRead({ proof, contexts, jwt, document }: CredentialFacts): NotRun | undefined {
  if (jwt === undefined && Object.keys(document).length > 0) {
    if (listOf(memberOf(document, '@context')).length === 0) return blockedBy(SHAPE)
    if (contexts.length > 0) return blockedBy('credential.contexts')
  }
  return proof === undefined ? blockedBy('presentation.proof') : undefined
}

/** The dates of a JWT are its claims, which are those of the credential. */
function proofFindings(facts: CredentialSubject): readonly Finding[] {
  if (facts.jwt !== undefined) return proofOutcome(facts, [])
  return [...proofOutcome(facts, ['proof']), ...credentialProofTimes(facts)]
}

function termsOutcome(facts: CredentialSubject): Outcome {
  if (isUnreadable(facts)) return blockedBy(PROOF)
  if (facts.jwt !== undefined) return NOT_APPLICABLE
  if (facts.unsigned === undefined) return notRead(facts) ?? blockedBy(PROOF)
  return facts.unsigned.map((location): Finding => {
    if (isLayout(location)) return unsignedLayout([WRITTEN, ...location], location)
    const message = phrase`${jsonPointer(location)} is not covered by the proof: no context defines it, or it has no value`
    return { code: 'undefined_member', location: [WRITTEN, ...location], message }
  })
}

/** A direction of writing, or a key of an index. */
export function unsignedLayout(place: Location, location: Location): Finding {
  const message = phrase`${jsonPointer(location)} is not covered by the proof: linked data does not sign directions and indexes`
  return { result: 'warn', code: 'unsigned_member', location: place, message }
}

function issuerOutcome({ issuer = '', ...facts }: CredentialSubject): Outcome {
  const message = 'the key that signed the credential does not belong to its issuer'
  return signerOutcome(facts, {
    did: issuer,
    check: PROOF,
    finding: { code: 'issuer_not_signer', location: ['issuer'], message },
  })
}

const TRUST_MESSAGES = {
  issuer_untrusted: 'the issuer is not in the trust list, or not now',
  issuer_not_trusted_for_schema: 'the issuer is not trusted for this schema or type',
} as const

/** Warns when no trust is configured, because anybody can sign as an issuer of their own. */
function trustOutcome({ trust, issuer }: CredentialSubject): Outcome {
  if (trust.result === 'pass') return []
  const about = { location: ['issuer'], actual: issuer ?? null }
  if (trust.result === 'fail') return [{ ...about, code: trust.code, message: TRUST_MESSAGES[trust.code] }]
  const message = 'there is no trust list to ask, so nobody has said that this issuer is trusted'
  return [{ ...about, result: 'warn', code: 'issuer_trust_not_checked', message }]
}

function issuanceOutcome({ document, now }: CredentialSubject): Outcome {
  return datesIn(document, DATE_NAMES.begin).flatMap(({ name, value }): readonly Finding[] => {
    const moment = momentOf(value)
    if (moment === undefined || !isAhead(moment, now)) return []
    const message = 'the credential begins in the future, by more than 60 seconds'
    const expected = `not after ${shownTime(now)}`
    const actual = textOf(value) ?? null
    return [{ code: 'credential_not_yet_valid', location: [name], message, expected, actual }]
  })
}

/** A date that is malformed is reported by `credential.shape`. */
function expiryOutcome({ document, now, statuses }: CredentialSubject): Outcome {
  const sent = datesIn(document, DATE_NAMES.end)
  if (sent.some(({ value }) => momentOf(value) === undefined)) return blockedBy(SHAPE)
  return sent.flatMap(({ name, value }): readonly Finding[] => {
    const moment = momentOf(value)
    if (moment === undefined || !isEnded(moment, now)) return []
    const message = phrase`the credential expired on ${shownTime(moment).slice(0, 10)}`
    const expected = `later than ${shownTime(now)}`
    const actual = textOf(value) ?? null
    const result = levelOf('expired', statuses)
    return [{ result, code: 'credential_expired', location: [name], message, expected, actual }]
  })
}

const STATE_OF_CODE: ReadonlyMap<string, State> = new Map<string, State>([
  ['credential_revoked', 'revoked'],
  ['credential_suspended', 'suspended'],
])

function statusOutcome({ status, statuses }: CredentialSubject): Outcome {
  return status.findings.map((finding): Finding => {
    const state = STATE_OF_CODE.get(finding.code)
    return { ...finding, result: state === undefined ? 'fail' : levelOf(state, statuses) }
  })
}

type State = 'revoked' | 'suspended' | 'expired'

/** A definition may admit, or even demand, what otherwise fails (docs/contract/exchange.md, Evaluation: steps). */
function levelOf(state: State, statuses: CredentialSubject['statuses']): 'fail' | 'warn' {
  return statuses.length > 0 && statuses.every((one) => one !== undefined && admits(one, state)) ? 'warn' : 'fail'
}

function admits(statuses: Statuses, state: State): boolean {
  if (statuses.active?.directive === 'disallowed') return true
  const directive = state === 'expired' ? undefined : statuses[state]?.directive
  return directive === 'allowed' || directive === 'required'
}

function schemaOutcome({ schemas, document }: CredentialSubject): Outcome {
  const sent = memberOf(document, 'credentialSchema')
  const count = schemasOf(document).length
  if (count > MAX_SCHEMAS) return [tooManySchemas(count)]
  if (schemas.length === 0) return NOT_APPLICABLE
  return schemas.flatMap((outcome, index) => {
    const location = Array.isArray(sent) ? ['credentialSchema', index] : ['credentialSchema']
    return schemaFindings(outcome, location)
  })
}

/** What one schema says about the credential. @param location where the credential names the schema */
export function schemaFindings(outcome: SchemaOutcome, location: Location): readonly Finding[] {
  if (outcome.result === 'pass') return []
  if ('message' in outcome) return [{ ...outcome, location }]
  const { code, violations } = outcome
  if (code !== 'schema_violation') return [{ code, location, message: STOP_MESSAGES[code] }]
  return [{ code, location, message: 'the credential does not conform to its schema', extra: [...violations] }]
}

function tooManySchemas(count: number): Finding {
  const message = phrase`a credential may name at most ${MAX_SCHEMAS} schemas, so none of these was checked`
  const [expected, actual] = [`at most ${MAX_SCHEMAS}`, String(count)]
  return { code: 'schemas_too_many', location: ['credentialSchema'], message, expected, actual }
}

/** Warns about a credential without a subject id, which anybody who has it can present. */
function holderOutcome({ document, holder = '' }: CredentialSubject): Outcome {
  const ids = subjectsOf(document).flatMap(({ value }) => textOf(memberOf(value, 'id')) ?? [])
  const location = ['credentialSubject']
  if (ids.length === 0) {
    const message = 'the credential names nobody it is about, so whoever has a copy can present it'
    return [{ result: 'warn', code: 'holder_not_bound', location, message }]
  }
  if (ids.includes(holder)) return []
  const message = 'the credential is about somebody else than the holder of the presentation'
  return [{ code: 'subject_not_holder', location, message, expected: holder, actual: ids.join(', ') }]
}
