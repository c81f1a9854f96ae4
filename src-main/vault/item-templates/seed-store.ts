/** Remembers which data sets were put in, so that each is put in once. */
export interface SeedStore {
  isApplied(name: string): boolean
  markApplied(name: string, now: string): void
}
