/** The error for an unknown name, with the most similar known one. */
export function unknownName(what: string, name: string, names: readonly string[]): string {
  const near = nearest(name, names)
  return `there is no ${what} ${name}${near === undefined ? '' : `; did you mean ${near}?`}`
}

/** The most similar name: the one with the fewest letters to change, at most a third of them. */
function nearest(name: string, names: readonly string[]): string | undefined {
  const ranked = names.map((one) => ({ one, steps: distance(name, one) })).sort((a, b) => a.steps - b.steps)
  const [first] = ranked
  return first !== undefined && first.steps <= Math.max(2, name.length / 3) ? first.one : undefined
}

/** Letters to add, leave out or change (Levenshtein), of names of at most 64 letters. */
function distance(one: string, other: string): number {
  const letters = other.slice(0, 64).split('')
  const last = one
    .slice(0, 64)
    .split('')
    .reduce<readonly number[]>(
      (row, letter, turn) =>
        letters.reduce<number[]>(
          (next, otherLetter, at) => [
            ...next,
            Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (letter === otherLetter ? 0 : 1)),
          ],
          [turn + 1],
        ),
      Array.from({ length: letters.length + 1 }, (_, index) => index),
    )
  return last.at(-1) ?? letters.length
}
