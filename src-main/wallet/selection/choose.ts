import { memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import { subjectsOf } from '../../../shared/presentation-exchange/candidate.ts'
import type { PreparedDefinition } from '../../../shared/presentation-exchange/prepare-definition.ts'
import { evaluateChoice } from './judge-choice.ts'
import type { Choice } from './judge-choice.ts'
import { usefulCredentials } from './useful-credentials.ts'
import type { RankedCredential } from './useful-credentials.ts'
import { isBetter, searchChoice, sortedRanks } from './search.ts'
import { newestFirst } from './try-held.ts'
import type { CandidateCredential, DescriptorCandidates } from './try-held.ts'

/**
 * Finds the smallest choice that satisfies the definition: the fewest credentials, then the newest, then by id. One
 * credential may answer several descriptors; descriptors that no requirement needs stay unanswered
 * (docs/contract/exchange.md, Runs).
 *
 * This is a set cover problem, so the search ends after a limit with the best choice so far.
 *
 * @returns undefined if no choice was found
 */
export function chooseCredentials(
  prepared: PreparedDefinition,
  candidates: readonly DescriptorCandidates[],
): Choice | undefined {
  const held = newestFirst(distinctCredentials(candidates))
  const accept = (choice: Choice) => evaluateChoice(prepared, candidates, choice).satisfied
  const search = (credentials: readonly RankedCredential[]) => searchChoice(prepared, credentials, accept)
  const found = demandsOneSubject(prepared)
    ? (searchBySubject(candidates, held, search) ?? search(usefulCredentials(candidates, held, subjectOf)))
    : search(usefulCredentials(candidates, held))
  return found && withoutUnneeded(found, accept)
}

/** The newest match for each input that has one. */
export function newestOfEach(candidates: readonly DescriptorCandidates[]): Choice {
  return new Map(
    candidates.flatMap(({ descriptor, matching: [newest] }) =>
      newest === undefined ? [] : [[descriptor.id, newest.credential.id] as const],
    ),
  )
}

function distinctCredentials(candidates: readonly DescriptorCandidates[]): readonly CandidateCredential[] {
  const byId = new Map<string, CandidateCredential>()
  for (const { matching } of candidates) for (const { credential } of matching) byId.set(credential.id, credential)
  return [...byId.values()]
}

function demandsOneSubject({ descriptors }: PreparedDefinition): boolean {
  return [...descriptors.values()].some(({ constraints }) =>
    (constraints.same_subject ?? []).some(({ directive }) => directive === 'required'),
  )
}

/** Searches the credentials of each subject separately, so that all of them are about the same subject. */
function searchBySubject(
  candidates: readonly DescriptorCandidates[],
  held: readonly CandidateCredential[],
  search: (credentials: readonly RankedCredential[]) => Choice | undefined,
): Choice | undefined {
  const rankById = new Map(held.map(({ id }, rank) => [id, rank]))
  let best: { readonly choice: Choice; readonly ranks: readonly number[] } | undefined
  for (const subject of new Set(held.map(subjectOf))) {
    const own = held.filter((credential) => subjectOf(credential) === subject)
    const choice = search(usefulCredentials(candidates, own))
    if (choice === undefined) continue
    const ranks = sortedRanks([...new Set(choice.values())].map((id) => rankById.get(id) ?? 0))
    if (best === undefined || isBetter(ranks, best.ranks)) best = { choice, ranks }
  }
  return best?.choice
}

function subjectOf({ candidate }: CandidateCredential): string {
  return subjectsOf(candidate.credential)
    .map(({ value }) => textOf(memberOf(value, 'id')) ?? '')
    .join(' ')
}

/** Leaves out the answers that no requirement needs. */
function withoutUnneeded(choice: Choice, accept: (choice: Choice) => boolean): Choice {
  let needed = choice
  for (const id of [...choice.keys()].reverse()) {
    const fewer = new Map([...needed].filter(([descriptor]) => descriptor !== id))
    if (accept(fewer)) needed = fewer
  }
  return needed
}
