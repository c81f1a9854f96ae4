import { memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import { subjectsOf } from '../../../shared/presentation-exchange/candidate.ts'
import type { PreparedDefinition } from '../../../shared/presentation-exchange/prepare-definition.ts'
import { judgeChoice } from './judge-choice.ts'
import type { Choice } from './judge-choice.ts'
import { usefulCredentials } from './useful-credentials.ts'
import type { Usable } from './useful-credentials.ts'
import { isBetter, searchChoice, sortedRanks } from './search.ts'
import { newestFirst } from './try-held.ts'
import type { CandidateCredential, DescriptorCandidates } from './try-held.ts'

/**
 * The smallest choice that satisfies the definition: fewest credentials, then newest, then by id; one credential may
 * answer several descriptors (docs/contract/exchange.md, Runs). Descriptors nobody needs stay unanswered.
 *
 * Finding the fewest is a covering problem, so the search has a limit: beyond it the best choice found so far is
 * proposed, and for a definition made to be hard perhaps none.
 *
 * @returns undefined when no choice satisfies it
 */
export function chooseCredentials(
  prepared: PreparedDefinition,
  candidates: readonly DescriptorCandidates[],
): Choice | undefined {
  const held = newestFirst(distinctCredentials(candidates))
  const accept = (choice: Choice) => judgeChoice(prepared, candidates, choice).satisfied
  const search = (within: readonly Usable[]) => searchChoice(prepared, within, accept)
  const found = demandsOneSubject(prepared)
    ? (ofOneSubject(candidates, held, search) ?? search(usefulCredentials(candidates, held, subjectOf)))
    : search(usefulCredentials(candidates, held))
  return found && withoutNeedless(found, accept)
}

function distinctCredentials(candidates: readonly DescriptorCandidates[]): readonly CandidateCredential[] {
  const byId = new Map<string, CandidateCredential>()
  for (const { fitting } of candidates) for (const { credential } of fitting) byId.set(credential.id, credential)
  return [...byId.values()]
}

function demandsOneSubject({ descriptors }: PreparedDefinition): boolean {
  return [...descriptors.values()].some(({ constraints }) =>
    (constraints.same_subject ?? []).some(({ directive }) => directive === 'required'),
  )
}

/** Tries the credentials of each subject by themselves: then all that must be about one subject is. */
function ofOneSubject(
  candidates: readonly DescriptorCandidates[],
  held: readonly CandidateCredential[],
  search: (within: readonly Usable[]) => Choice | undefined,
): Choice | undefined {
  const places = new Map(held.map(({ id }, place) => [id, place]))
  let best: { readonly choice: Choice; readonly ranks: readonly number[] } | undefined
  for (const subject of new Set(held.map(subjectOf))) {
    const own = held.filter((credential) => subjectOf(credential) === subject)
    const choice = search(usefulCredentials(candidates, own))
    if (choice === undefined) continue
    const ranks = sortedRanks([...new Set(choice.values())].map((id) => places.get(id) ?? 0))
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
function withoutNeedless(choice: Choice, accept: (choice: Choice) => boolean): Choice {
  let needed = choice
  for (const id of [...choice.keys()].reverse()) {
    const fewer = new Map([...needed].filter(([one]) => one !== id))
    if (accept(fewer)) needed = fewer
  }
  return needed
}
