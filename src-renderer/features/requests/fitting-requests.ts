import type { VerifierRequest } from '../../../shared/contract/verifier-requests.ts'

/** Those whose name, definition or id holds all the words. */
export function fittingRequests(requests: readonly VerifierRequest[], typed: string): readonly VerifierRequest[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return requests.filter(({ name, definition_name, id, definition_id }) => {
    const all = [name, definition_name, id, definition_id].join(' ').toLocaleLowerCase()
    return words.every((word) => all.includes(word))
  })
}
