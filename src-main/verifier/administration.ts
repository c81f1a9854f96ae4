import type { Send } from '../../shared/contract/caller.ts'

/** What a workspace does with its verifier besides calling it. */
export interface VerifierAdministration {
  /** Tells which request changed. Returns how to stop. */
  subscribe(listener: (requestId: string) => void): () => void
  /** Lets somebody see the calls that the verifier makes to the exchange. */
  watchCalls(observe: (send: Send) => Send): void
}
