import { MAX_CREDENTIALS } from '../../../shared/contract/presentations.ts'
import type { VerificationOptions } from '../../../shared/contract/presentations.ts'
import { proofTypesOf } from '../../../shared/presentation-exchange/candidate.ts'
import type { Moment } from '../../../shared/presentation-exchange/date-time.ts'
import { formatFault } from '../../../shared/presentation-exchange/format-step.ts'
import type { AllowedPresentationFormats } from '../../../shared/presentation-exchange/format-step.ts'
import { jsonPointer, listOf, memberOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import { claimConflicts } from '../proofs/jwt-claims.ts'
import { coversJson } from '../proofs/proof-suites.ts'
import { blockedBy, NOT_APPLICABLE } from './check-row.ts'
import type { CheckRow, Finding, NotRun, Outcome } from './check-row.ts'
import { DATE_NAMES, datesIn } from './credential-dates.ts'
import type { ProofFacts } from './facts.ts'
import { isLayout } from '../proofs/unsigned-members.ts'
import { unsignedLayout } from './credential-checks.ts'
import { PAYLOAD, proofIn, proofsIn } from './presentation.ts'
import type { Presentation } from './presentation.ts'
import {
  conflictFindings,
  contextOrder,
  misnamedFindings,
  KEY_NOT_FOUND,
  proofEnd,
  proofOutcome,
  signerOutcome,
} from './proof-checks.ts'
import {
  isAhead,
  isEnded,
  isOlder,
  malformedClaim,
  malformedDate,
  momentOf,
  momentOfClaim,
  shownTime,
  shownValue,
} from './times.ts'
import { phrase } from '../../../shared/phrase.ts'

/** The subject of `presentation.shape`. */
interface PresentationShape extends ProofFacts {
  readonly presentation: Presentation
  /** The number of credentials in everything that was sent. */
  readonly count: number
  /** What is asked for is satisfied by nothing at all. */
  readonly isEmptyAllowed: boolean
}

export interface PresentationSubject extends ProofFacts {
  readonly presentation: Presentation
  readonly options: VerificationOptions
  /** The signature formats that the definition allows, or why the check did not run. */
  readonly formats: NotRun | { readonly allowed: AllowedPresentationFormats | undefined }
  readonly now: Moment
}

/** `presentation.shape`. */
export const SHAPE_ROW: CheckRow<PresentationShape> = {
  check: 'presentation.shape',
  decide: (subject) => {
    const { presentation, ...facts } = subject
    if (presentation.sdJwt !== undefined) return [...keyBindingShape(presentation), ...countFindings(subject)]
    return [
      ...contextOrder(presentation.document),
      ...holderFindings(presentation),
      ...dateFindings(presentation),
      ...claimFindings(presentation),
      ...countFindings(subject),
      ...misnamedFindings(facts),
    ]
  },
}

const SHAPE = 'presentation.shape'
const NO_PROOF = { check: 'presentation.proof', codes: ['proof_missing', 'key_binding_missing'] } as const
const TOO_MANY = { check: SHAPE, codes: ['credentials_too_many'] } as const
const NO_CONTEXT = { check: SHAPE, codes: ['context_missing'] } as const

/** `presentation.contexts` to `presentation.domain`, and whether it is signed as the definition lists. */
export const PRESENTATION_ROWS: readonly CheckRow<PresentationSubject>[] = [
  {
    check: 'presentation.contexts',
    blockers: [NO_CONTEXT],
    decide: ({ presentation, contexts }) => (presentation.sdJwt === undefined ? contexts : NOT_APPLICABLE),
  },
  {
    check: 'presentation.terms',
    blockers: [NO_CONTEXT, TOO_MANY, { check: 'presentation.contexts' }],
    decide: termsOutcome,
  },
  {
    check: 'presentation.proof',
    blockers: [NO_CONTEXT, TOO_MANY],
    decide: presentationProof,
  },
  { check: 'presentation.format', blockers: [NO_PROOF], decide: formatOutcome },
  {
    check: 'presentation.holder',
    blockers: [
      NO_PROOF,
      { check: SHAPE, codes: ['holder_missing'] },
      { check: 'presentation.proof', codes: KEY_NOT_FOUND },
    ],
    decide: holderOutcome,
  },
  { check: 'presentation.time', blockers: [NO_PROOF], decide: timeOutcome },
  { check: 'presentation.challenge', blockers: [NO_PROOF], decide: challengeOutcome },
  { check: 'presentation.domain', blockers: [NO_PROOF], decide: domainOutcome },
]

function holderFindings({ holder, document }: Presentation): readonly Finding[] {
  if (holder !== undefined && holder !== '') return []
  const said = memberOf(document, 'holder') === undefined ? {} : { location: ['holder'] }
  return [{ code: 'holder_missing', message: 'the presentation does not say who holds it', ...said }]
}

function dateFindings({ document }: Presentation): readonly Finding[] {
  const dates = datesIn(document, [...DATE_NAMES.begin, ...DATE_NAMES.end])
  return dates.flatMap(({ name, value }) => (momentOf(value) === undefined ? [malformedDate([name], value)] : []))
}

function claimFindings({ jwt }: Presentation): readonly Finding[] {
  return jwt === undefined ? [] : conflictFindings(claimConflicts(jwt.payload, 'vp'), 'presentation')
}

function countFindings({ presentation, count, isEmptyAllowed }: PresentationShape): readonly Finding[] {
  const location = ['verifiableCredential']
  if (count > MAX_CREDENTIALS) {
    const message = phrase`a presentation may hold ${MAX_CREDENTIALS} credentials; none was looked at`
    return [{ code: 'credentials_too_many', location, message, actual: String(count) }]
  }
  if (presentation.credentials.length > 0 || isEmptyAllowed) return []
  return [{ code: 'no_credentials', message: 'the presentation holds no credential' }]
}

/** The claims that every key binding has (RFC 9901, 4.3); one that cannot be read is a matter of `presentation.proof`. */
function keyBindingShape({ jwt }: Presentation): readonly Finding[] {
  if (jwt === undefined) return []
  const missing = ['nonce', 'aud', 'iat'].filter((name) => memberOf(jwt.payload, name) === undefined)
  return missing.map((name) => {
    const message = phrase`the key binding has no ${name} (RFC 9901, 4.3)`
    return { code: 'key_binding_malformed', location: [PAYLOAD, name], message }
  })
}

const MAY_BE_UNSIGNED = ['issuanceDate', 'presentation_submission']

/**
 * Two members that wallets put at the top of a presentation may be undefined there, with a warning, and so may a
 * credential be one that statements cannot name.
 */
function termsOutcome({ presentation, unsigned, proof }: PresentationSubject): Outcome {
  if (presentation.format !== 'ldp_vp') return NOT_APPLICABLE
  if (unsigned === undefined) return blockedBy(proof === undefined ? 'credential.contexts' : 'presentation.proof')
  const outside = unsigned.filter(([first]) => first !== 'verifiableCredential')
  return [...outside.map(unsignedMember), ...uncoveredCredentials(presentation)]
}

function unsignedMember(location: Location): Finding {
  if (isLayout(location)) return unsignedLayout(location, location)
  const [first] = location
  if (MAY_BE_UNSIGNED.includes(String(first))) {
    const message = phrase`${String(first)} is not covered by the proof, because no context defines it here`
    return { result: 'warn', code: 'unsigned_member', location, message }
  }
  const message = phrase`${jsonPointer(location)} is not covered by the proof: no context defines it, or it has no value`
  return { code: 'undefined_member', location, message }
}

/** RDF has no name for a JWT; a proof that covers the JSON covers its text. `presentation.proof` says that there is none. */
function uncoveredCredentials({ proof, credentials }: Presentation): readonly Finding[] {
  if (proof === undefined || coversJson(proof)) return []
  const jwts = credentials.filter(({ value }) => typeof value === 'string')
  return jwts.map(({ location }) => ({
    result: 'warn',
    code: 'credential_not_covered',
    location,
    message: phrase`the proof does not cover ${jsonPointer(location)}, a JWT: anybody could exchange, add or remove it`,
  }))
}

/** An SD-JWT that is bound to nobody is presented without a signature; `credential.holder` warns of it. */
function isUnbound({ presentation: { sdJwt }, proof }: PresentationSubject): boolean {
  return sdJwt !== undefined && proof === undefined
}

/** Linked data is not read if its contexts, or those of an embedded document, are invalid. */
function presentationProof(subject: PresentationSubject): Outcome {
  const { format } = subject.presentation
  if (isUnbound(subject)) return NOT_APPLICABLE
  if (format !== 'ldp_vp') return proofOutcome(subject, [])
  if (subject.contexts.length > 0) return blockedBy('presentation.contexts')
  return subject.proof === undefined ? blockedBy('credential.contexts') : proofOutcome(subject, ['proof'])
}

/** The list of the definition is about credentials and, where it names them, about presentations. */
function formatOutcome(subject: PresentationSubject): Outcome {
  const { presentation, formats } = subject
  if ('notRun' in formats) return formats
  if (formats.allowed === undefined || isUnbound(subject)) return NOT_APPLICABLE
  const { format, jwt, document } = presentation
  const algorithms = jwt === undefined ? proofTypesOf(document) : textsOf(memberOf(jwt.header, 'alg'))
  const fault = formatFault(formats.allowed, { format, algorithms }, 'presentation')
  if (fault === undefined) return []
  // The header of a JWT is no part of the document that places lead into.
  const at = jwt === undefined ? proofIn(document)?.location : undefined
  return [{ ...fault, ...(at !== undefined && { location: [...at, 'type'] }) }]
}

function holderOutcome(subject: PresentationSubject): Outcome {
  const { presentation, ...facts } = subject
  if (isUnbound(subject)) return NOT_APPLICABLE
  return signerOutcome(facts, {
    did: presentation.holder ?? '',
    check: 'presentation.proof',
    finding: {
      code: 'holder_not_signer',
      message: 'the key that signed the presentation does not belong to its holder',
      ...(presentation.format === 'ldp_vp' && { location: ['holder'] }),
    },
  })
}

function timeOutcome(subject: PresentationSubject): Outcome {
  const { presentation, options, now } = subject
  const times = signingTimes(presentation)
  const made = times.find(({ isStart }) => isStart)
  const findings = [
    ...times.flatMap((time) => timeFindings(time, now)),
    ...proofsIn(presentation.document).flatMap((one) => proofEnd(one, now)),
  ]
  const age = options.max_age_seconds
  const moment = made?.moment
  if (age === undefined) return findings
  if (made === undefined) return [...findings, notDated(subject)]
  if (moment === undefined || !isOlder(moment, now, age)) return findings
  const message = phrase`the presentation was made more than ${age} seconds ago`
  return [...findings, { code: 'presentation_too_old', location: made.location, message, actual: shownTime(moment) }]
}

/** A challenge is made with its request: what answers it was made later, whatever it says itself. */
function notDated({ presentation: { challenges }, options }: PresentationSubject): Finding {
  const code = 'presentation_not_dated'
  const isAnswer = challenges.length > 0 && challenges.every(({ value }) => value === options.challenge)
  if (!isAnswer) return { code, message: 'the presentation does not say when it was made' }
  const message =
    'the presentation does not say when it was made, but it answers the challenge, so it is no older than its request'
  return { result: 'warn', code, message }
}

interface SentTime {
  readonly location: Location
  readonly moment: Moment | undefined
  /** The finding if there is no valid time. */
  readonly fault: () => Finding
  /** False for an end time. */
  readonly isStart: boolean
}

/** When it was made first; then everything else that says from when and until when it holds. */
function signingTimes({ jwt, sdJwt, document }: Presentation): readonly SentTime[] {
  const claims = jwt === undefined ? [] : ['iat', 'nbf', 'exp'].flatMap((name) => sentClaim(name, jwt.payload))
  const { location = ['proof'], proof } = proofIn(document) ?? {}
  const created = memberOf(proof, 'created')
  const dates = [
    ...datesIn(document, DATE_NAMES.begin).map(({ name, value }) => sentDate([name], value)),
    ...datesIn(document, DATE_NAMES.end).map(({ name, value }) => ({ ...sentDate([name], value), isStart: false })),
  ]
  return [
    ...claims,
    // Required in a linked data proof; a JWT may contain such a proof too.
    ...((jwt ?? sdJwt) !== undefined && created === undefined ? [] : [sentDate([...location, 'created'], created)]),
    // A malformed one is reported by `presentation.shape`.
    ...dates.filter(({ moment }) => moment !== undefined),
  ]
}

function sentClaim(name: string, payload: JsonObject): readonly SentTime[] {
  const value = memberOf(payload, name)
  const location = [PAYLOAD, name]
  const fault = () => malformedClaim(location, value, name)
  return value === undefined ? [] : [{ location, moment: momentOfClaim(value), fault, isStart: name !== 'exp' }]
}

function sentDate(location: Location, value: unknown): SentTime {
  return { location, moment: momentOf(value), fault: () => malformedDate(location, value), isStart: true }
}

function timeFindings({ location, moment, fault, isStart }: SentTime, now: Moment): readonly Finding[] {
  if (moment === undefined) return [fault()]
  if (isStart && isAhead(moment, now)) {
    const message = 'the presentation was made in the future, by more than 60 seconds'
    return [
      {
        code: 'created_in_future',
        location,
        message,
        expected: `not after ${shownTime(now)}`,
        actual: shownTime(moment),
      },
    ]
  }
  if (isStart || !isEnded(moment, now)) return []
  return [{ code: 'presentation_too_old', location, message: 'the presentation has ended', actual: shownTime(moment) }]
}

function challengeOutcome({ presentation: { challenges }, options }: PresentationSubject): Outcome {
  const { challenge: expected, require_challenge } = options
  if (expected === undefined) return NOT_APPLICABLE
  if (challenges.length === 0) {
    const result = require_challenge ? 'fail' : 'warn'
    return [{ result, code: 'challenge_missing', message: 'the presentation answers no challenge', expected }]
  }
  const others = challenges.filter(({ value }) => value !== expected)
  return others.map(({ location, value }) => {
    const message =
      typeof value === 'string'
        ? 'the presentation answers another challenge'
        : 'the presentation answers a challenge that is not a text'
    return { code: 'challenge_mismatch', location, message, expected, actual: shownValue(value) }
  })
}

/** One that must be bound must say to whom; where it answers no challenge either, that one is the failure. */
function domainOutcome({ presentation: { challenges, domains }, options }: PresentationSubject): Outcome {
  const allowed = listOf(options.domain)
  const expected = allowed.join(', ')
  if (allowed.length === 0) return NOT_APPLICABLE
  if (domains.length === 0) {
    const message = 'the presentation does not say for whom it was made'
    const result = options.require_challenge && challenges.length > 0 ? 'fail' : 'warn'
    return [{ result, code: 'domain_missing', message, expected }]
  }
  const others = domains.filter(({ value }) => !isText(value) || !listOf(value).some((name) => allowed.includes(name)))
  return others.map(({ location, value }) => {
    const message = 'the presentation was made for somebody else'
    const actual = isText(value) ? textsOf(value).join(', ') : shownValue(value)
    return { code: 'domain_mismatch', location, message, expected, actual }
  })
}

/** Whether it is a text or a list of texts. */
function isText(value: unknown): boolean {
  return listOf(value).every((entry) => typeof entry === 'string')
}
