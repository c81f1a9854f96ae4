/** What an address says at one place, as `params` and `query` of a route have it; undefined where it says nothing. */
export function textOf(param: unknown): string | undefined {
  return typeof param === 'string' && param !== '' ? param : undefined
}
