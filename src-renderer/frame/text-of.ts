/** The first value of a parameter in `params` or `query` of a route; undefined if there is none. */
export function textOf(param: unknown): string | undefined {
  return typeof param === 'string' && param !== '' ? param : undefined
}
