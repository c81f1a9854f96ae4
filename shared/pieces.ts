/** Cuts a list into pieces of at most `size` entries. */
export function piecesOf<Entry>(entries: readonly Entry[], size: number): Entry[][] {
  const pieces: Entry[][] = []
  for (let start = 0; start < entries.length; start += size) pieces.push(entries.slice(start, start + size))
  return pieces
}
