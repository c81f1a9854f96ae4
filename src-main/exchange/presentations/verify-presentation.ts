import { setImmediate } from 'node:timers/promises'
import { CHECK_IDS, MAX_CREDENTIALS } from '../../../shared/contract/presentations.ts'
import type { Check, VerificationOptions } from '../../../shared/contract/presentations.ts'
import { NO_NAMES } from '../../../shared/presentation-exchange/asked-names.ts'
import type { AskedNames } from '../../../shared/presentation-exchange/asked-names.ts'
import { newBudget } from '../../../shared/presentation-exchange/budget.ts'
import type { Budget } from '../../../shared/presentation-exchange/budget.ts'
import type { DescriptorEvaluation } from '../../../shared/presentation-exchange/evaluate-credential.ts'
import { answerOf } from './answer.ts'
import type { VerifiedPresentation } from './answer.ts'
import { isFailed, notRunCheck, OFF, runRow, runRows } from './check-row.ts'
import type { CheckRow, NotRun, Run } from './check-row.ts'
import type {
  CheckedDescriptor,
  CheckedPresentation,
  CheckedSubject,
  VerificationInput,
} from './checked-presentation.ts'
import { CREDENTIAL_ROWS } from './credential-checks.ts'
import {
  askedNamesOf,
  evaluateAll,
  evaluateByQuery,
  evaluateSubmitted,
  evaluationBudget,
  idsAsked,
  isQuery,
  mapBudget,
  statusesAsked,
  submittedFor,
} from './evaluation.ts'
import type { Known, NamedAnswer, Submitted } from './evaluation.ts'
import type { CredentialFacts } from './facts.ts'
import { complexityFault, gatherCredential, gatherPresentation } from './gather.ts'
import type { SignedFacts } from './gather.ts'
import { gatherSdJwt } from './gather-sd-jwt.ts'
import {
  placeInCredential,
  placeInPresentation,
  placeInSentCredential,
  placeInSubmission,
  placeInToken,
} from './place.ts'
import { PRESENTATION_ROWS, SHAPE_ROW } from './presentation-checks.ts'
import type { PresentationSubject } from './presentation-checks.ts'
import { withPresentations, withStated } from './presentation.ts'
import type { Presentation } from './presentation.ts'
import { queryEntries } from './query-entries.ts'
import { signatureDigest } from './replay.ts'
import { SD_JWT_ROWS } from './sd-jwt-checks.ts'
import {
  descriptorChecks,
  MAP_ROW,
  mapEntriesOf,
  QUERY_ROWS,
  REQUIREMENT_ROWS,
  SUBMISSION_ROWS,
} from './submission-checks.ts'
import { followMap } from './submission-map.ts'
import type { MapEntry } from './submission-map.ts'
import type { VerificationContext } from './verification-context.ts'

/** Verifies what was sent. What has to be waited for is gathered first; then pure rules decide. */
export async function verifyPresentation(
  sent: VerificationInput,
  context: VerificationContext,
): Promise<VerifiedPresentation> {
  const count = sent.token.presentations.flatMap(({ credentials }) => credentials).length
  const asked = sent.known === undefined ? NO_NAMES : askedNamesOf(sent.known)
  const gathered: GatheredPresentation[] = []
  for (const presentation of sent.token.presentations) {
    if (gathered.length > 0) await setImmediate() // others come between two presentations
    const isBound = mustBeBound(presentation, sent.known)
    const one = await gatherAll(presentation, { asked, isBound, isTooMany: count > MAX_CREDENTIALS }, context)
    gathered.push({ ...one, presentation: withStated(presentation, one.facts.read) })
  }
  const presentations = gathered.map(({ presentation }) => presentation)
  const input = { ...sent, token: withPresentations(sent.token, presentations) }

  const isEmptyAllowed = mayBeEmpty(input)
  const shapes = gathered.map((one) => checkShape(one, { count, isEmptyAllowed }, input))
  const shape = shapes.flatMap(({ checks }) => checks)
  const map = checkMap(input, shape, context)
  const credentials = shapes.flatMap((one) =>
    one.credentials.map((facts) => checkCredential(facts, { input, context, map, ...one })),
  )
  const formats = formatsOf(input, map)
  const checks = shapes.map((one) => checkRest(one, credentials, { input, formats, now: context.now }))
  const answered = await checkAnswers(input, { map, credentials, shape }, context)
  const answer = answerOf({ input, credentials, ...answered, checks: [...mergedChecks(checks), ...answered.checks] })
  const digests = input.token.presentations.flatMap((one) => signatureDigest(one) ?? [])
  return { answer, digests }
}

