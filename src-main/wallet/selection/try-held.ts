import { newBudget } from '../../../shared/presentation-exchange/budget.ts'
import type { Candidate } from '../../../shared/presentation-exchange/candidate.ts'
import type { DescriptorCheck } from '../../../shared/presentation-exchange/checks.ts'
import { compareMoments, readDateTime } from '../../../shared/presentation-exchange/date-time.ts'
import { evaluateCredential } from '../../../shared/presentation-exchange/evaluate-credential.ts'
import type { DescriptorEvaluation } from '../../../shared/presentation-exchange/evaluate-credential.ts'
import type {
  PreparedDefinition,
  PreparedDescriptor,
} from '../../../shared/presentation-exchange/prepare-definition.ts'
import { issuedOf } from '../store/credential-facts.ts'

/** A credential to choose from. */
export interface CandidateCredential {
  readonly id: string
  readonly candidate: Candidate
  /** The DID that would present it. */
  readonly holder: string | undefined
  /** The key identifiers of the authorities in its certificates, for an SD-JWT VC that has some; read when asked for. */
  readonly authorities?: () => readonly string[]
}

/** A credential with its evaluation for a descriptor. */
export interface TriedCredential {
  readonly credential: CandidateCredential
  readonly evaluation: DescriptorEvaluation
}

/** The credentials that match a descriptor. */
export interface DescriptorCandidates {
  readonly descriptor: Pick<PreparedDescriptor, 'id'> & {
    readonly constraints: Pick<PreparedDescriptor['constraints'], 'limit_disclosure'>
  }
  /** Matching credentials, newest first. */
  readonly matching: readonly TriedCredential[]
  /** If no credential matches, the one that passes most checks, with the check that it fails. */
  readonly nearest: (TriedCredential & { readonly failed: DescriptorCheck }) | undefined
}

/** A credential that is to be evaluated for a descriptor. */
export interface Trial {
  readonly descriptor: PreparedDescriptor
  readonly credential: CandidateCredential
}

/** The budget for all trials of a definition, which lasts a few seconds. A usual trial takes a few dozen steps. */
const STEPS_OF_ALL_TRIALS = 3_000_000

/** Pairs every descriptor with every credential, newest first. */
export function trialsOf({ descriptors }: PreparedDefinition, held: readonly CandidateCredential[]): readonly Trial[] {
  const newest = newestFirst(held)
  return [...descriptors.values()].flatMap((descriptor) => newest.map((credential) => ({ descriptor, credential })))
}

/** The same credential before any claim was disclosed: what is not asked for will not be. */
export function untold(candidate: Candidate): Candidate {
  const { disclosure } = candidate
  return disclosure === undefined ? candidate : { ...candidate, disclosure: { ...disclosure, disclosed: [] } }
}

/** Evaluates trials on this thread. The status of a credential is left open: no wallet knows it. */
export function evaluateTrials(trials: readonly Trial[]): readonly DescriptorEvaluation[] {
  const budget = newBudget(STEPS_OF_ALL_TRIALS)
  return trials.map(({ descriptor, credential: { candidate, holder } }) =>
    evaluateCredential(descriptor, untold(candidate), { holder, budgetOf: () => budget }),
  )
}

/** @param evaluations one for each trial */
export function candidatesOf(
  { descriptors }: PreparedDefinition,
  trials: readonly Trial[],
  evaluations: readonly DescriptorEvaluation[],
): readonly DescriptorCandidates[] {
  const tried = new Map<string, TriedCredential[]>()
  trials.forEach(({ descriptor, credential }, index) => {
    const evaluation = evaluations[index]
    if (evaluation === undefined) return
    const evaluated = tried.get(descriptor.id) ?? []
    evaluated.push({ credential, evaluation })
    tried.set(descriptor.id, evaluated)
  })
  return [...descriptors.values()].map((descriptor) => {
    const all = tried.get(descriptor.id) ?? []
    const matching = all.filter(({ evaluation }) => evaluation.holds)
    return { descriptor, matching, nearest: matching.length > 0 ? undefined : nearestOf(all) }
  })
}

function nearestOf(tried: readonly TriedCredential[]): DescriptorCandidates['nearest'] {
  let nearest: DescriptorCandidates['nearest']
  let furthest = -1
  for (const { credential, evaluation } of tried) {
    const step = evaluation.checks.findIndex(({ result }) => result === 'fail')
    const failed = evaluation.checks[step]
    if (failed === undefined || step <= furthest) continue
    nearest = { credential, evaluation, failed }
    furthest = step
  }
  return nearest
}

/** Sorts by issuance date, then by id. Credentials without a date come last. */
export function newestFirst<Entry extends CandidateCredential>(held: readonly Entry[]): readonly Entry[] {
  return held
    .map((entry) => ({ entry, issued: issuedAt(entry.candidate) }))
    .sort((one, other) => {
      const order = compareIssued(other.issued, one.issued)
      return order === 0 ? compareTexts(one.entry.id, other.entry.id) : order
    })
    .map(({ entry }) => entry)
}

type Issued = ReturnType<typeof readDateTime>

function issuedAt(candidate: Candidate): Issued {
  return readDateTime(issuedOf(candidate) ?? '')
}

function compareIssued(one: Issued, other: Issued): number {
  if (one === undefined || other === undefined) return Number(one !== undefined) - Number(other !== undefined)
  return compareMoments(one, other)
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
