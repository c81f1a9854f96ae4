/** A presentation that was found to be valid, for as long as it may not be accepted again (contract 5.1, replay). */
export interface AcceptedPresentation {
  /** SHA-256 of the signature as text. */
  readonly digest: Uint8Array
  readonly holder: string
  /** Null when no definition was asked for. */
  readonly submission_id: string | null
  readonly expires_at: string
}

/** What is kept of each verification; never the presentation itself (contract 4.3). */
export interface VerificationRecord {
  readonly id: string
  readonly verified_at: string
  /** Null without a signature. */
  readonly digest: Uint8Array | null
  readonly holder: string | null
  readonly definition_id: string | null
  readonly valid: boolean
  /** Codes of the checks that failed, in order. */
  readonly codes: readonly string[]
}

export interface AcceptedPresentationStore {
  /** How this presentation stands to those accepted before and not forgotten yet. */
  findEarlier(presentation: Pick<AcceptedPresentation, 'digest' | 'holder' | 'submission_id'>, now: string): Earlier
  addAccepted(presentation: AcceptedPresentation): void
  addRecord(record: VerificationRecord): void
  /** Deletes what was kept long enough. */
  forget(now: string, recordsBefore: string): void
}

export type Earlier = 'same' | 'same_submission_id' | 'none'