/** Whether a holder must sign: a credential query may do without (OpenID4VP 1.0, 6.1). */
function mustBeBound({ query }: Presentation, known: Known | undefined): boolean {
  if (known === undefined || !isQuery(known)) return true
  return known.query.credentials.find(({ id }) => id === query)?.require_cryptographic_holder_binding !== false
}

/** A presentation as it is read, with everything that had to be waited for. */
interface GatheredPresentation {
  readonly presentation: Presentation
  readonly facts: SignedFacts
  readonly credentials: readonly CredentialFacts[]
}

async function gatherAll(
  presentation: Presentation,
  { asked, isBound, isTooMany }: Record<'isBound' | 'isTooMany', boolean> & { readonly asked: AskedNames },
  context: VerificationContext,
): Promise<GatheredPresentation> {
  const { sdJwt } = presentation
  if (sdJwt !== undefined) {
    const { credential, facts } = await gatherSdJwt(presentation, sdJwt, context, isBound)
    return { presentation, facts, credentials: isTooMany ? [] : [credential] }
  }
  const isReadable = complexityFault(presentation) === undefined
  const credentials: CredentialFacts[] = []
  for (const one of isTooMany ? [] : presentation.credentials) {
    if (credentials.length > 0) await setImmediate() // others come between two credentials
    credentials.push(await gatherCredential(one, context, asked, isReadable))
  }
  return { presentation, facts: await gatherPresentation(presentation, credentials, context), credentials }
}

/** The same with the check that may block all others of it. */
interface ShapedPresentation extends GatheredPresentation {
  readonly checks: readonly Check[]
  readonly run: Run
}

function checkShape(
  gathered: GatheredPresentation,
  counted: { readonly count: number; readonly isEmptyAllowed: boolean },
  { options }: VerificationInput,
): ShapedPresentation {
  const { facts } = gathered
  const presentation = { ...gathered.presentation, document: facts.read }
  const run: Run = { policy: options.policy, placeOf: placeInPresentation(presentation), earlier: [] }
  const checks = runRow(SHAPE_ROW, { ...facts, ...counted, presentation }, run)
  return { ...gathered, presentation, checks, run }
}

/** `presentation.shape` to `presentation.domain`. */
function checkRest(
  { presentation, facts, checks: shape, run }: ShapedPresentation,
  credentials: readonly CheckedSubject[],
  { input, ...given }: Pick<PresentationSubject, 'formats' | 'now'> & { readonly input: VerificationInput },
): readonly Check[] {
  const own = credentials.filter(({ subject }) =>
    presentation.credentials.some((one) => one.index === subject.sent.index),
  )
  const subject = { ...facts, ...given, presentation, options: input.options }
  const earlier = [...shape, ...own.flatMap(({ checks }) => checks)]
  return [...shape, ...runRows(PRESENTATION_ROWS, subject, { ...run, earlier })]
}

/** Whether what is asked for is satisfied by no credential at all. */
function mayBeEmpty({ known }: VerificationInput): boolean {
  return known !== undefined && evaluateAll(known, [], []).satisfied
}

/** The formats that the definition allows for presentations; a DCQL query says nothing about them. */
function formatsOf(input: VerificationInput, map: CheckedMap): PresentationSubject['formats'] {
  const { known } = input
  if (known === undefined) return unevaluated(input, map)
  return { allowed: isQuery(known) ? undefined : known.prepared.presentationFormats }
}

interface CheckedMap {
  readonly entries: readonly MapEntry[]
  /** `submission.shape` to `submission.map`. */
  readonly checks: readonly Check[]
}

function checkMap(input: VerificationInput, shape: readonly Check[], context: VerificationContext): CheckedMap {
  const { token, options, known, isDefinitionKnown } = input
  const ids = ['submission.shape', 'submission.definition', 'submission.map'] as const
  if (options.evaluate === 'none') return { entries: [], checks: ids.map((id) => notRunCheck(id, OFF)) }
  const isByQuery = known === undefined ? token.presentations.some(({ query }) => query !== undefined) : isQuery(known)
  const run: Run = { policy: options.policy, placeOf: placeInSubmission(token), earlier: shape }
  const demanded = options.definition_id
  const subject = { submission: token.submission?.value, isDefinitionKnown, demanded }
  const checks = isByQuery
    ? runRows(QUERY_ROWS, { isQueryKnown: known !== undefined }, run)
    : runRows(SUBMISSION_ROWS, subject, run)
  const cause = checks.find(isFailed)
  if (known === undefined || cause?.check === 'submission.shape') {
    return { entries: [], checks: [...checks, blockedCheck('submission.map', cause)] }
  }
  const isUnanswerable = shape.find(({ code }) => code === 'no_credentials' || code === 'credentials_too_many')
  if (isUnanswerable) return { entries: [], checks: [...checks, blockedCheck('submission.map', isUnanswerable)] }
  const entries = entriesOf(input, known, context)
  return { entries, checks: [...checks, ...entries.flatMap((entry, index) => mapChecks(entry, index, { input, run }))] }
}

