/** A DID with its middle left out, so that it fits into a line: both ends tell keys apart. */
export function shortDid(did: string, { start, end } = { start: 19, end: 8 }): string {
  return did.length <= start + 1 + end ? did : `${did.slice(0, start)}…${did.slice(-end)}`
}
