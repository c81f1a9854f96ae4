/**
 * The place of a row of the list among the service's rows, when some of those are not shown.
 *
 * @param hidden places of the hidden rows among the service's rows, ascending.
 */
export function placeOfRow(row: number, hidden: readonly number[]): number {
  // hidden[k] - k never falls, so the number of hidden rows before this one is found by halving.
  let [low, high] = [0, hidden.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((hidden[middle] ?? 0) - middle <= row) low = middle + 1
    else high = middle
  }
  return row + low
}

/** The inverse: the row of the list at this place. The place itself must not be hidden. */
export function rowOfPlace(place: number, hidden: readonly number[]): number {
  let [low, high] = [0, hidden.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((hidden[middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return place - low
}
