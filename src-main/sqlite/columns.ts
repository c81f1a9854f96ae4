/**
 * Column lists are comma-separated texts, so that a store writes each only once: directly for SELECT, and with these
 * functions where a statement repeats it.
 */

/** The columns and parameters named after them, for `INSERT INTO table ${inserted(columns)}`. */
export function inserted(columns: string): string {
  return `(${columns}) VALUES (${bound(columns)})`
}

/** Parameters named after the columns. */
export function bound(columns: string): string {
  return each(columns, '@$&')
}

/** Columns set to their parameters, for `UPDATE table SET ${assigned(columns)}`. */
export function assigned(columns: string): string {
  return each(columns, '$& = @$&')
}

/** Columns set to what the new row would have, for `ON CONFLICT … DO UPDATE SET ${replaced(columns)}`. */
export function replaced(columns: string): string {
  return each(columns, '$& = excluded.$&')
}

/** Columns of one table of a join, by its name there. */
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