/** Which credential answers what: by the map of a submission, or by the names under which a DCQL answer was sent. */
function entriesOf({ token }: VerificationInput, known: Known, context: VerificationContext): readonly MapEntry[] {
  if (isQuery(known)) return queryEntries(token, known.query)
  const descriptors = new Set(known.prepared.descriptors.keys())
  const sent = mapEntriesOf(token.submission?.value ?? {})
  return followMap(sent, { token, descriptors, budget: budgetIn(context, mapBudget) })
}

function mapChecks(
  entry: MapEntry,
  index: number,
  { input, run }: { readonly input: VerificationInput; readonly run: Run },
): readonly Check[] {
  const { token, known } = input
  const answering = token.presentations[index]
  const placeOf: Run['placeOf'] =
    known !== undefined && isQuery(known) && answering !== undefined
      ? (location) => placeInToken([...answering.within, ...location])
      : placeInSubmission(token, ['descriptor_map', index])
  return runRow(MAP_ROW, entry, { ...run, placeOf })
}

function blockedCheck(check: Check['check'], cause: Check | undefined): Check {
  return notRunCheck(check, blockedByCheck(cause))
}

function blockedByCheck(cause: Check | undefined): NotRun {
  return { notRun: 'blocked', ...(cause !== undefined && { blockedBy: cause.check }) }
}

/** Why nothing is evaluated if the definition is not known. */
function unevaluated({ options }: Pick<VerificationInput, 'options'>, { checks }: CheckedMap): NotRun {
  return options.evaluate === 'none' ? OFF : blockedByCheck(checks.find(isFailed))
}

interface CredentialContext {
  readonly input: VerificationInput
  readonly context: VerificationContext
  readonly map: CheckedMap
  readonly presentation: Presentation
  readonly checks: readonly Check[]
}

function checkCredential(
  facts: CredentialFacts,
  { input, context, map, presentation, checks: earlier }: CredentialContext,
): CheckedSubject {
  const { options, known } = input
  const usedFor = map.entries.filter(({ credential }) => credential?.index === facts.sent.index).map(({ id }) => id)
  const statuses = usedFor.map((id) => known && statusesAsked(known, id))
  const subject = { ...facts, now: context.now, holder: presentation.holder, statuses }
  const rows = facts.opened === undefined ? CREDENTIAL_ROWS : SD_JWT_ROWS
  const placeOf = placeInCredential(facts)
  return { subject, usedFor, checks: runRows(rows, subject, { policy: options.policy, placeOf, earlier }) }
}

interface Answers {
  readonly map: CheckedMap
  readonly credentials: readonly CheckedSubject[]
  readonly shape: readonly Check[]
}

async function checkAnswers(
  input: VerificationInput,
  { map, credentials, shape }: Answers,
  context: VerificationContext,
): Promise<Pick<CheckedPresentation, 'checks' | 'descriptors' | 'evaluation'>> {
  const { token, options, known } = input
  const earlier = [...shape, ...map.checks]
  const run: Run = { policy: options.policy, placeOf: placeInToken, earlier }
  if (known === undefined) {
    const notRun = (row: CheckRow<never>) => notRunCheck(row.check, unevaluated({ options }, map))
    return {
      checks: [...map.checks, ...REQUIREMENT_ROWS.map(notRun)],
      descriptors: [],
      evaluation: undefined,
    }
  }
  const found = answeredIds(known, map.entries).map(({ id, entry }) => {
    return { id, entry, credential: credentials.find(({ subject }) => subject.sent === entry?.credential) }
  })
  const evaluations = await evaluationsOf(known, found, context)
  const descriptors = found.map((one, index) =>
    checkedDescriptor({ ...one, evaluation: evaluations[index] }, map, options.policy),
  )
  const evaluation = evaluateAll(known, answersOf(descriptors), unreadableOf(descriptors))
  const cause = descriptors
    .filter(({ entry, satisfied }) => entry && !satisfied)
    .map(causeOf)
    .find((one) => one !== undefined)
  const subject = { token, entries: map.entries, evaluation, cause: cause ?? map.checks.find(isFailed) }
  return { checks: [...map.checks, ...runRows(REQUIREMENT_ROWS, subject, run)], descriptors, evaluation }
}

