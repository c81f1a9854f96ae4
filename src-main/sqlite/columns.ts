/** Functions for lists of columns as comma-separated texts, so that a store writes each list only once. */

/** The columns and their parameters, for `INSERT INTO table ${inserted(columns)}`. */
export function inserted(columns: string): string {
  return `(${columns}) VALUES (${bound(columns)})`
}

/** Parameters with the names of the columns. */
export function bound(columns: string): string {
  return each(columns, '@$&')
}

/** Columns set to their parameters, for `UPDATE table SET ${assigned(columns)}`. */
export function assigned(columns: string): string {
  return each(columns, '$& = @$&')
}

/** Columns set to the values of the new row, for `ON CONFLICT … DO UPDATE SET ${replaced(columns)}`. */
export function replaced(columns: string): string {
  return each(columns, '$& = excluded.$&')
}

/** Columns qualified by a table's name or alias in a join. */
export function columnsOf(table: string, columns: string): string {
  return each(columns, `${table}.$&`)
}

function each(columns: string, replacement: string): string {
  return columns.replace(/\w+/g, replacement)
}

/** Ids as one parameter for `json_each`; they are stored in lower case. */
export function idList(ids: readonly string[] | undefined): string {
  return JSON.stringify((ids ?? []).map((id) => id.toLowerCase()))
}
