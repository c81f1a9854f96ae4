import type { Page, PageRequest } from '../../shared/contract/paging.ts'
import type {
  VerifierAttempt,
  VerifierRequest,
  VerifierRequestState,
  VerifierRequestStep,
} from '../../shared/contract/verifier-requests.ts'

/** A request as it is stored: what its addresses are, follows from where the verifier is reached. */
export interface StoredRequest extends Omit<
  VerifierRequest,
  'definition_url' | 'destination_url' | 'deep_link' | 'reachable_from_phone'
> {
  /** When it became verified, expired or cancelled; null while it is open. */
  readonly closed_at: string | null
  readonly fetch_count: number
  /** Presentations that were refused without being judged. */
  readonly refusal_count: number
  readonly wallet_scheme: string
}

/** An attempt as it is stored: what was sent, and what was found in it, are sealed. */
export interface StoredAttempt extends Omit<VerifierAttempt, 'verification' | 'presentation_kept'> {
  readonly request_id: string
  readonly sealed_verification: Uint8Array | null
  readonly sealed_presentation: Uint8Array | null
}

/** An attempt as it is listed: without the presentation, which may be long. */
export interface ListedAttempt extends Omit<StoredAttempt, 'sealed_presentation'> {
  readonly presentation_kept: boolean
}

export interface RequestFilter {
  readonly states?: readonly VerifierRequestState[] | undefined
  readonly definition_id?: string | undefined
}

export interface VerifierRequestStore {
  add(request: StoredRequest): void
  find(id: string): StoredRequest | undefined
  update(request: StoredRequest): void
  page(filter: RequestFilter, request: PageRequest): Page<StoredRequest>
  addAttempt(attempt: StoredAttempt): void
  /** Oldest first. */
  attemptsOf(requestId: string): readonly ListedAttempt[]
  findAttempt(requestId: string, attemptId: string): StoredAttempt | undefined
  forgetPresentation(attemptId: string): void
  addStep(requestId: string, step: VerifierRequestStep): void
  /** Verified requests whose action has not ended. */
  unfinishedActions(): readonly StoredRequest[]
  /** Oldest first. */
  stepsOf(requestId: string): readonly VerifierRequestStep[]
  /** When the next open request ends; null when none is open. */
  earliestEnd(): string | null
  openEndedBy(time: string): readonly StoredRequest[]
  /** When the request that is closed for longest was closed. */
  earliestClosing(): string | null
  /** Deletes requests with everything that belongs to them. */
  deleteClosedBefore(time: string): void
}