/** What is asked for, with the entry that answers it: a credential query may be answered by several. */
function answeredIds(
  known: Known,
  entries: readonly MapEntry[],
): readonly { readonly id: string; readonly entry: MapEntry | undefined }[] {
  const isSeveral = isQuery(known)
  return idsAsked(known).flatMap((id) => {
    const own = entries.filter((one) => one.id === id)
    const counted: readonly (MapEntry | undefined)[] =
      own.length === 0 ? [undefined] : isSeveral ? own : own.slice(0, 1)
    return counted.map((entry) => ({ id, entry }))
  })
}

/** A verification that was stopped has no budget left, so the rest of it fails. */
function budgetIn({ stopped }: VerificationContext, usual: () => Budget): Budget {
  return stopped() === undefined ? usual() : newBudget(0)
}

/** One for each that was found; undefined where there is no credential, or one that cannot be read. */
async function evaluationsOf(
  known: Known,
  found: readonly Pick<CheckedDescriptor, 'id' | 'credential'>[],
  context: VerificationContext,
): Promise<readonly (DescriptorEvaluation | undefined)[]> {
  const submitted = found.map(({ id, credential }) => credential && submittedFor(id, credential.subject))
  const present = submitted.filter((one) => one !== undefined)
  const evaluations = [...(await evaluatePresent(known, present, context))]
  return submitted.map((one) => (one === undefined ? undefined : evaluations.shift()))
}

async function evaluatePresent(
  known: Known,
  submitted: readonly Submitted[],
  context: VerificationContext,
): Promise<readonly DescriptorEvaluation[]> {
  const budget = budgetIn(context, evaluationBudget)
  if (isQuery(known)) return evaluateByQuery(known.query, submitted, budget)
  const isOnWorker = known.prepared.backtracks && context.stopped() === undefined
  return isOnWorker
    ? context.evaluateOnWorker(known, submitted, context.allowance)
    : evaluateSubmitted(known.prepared, submitted, () => budget)
}

function checkedDescriptor(
  found: Pick<CheckedDescriptor, 'id' | 'entry' | 'credential' | 'evaluation'>,
  { entries }: CheckedMap,
  policy: VerificationOptions['policy'],
): CheckedDescriptor {
  const { id, entry, credential, evaluation } = found
  const checks =
    credential === undefined || evaluation === undefined
      ? entry === undefined
        ? []
        : [blockedCheck('descriptor.field', blocker(credential))]
      : descriptorChecks(evaluation, credential.checks, { policy, placeOf: placeInSentCredential(credential.subject) })
  const isMapped = entries.every((one) => one.id !== id || one.fault === undefined)
  const holds = evaluation?.holds === true && !checks.some(isFailed) && credential?.checks.some(isFailed) === false
  return { ...found, checks, satisfied: isMapped && holds }
}

/** Why a submitted descriptor could not be evaluated: its credential cannot be read, or its entry leads nowhere. */
function blocker(credential: CheckedSubject | undefined): Check {
  return credential?.checks.find(isFailed) ?? notRunCheck('submission.map', { notRun: 'blocked' })
}

function causeOf({ credential, checks }: CheckedDescriptor): Check | undefined {
  return checks.find(isFailed) ?? credential?.checks.find(isFailed)
}

function answersOf(descriptors: readonly CheckedDescriptor[]): readonly NamedAnswer[] {
  return descriptors.flatMap(({ id, credential, evaluation, satisfied }): readonly NamedAnswer[] => {
    const candidate = credential?.subject.candidate
    return candidate === undefined || evaluation === undefined ? [] : [{ id, candidate, evaluation, satisfied }]
  })
}

function unreadableOf(descriptors: readonly CheckedDescriptor[]): readonly string[] {
  return descriptors.filter(({ entry, evaluation }) => entry && evaluation === undefined).map(({ id }) => id)
}

/**
 * The checks of several presentations as those of one: what was found in any of them is told, and what was found in none
 * is told once.
 */
function mergedChecks(all: readonly (readonly Check[])[]): readonly Check[] {
  if (all.length === 1) return all[0] ?? []
  return CHECK_IDS.flatMap((id) => {
    const own = all.flat().filter(({ check }) => check === id)
    const found = own.filter(({ result }) => result === 'fail' || result === 'warn')
    const [first] = [...own.filter(({ result }) => result === 'pass'), ...own]
    return found.length > 0 ? found : first === undefined ? [] : [first]
  })
}
