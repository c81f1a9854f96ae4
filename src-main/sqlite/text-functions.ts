import type { Connection } from './database.ts'

/**
 * Lets statements of this connection ask `contains_text(text, part)`, where `part` is in lower case already: whether the
 * text has that part, without regard to case. SQLite itself folds only ASCII; texts are in any language.
 */
export function addContainsText(connection: Connection): void {
  connection.function('contains_text', { deterministic: true }, (text, part) =>
    String(text).toLowerCase().includes(String(part)) ? 1 : 0,
  )
}
