import type { Send } from '../../shared/contract/caller.ts'

/** What goes wrong on purpose, for scenarios of the wallet only: nothing of it can be reached over HTTP. */
export interface VerifierLab {
  /** The next question to the exchange about this request comes without the subscription key. */
  withoutKeyOnce(requestId: string): void
  /** Ends an open request now. @throws {ServiceError} `not_found` */
  endNow(requestId: string): void
}

/** What a workspace does with its verifier besides calling it. */
export interface VerifierAdministration {
  /** Tells which request changed. Returns how to stop. */
  subscribe(listener: (requestId: string) => void): () => void
  /** Lets somebody see the calls that the verifier makes to the exchange. */
  watchCalls(observe: (send: Send) => Send): void
  readonly lab: VerifierLab
}
