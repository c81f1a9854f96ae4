/** What came of a tier with faults in it: nothing failed, or what did, and commands that run the tests that failed alone. */
export type Outcome = 'passed' | { readonly what: string; readonly commands: readonly string[] }

/** Operations for trying faults: `S` is a fault. */
export interface Trial<S> {
  /** Runs a tier with all of these faults at once. */
  together(suspects: readonly S[]): Promise<Outcome>
  /** The first of the commands that fails with this fault and no other. */
  alone(suspect: S, commands: readonly string[]): Promise<string | undefined>
}

/**
 * Says which of several faults a tier finds. One run for each fault would take hours where most faults that are left
 * are found by nothing: so the tier runs with all of them, and when it passes, it finds none. When it fails, only the
 * tests that failed run with each fault by itself, and the tier again with those that these do not find.
 *
 * @param decide is told of each fault what found it, or undefined where nothing did
 */
export async function sieve<S>(
  suspects: readonly S[],
  trial: Trial<S>,
  decide: (suspect: S, foundBy: string | undefined) => void,
): Promise<void> {
  if (suspects.length === 0) return
  const outcome = await trial.together(suspects)
  if (outcome === 'passed') {
    for (const suspect of suspects) decide(suspect, undefined)
    return
  }
  const [only] = suspects
  if (only !== undefined && suspects.length === 1) {
    decide(only, outcome.commands[0] ?? outcome.what)
    return
  }
  const left: S[] = []
  for (const suspect of suspects) {
    const foundBy = await trial.alone(suspect, outcome.commands)
    if (foundBy === undefined) left.push(suspect)
    else decide(suspect, foundBy)
  }
  // Nothing failed alone, the run hung, or a test fails now and then.
  const size = left.length === suspects.length ? Math.ceil(left.length / 2) : left.length
  await sieve(left.slice(0, size), trial, decide)
  await sieve(left.slice(size), trial, decide)
}
