import type { CandidateCredential, DescriptorCandidates } from './try-held.ts'

export interface RankedCredential {
  readonly id: string
  /** 0 is the newest. */
  readonly rank: number
  /** The ids of the descriptors that it matches. */
  readonly answers: ReadonlySet<string>
}

/**
 * The credentials that can be in the smallest choice. An older credential cannot if a newer one matches the same descriptors,
 * so even a wallet of thousands has only a few.
 *
 * @param held newest first
 * @param kindOf a credential can only be replaced by one of the same kind
 */
export function usefulCredentials(
  candidates: readonly DescriptorCandidates[],
  held: readonly CandidateCredential[],
  kindOf: (credential: CandidateCredential) => string = () => '',
): readonly RankedCredential[] {
  const answers = answersByCredential(candidates)
  const useful: (RankedCredential & { readonly kind: string })[] = []
  const seen = new Set<string>()
  held.forEach((credential, rank) => {
    const matched = answers.get(credential.id)
    if (matched === undefined) return
    const kind = kindOf(credential)
    const key = JSON.stringify([kind, ...matched])
    if (seen.has(key)) return
    seen.add(key)
    if (useful.some((newer) => newer.kind === kind && [...matched].every((id) => newer.answers.has(id)))) return
    useful.push({ id: credential.id, rank, answers: matched, kind })
  })
  return useful
}

function answersByCredential(candidates: readonly DescriptorCandidates[]): ReadonlyMap<string, Set<string>> {
  const answers = new Map<string, Set<string>>()
  for (const { descriptor, matching } of candidates) {
    for (const { credential } of matching) {
      const matched = answers.get(credential.id) ?? new Set()
      answers.set(credential.id, matched.add(descriptor.id))
    }
  }
  return answers
}
