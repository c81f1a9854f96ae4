import { MAX_CREDENTIALS } from '../../../shared/contract/presentations.ts'
import { setImmediate } from 'node:timers/promises'
import type { Check, VerificationOptions } from '../../../shared/contract/presentations.ts'
import { NO_NAMES } from '../../../shared/presentation-exchange/asked-names.ts'
import { newBudget } from '../../../shared/presentation-exchange/budget.ts'
import type { Budget } from '../../../shared/presentation-exchange/budget.ts'
import type { DescriptorEvaluation } from '../../../shared/presentation-exchange/evaluate-credential.ts'
import { evaluateSubmission } from '../../../shared/presentation-exchange/evaluate-submission.ts'
import type { Answer } from '../../../shared/presentation-exchange/evaluate-submission.ts'
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
import { evaluateSubmitted, evaluationBudget, mapBudget, submittedFor } from './evaluation.ts'
import type { KnownDefinition } from './evaluation.ts'
import type { CredentialFacts } from './facts.ts'
import { complexityFault, gatherCredential, gatherPresentation } from './gather.ts'
import { placeInCredential, placeInPresentation, placeInSentCredential, placeInSubmission } from './place.ts'
import { PRESENTATION_ROWS, SHAPE_ROW } from './presentation-checks.ts'
import { withStated } from './presentation.ts'
import { signatureDigest } from './replay.ts'
import { descriptorChecks, MAP_ROW, mapEntriesOf, REQUIREMENT_ROWS, SUBMISSION_ROWS } from './submission-checks.ts'
import { followMap } from './submission-map.ts'
import type { MapEntry } from './submission-map.ts'
import type { VerificationContext } from './verification-context.ts'

/** Verifies a presentation. What has to be waited for is gathered first; then pure rules decide. */
export async function verifyPresentation(
  sent: VerificationInput,
  context: VerificationContext,
): Promise<VerifiedPresentation> {
  const { options } = sent
  const isTooMany = sent.presentation.credentials.length > MAX_CREDENTIALS
  const isReadable = complexityFault(sent.presentation) === undefined
  const asked = sent.known?.prepared.asked ?? NO_NAMES
  const gathered: CredentialFacts[] = []
  for (const one of isTooMany ? [] : sent.presentation.credentials) {
    if (gathered.length > 0) await setImmediate() // others come between two credentials
    gathered.push(await gatherCredential(one, context, asked, isReadable))
  }
  const facts = await gatherPresentation(sent.presentation, gathered, context)
  const input = { ...sent, presentation: withStated(sent.presentation, facts.read) }
  const presentation = { ...input.presentation, document: facts.read }

  const run: Run = { policy: options.policy, placeOf: placeInPresentation(presentation), earlier: [] }
  const shape = runRow(SHAPE_ROW, { ...facts, presentation, mayBeEmpty: mayBeEmpty(input) }, run)
  const map = checkMap(input, shape, context)
  const credentials = gathered.map((one) => checkCredential(one, { input, context, map, shape }))
  const earlier = [...shape, ...credentials.flatMap(({ checks }) => checks)]
  const formats = input.known ? { allowed: input.known.prepared.presentationFormats } : unevaluated(input, map)
  const subject = { ...facts, presentation, options, formats, now: context.now }
  const rest = runRows(PRESENTATION_ROWS, subject, { ...run, earlier })
  const answered = await checkAnswers(input, { map, credentials, shape }, context)
  const answer = answerOf({ input, credentials, ...answered, checks: [...shape, ...rest, ...answered.checks] })
  return { answer, digest: signatureDigest(input.presentation) }
}

/** Whether the definition is satisfied by no credential at all. */
function mayBeEmpty({ known }: VerificationInput): boolean {
  return known !== undefined && evaluateSubmission(known.prepared, new Map()).satisfied
}

interface CheckedMap {
  readonly entries: readonly MapEntry[]
  /** `submission.shape` to `submission.map`. */
  readonly checks: readonly Check[]
}

