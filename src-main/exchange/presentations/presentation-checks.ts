import type { VerificationOptions } from '../../../shared/contract/presentations.ts'
import { proofTypesOf } from '../../../shared/presentation-exchange/candidate.ts'
import type { Moment } from '../../../shared/presentation-exchange/date-time.ts'
import { formatFault } from '../../../shared/presentation-exchange/format-step.ts'
import type { AllowedPresentationFormats } from '../../../shared/presentation-exchange/format-step.ts'
import { jsonPointer, listOf, memberOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { Location } from '../../../shared/presentation-exchange/json.ts'
import { blockedBy, NOT_APPLICABLE } from './check-row.ts'
import type { CheckRow, Finding, NotRun, Outcome } from './check-row.ts'
import { malformedClaim, malformedDate } from './date-findings.ts'
import type { ProofFacts } from './facts.ts'
import { PAYLOAD } from './presentation.ts'
import type { Presentation } from './presentation.ts'
import {
  contextOrder,
  disguiseFindings,
  KEY_NOT_FOUND,
  proofEnd,
  proofIn,
  proofOutcome,
  signerOutcome,
} from './proof-checks.ts'
import { isAhead, isEnded, isOlder, momentOf, momentOfClaim, shownTime } from './times.ts'

/** What check 1 looks at. */
interface PresentationShape extends ProofFacts {
  readonly presentation: Presentation
  /** The definition is satisfied by nothing at all. */
  readonly mayBeEmpty: boolean
}

interface PresentationSubject extends ProofFacts {
  readonly presentation: Presentation
  readonly options: VerificationOptions
  /** How the definition lets it be signed, or why nothing was asked of it. */
  readonly formats: NotRun | { readonly allowed: AllowedPresentationFormats | undefined }
  readonly now: Moment
}

export const MAX_CREDENTIALS = 50

/** Check 1. */
export const SHAPE_ROW: CheckRow<PresentationShape> = {
  check: 'presentation.shape',
  decide: ({ presentation, mayBeEmpty, ...facts }) => [
    ...contextOrder(presentation.document),
    ...holderFindings(presentation),
    ...dateFindings(presentation),
    ...countFindings(presentation, mayBeEmpty),
    ...disguiseFindings(facts),
  ],
}

const SHAPE = 'presentation.shape'
const NO_PROOF = { check: 'presentation.proof', codes: ['proof_missing'] } as const
const TOO_MANY = { check: SHAPE, codes: ['credentials_too_many'] } as const
const NO_CONTEXT = { check: SHAPE, codes: ['context_missing'] } as const

/** Checks 2 to 8, and whether it is signed as the definition lists. */
export const PRESENTATION_ROWS: readonly CheckRow<PresentationSubject>[] = [
  { check: 'presentation.contexts', after: [NO_CONTEXT], decide: ({ contexts }) => contexts },
  {
    check: 'presentation.terms',
    after: [NO_CONTEXT, TOO_MANY, { check: 'presentation.contexts' }],
    decide: termsOutcome,
  },
  {
    check: 'presentation.proof',
    after: [NO_CONTEXT, TOO_MANY],
    decide: presentationProof,
  },
  { check: 'presentation.format', after: [NO_PROOF], decide: formatOutcome },
  {
    check: 'presentation.holder',
    after: [
      NO_PROOF,
      { check: SHAPE, codes: ['holder_missing'] },
      { check: 'presentation.proof', codes: KEY_NOT_FOUND },
    ],
    decide: holderOutcome,
  },
  { check: 'presentation.time', after: [NO_PROOF], decide: timeOutcome },
  { check: 'presentation.challenge', after: [NO_PROOF], decide: challengeOutcome },
  { check: 'presentation.domain', after: [NO_PROOF], decide: domainOutcome },
]

function holderFindings({ holder, document }: Presentation): readonly Finding[] {
  if (holder !== undefined && holder !== '') return []
  const said = memberOf(document, 'holder') === undefined ? {} : { location: ['holder'] }
  return [{ code: 'holder_missing', message: 'the presentation does not say who holds it', ...said }]
}

function dateFindings({ document }: Presentation): readonly Finding[] {
  return ['issuanceDate', 'expirationDate'].flatMap((name) => {
    const value = memberOf(document, name)
    return value === undefined || momentOf(value) !== undefined ? [] : [malformedDate([name], value)]
  })
}

function countFindings({ credentials }: Presentation, mayBeEmpty: boolean): readonly Finding[] {
  const location = ['verifiableCredential']
  if (credentials.length > MAX_CREDENTIALS) {
    const message = `a presentation may hold ${MAX_CREDENTIALS} credentials; none was looked at`
    return [{ code: 'credentials_too_many', location, message, actual: String(credentials.length) }]
  }
  if (credentials.length > 0 || mayBeEmpty) return []
  return [{ code: 'no_credentials', message: 'the presentation holds no credential' }]
}

const MAY_BE_UNSIGNED = ['issuanceDate', 'presentation_submission']

/** Check 3. Two members that wallets put at the top of a presentation may be undefined there, with a warning. */
function termsOutcome({ presentation, unsigned, proof }: PresentationSubject): Outcome {
  if (presentation.jwt !== undefined) return NOT_APPLICABLE
  if (unsigned === undefined) return blockedBy(proof === undefined ? 'credential.contexts' : 'presentation.proof')
  const outside = unsigned.filter(([first]) => first !== 'verifiableCredential')
  return outside.map((location): Finding => {
    const [first] = location
    if (MAY_BE_UNSIGNED.includes(String(first))) {
      const message = `${String(first)} is not covered by the proof, because no context defines it here`
      return { result: 'warn', code: 'unsigned_member', location, message }
    }
    const message = `${jsonPointer(location)} is not covered by the proof: no context defines it, or it has no value`
    return { code: 'undefined_member', location, message }
  })
}

/** Check 4. Linked data is not read while the contexts of it, or of what it embeds, are in doubt. */
function presentationProof(subject: PresentationSubject): Outcome {
  if (subject.presentation.jwt !== undefined) return proofOutcome(subject, [])
  if (subject.contexts.length > 0) return blockedBy('presentation.contexts')
  return subject.proof === undefined ? blockedBy('credential.contexts') : proofOutcome(subject, ['proof'])
}

/** The list of the definition is about credentials and, where it names them, about presentations. */
function formatOutcome({ presentation, formats }: PresentationSubject): Outcome {
  if ('notRun' in formats) return formats
  if (formats.allowed === undefined) return NOT_APPLICABLE
  const { format, jwt, document } = presentation
  const algorithms = jwt === undefined ? proofTypesOf(document) : textsOf(memberOf(jwt.header, 'alg'))
  const fault = formatFault(formats.allowed, { format, algorithms }, 'presentation')
  if (fault === undefined) return []
  // The header of a JWT is no part of the document that places lead into.
  const at = jwt === undefined ? proofIn(document)?.location : undefined
  return [{ ...fault, ...(at !== undefined && { location: [...at, 'type'] }) }]
}

/** Check 5. */
function holderOutcome({ presentation, ...facts }: PresentationSubject): Outcome {
  return signerOutcome(facts, {
    did: presentation.holder ?? '',
    check: 'presentation.proof',
    finding: {
      code: 'holder_not_signer',
      message: 'the key that signed the presentation does not belong to its holder',
      ...(presentation.jwt === undefined && { location: ['holder'] }),
    },
  })
}

/** Check 6. */
function timeOutcome({ presentation, options, now }: PresentationSubject): Outcome {
  const times = signingTimes(presentation)
  const made = times.find(({ isStart }) => isStart)
  const findings = [...times.flatMap((time) => timeFindings(time, now)), ...proofEnd(presentation.document, now)]
  const age = options.max_age_seconds
  const moment = made?.moment
  if (age === undefined) return findings
  if (made === undefined) {
    return [...findings, { code: 'presentation_too_old', message: 'the presentation does not say when it was made' }]
  }
  if (moment === undefined || !isOlder(moment, now, age)) return findings
  const message = `the presentation was made more than ${age} seconds ago`
  return [...findings, { code: 'presentation_too_old', location: made.location, message, actual: shownTime(moment) }]
}

interface SentTime {
  readonly location: Location
  readonly moment: Moment | undefined
  /** What is said instead of a moment. */
  readonly fault: Finding
  /** False for the end of a JWT. */
  readonly isStart: boolean
}

/** When it was made first; then everything else that says when it holds. */
function signingTimes({ jwt, document }: Presentation): readonly SentTime[] {
  if (jwt !== undefined) {
    return ['iat', 'nbf', 'exp'].flatMap((name) => {
      const value = memberOf(jwt.payload, name)
      const location = [PAYLOAD, name]
      const fault = malformedClaim(location, value, name)
      const isStart = name !== 'exp'
      return value === undefined ? [] : [{ location, moment: momentOfClaim(value), fault, isStart }]
    })
  }
  const { location = ['proof'], proof } = proofIn(document) ?? {}
  const issued = sentDate(['issuanceDate'], memberOf(document, 'issuanceDate'))
  return [
    sentDate([...location, 'created'], memberOf(proof, 'created')),
    // A malformed one is reported by check 1.
    ...(issued.moment === undefined ? [] : [issued]),
  ]
}

function sentDate(location: Location, value: unknown): SentTime {
  return { location, moment: momentOf(value), fault: malformedDate(location, value), isStart: true }
}

function timeFindings({ location, moment, fault, isStart }: SentTime, now: Moment): readonly Finding[] {
  if (moment === undefined) return [fault]
  const actual = shownTime(moment)
  if (isStart && isAhead(moment, now)) {
    const message = 'the presentation was made in the future, by more than 60 seconds'
    return [{ code: 'created_in_future', location, message, expected: `not after ${shownTime(now)}`, actual }]
  }
  if (isStart || !isEnded(moment, now)) return []
  return [{ code: 'presentation_too_old', location, message: 'the presentation has ended', actual }]
}

/** Check 7. */
function challengeOutcome({ presentation, options }: PresentationSubject): Outcome {
  const { challenge: expected, require_challenge } = options
  const { challenge, jwt } = presentation
  if (expected === undefined) return NOT_APPLICABLE
  const location = jwt === undefined ? ['proof', 'challenge'] : [PAYLOAD, 'nonce']
  if (challenge === undefined) {
    const result = require_challenge ? 'fail' : 'warn'
    return [{ result, code: 'challenge_missing', message: 'the presentation answers no challenge', expected }]
  }
  if (challenge === expected) return []
  const message = 'the presentation answers another challenge'
  return [{ code: 'challenge_mismatch', location, message, expected, actual: challenge }]
}

/** Check 8. */
function domainOutcome({ presentation, options }: PresentationSubject): Outcome {
  const expected = listOf(options.domain).map(String)
  const { domains, jwt } = presentation
  if (expected.length === 0) return NOT_APPLICABLE
  if (domains.length === 0) {
    const message = 'the presentation does not say for whom it was made'
    return [{ result: 'warn', code: 'domain_missing', message, expected: expected.join(', ') }]
  }
  if (domains.some((domain) => expected.includes(domain))) return []
  const location = jwt === undefined ? ['proof', 'domain'] : [PAYLOAD, 'aud']
  const message = 'the presentation was made for somebody else'
  return [{ code: 'domain_mismatch', location, message, expected: expected.join(', '), actual: domains.join(', ') }]
}
