import type { CandidateCredential, DescriptorCandidates } from './try-held.ts'

/** A credential as the search sees it. */
export interface Usable {
  readonly id: string
  /** 0 is the newest. */
  readonly rank: number
  /** Ids of the descriptors it answers. */
  readonly answers: ReadonlySet<string>
}

/**
 * The credentials that can be in the smallest choice: what a newer credential answers as well, an older one is not needed
 * for. A wallet of thousands has few that differ in what they answer.
 *
 * @param held newest first
 * @param kindOf credentials of different kinds do not stand in for each other
 */
export function usefulCredentials(
  candidates: readonly DescriptorCandidates[],
  held: readonly CandidateCredential[],
  kindOf: (credential: CandidateCredential) => string = () => '',
): readonly Usable[] {
  const answers = answersByCredential(candidates)
  const useful: (Usable & { readonly kind: string })[] = []
  const seen = new Set<string>()
  held.forEach((credential, rank) => {
    const own = answers.get(credential.id)
    if (own === undefined) return
    const kind = kindOf(credential)
    const signature = JSON.stringify([kind, ...own])
    if (seen.has(signature)) return
    seen.add(signature)
    if (useful.some((newer) => newer.kind === kind && [...own].every((id) => newer.answers.has(id)))) return
    useful.push({ id: credential.id, rank, answers: own, kind })
  })
  return useful
}

function answersByCredential(candidates: readonly DescriptorCandidates[]): ReadonlyMap<string, Set<string>> {
  const answers = new Map<string, Set<string>>()
  for (const { descriptor, fitting } of candidates) {
    for (const { credential } of fitting) {
      const own = answers.get(credential.id) ?? new Set()
      answers.set(credential.id, own.add(descriptor.id))
    }
  }
  return answers
}
