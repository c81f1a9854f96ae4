/** Parameters named after the columns of a list. */
export function bound(columns: string): string {
  return columns.replace(/\w+/g, '@$&')
}

/** Ids as one parameter for `json_each`; they are stored in lower case. */
export function idList(ids: readonly string[] | undefined): string {
  return JSON.stringify((ids ?? []).map((id) => id.toLowerCase()))
}