function checkMap(
  { presentation, options, known, isDefinitionKnown }: VerificationInput,
  shape: readonly Check[],
  context: VerificationContext,
): CheckedMap {
  const ids = ['submission.shape', 'submission.definition', 'submission.map'] as const
  if (options.evaluate === 'none') return { entries: [], checks: ids.map((id) => notRunCheck(id, OFF)) }
  const submission = presentation.submission?.value
  const run: Run = { policy: options.policy, placeOf: placeInSubmission(presentation), earlier: shape }
  const demanded = options.definition_id
  const checks = runRows(SUBMISSION_ROWS, { submission, isDefinitionKnown, demanded }, run)
  const cause = checks.find(isFailed)
  if (submission === undefined || known === undefined || cause?.check === 'submission.shape') {
    return { entries: [], checks: [...checks, blockedCheck('submission.map', cause)] }
  }
  const descriptors = new Set(known.prepared.descriptors.keys())
  const entries = followMap(mapEntriesOf(submission), {
    presentation,
    descriptors,
    budget: budgetIn(context, mapBudget),
  })
  const isUnanswerable = shape.find(({ code }) => code === 'no_credentials' || code === 'credentials_too_many')
  if (isUnanswerable) return { entries: [], checks: [...checks, blockedCheck('submission.map', isUnanswerable)] }
  const mapChecks = entries.flatMap((entry, index) =>
    runRow(MAP_ROW, entry, { ...run, placeOf: placeInSubmission(presentation, ['descriptor_map', index]) }),
  )
  return { entries, checks: [...checks, ...mapChecks] }
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
  readonly shape: readonly Check[]
}

function checkCredential(facts: CredentialFacts, { input, context, map, shape }: CredentialContext): CheckedSubject {
  const { presentation, options, known } = input
  const usedFor = map.entries.filter(({ credential }) => credential?.index === facts.sent.index).map(({ id }) => id)
  const statuses = usedFor.map((id) => known?.prepared.descriptors.get(id)?.constraints.statuses)
  const subject = { ...facts, now: context.now, holder: presentation.holder, statuses }
  const placeOf = placeInCredential(facts)
  return {
    subject,
    usedFor,
    checks: runRows(CREDENTIAL_ROWS, subject, { policy: options.policy, placeOf, earlier: shape }),
  }
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
  const { presentation, options, known } = input
  const run: Run = {
    policy: options.policy,
    placeOf: placeInPresentation(presentation),
    earlier: [...shape, ...map.checks],
  }
  if (known === undefined) {
    const notRun = (row: CheckRow<never>) => notRunCheck(row.check, unevaluated({ options }, map))
    return {
      checks: [...map.checks, ...REQUIREMENT_ROWS.map(notRun)],
      descriptors: [],
      evaluation: undefined,
    }
  }
  const found = [...known.prepared.descriptors.keys()].map((id) => {
    const entry = map.entries.find((one) => one.id === id)
    return { id, entry, credential: credentials.find(({ subject }) => subject.sent === entry?.credential) }
  })
  const evaluations = await evaluationsOf(known, found, context)
  const descriptors = found.map((one) =>
    checkedDescriptor({ ...one, evaluation: evaluations.get(one.id) }, map, options.policy),
  )
  const evaluation = evaluateSubmission(known.prepared, answersOf(descriptors), unreadableOf(descriptors))
  const cause = descriptors
    .filter(({ entry, satisfied }) => entry && !satisfied)
    .map(causeOf)
    .find((one) => one !== undefined)
  const subject = { presentation, entries: map.entries, evaluation, cause: cause ?? map.checks.find(isFailed) }
  return { checks: [...map.checks, ...runRows(REQUIREMENT_ROWS, subject, run)], descriptors, evaluation }
}

/** A verification that was stopped has no budget left, so the rest of it fails. */
function budgetIn({ stopped }: VerificationContext, usual: () => Budget): Budget {
  return stopped() === undefined ? usual() : newBudget(0)
}

/** Evaluations by descriptor, without descriptors whose credential cannot be read. */
async function evaluationsOf(
  known: KnownDefinition,
  found: readonly Pick<CheckedDescriptor, 'id' | 'credential'>[],
  context: VerificationContext,
): Promise<ReadonlyMap<string, DescriptorEvaluation>> {
  const submitted = found.flatMap(({ id, credential }) => (credential && submittedFor(id, credential.subject)) ?? [])
  const isOnWorker = known.prepared.backtracks && context.stopped() === undefined
  const budget = budgetIn(context, evaluationBudget)
  const evaluations = isOnWorker
    ? await context.evaluateOnWorker(known, submitted, context.allowance)
    : evaluateSubmitted(known.prepared, submitted, () => budget)
  return new Map(evaluations.map((evaluation, index) => [submitted[index]?.descriptor ?? '', evaluation]))
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

function answersOf(descriptors: readonly CheckedDescriptor[]): ReadonlyMap<string, Answer> {
  return new Map(
    descriptors.flatMap(({ id, credential, evaluation, satisfied }): (readonly [string, Answer])[] => {
      const candidate = credential?.subject.candidate
      return candidate === undefined || evaluation === undefined ? [] : [[id, { candidate, evaluation, satisfied }]]
    }),
  )
}

function unreadableOf(descriptors: readonly CheckedDescriptor[]): readonly string[] {
  return descriptors.filter(({ entry, evaluation }) => entry && evaluation === undefined).map(({ id }) => id)
}
