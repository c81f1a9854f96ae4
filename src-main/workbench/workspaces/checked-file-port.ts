/** What is known of a file before it is opened. */
export interface Inspection {
  /** When it was looked through last; undefined when it was not closed in order. ISO 8601. */
  readonly checkedAt: string | undefined
  /** What was noticed, in words. */
  readonly notices: readonly string[]
  /** Changes that its log holds and that cannot be read. */
  readonly brokenLog?: { readonly lostChanges: number; readonly writtenAt: string } | undefined
}

/** What is known of the file under a workspace, and how to look again. */
export interface CheckedFile {
  /** What was noticed at the open, in words. */
  readonly notices: readonly string[]
  /** Whether it was not closed in order, or not looked through for a week. */
  isCheckDue(nowMs: number): boolean
  /** Looks through it. @returns what is wrong, empty when nothing is. @throws {ServiceError} `storage_read_only` */
  check(): Promise<readonly string[]>
  /** A person has been shown what was noticed. */
  noteShown(): void
}
