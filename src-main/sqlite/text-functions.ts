import { foldForSearch } from '../../shared/folded-text.ts'
import type { Connection } from './database.ts'

/**
 * Lets statements of this connection ask `contains_text(text, part)`, where `part` is folded for search already: whether
 * the text has that part, without regard to case and accents. SQLite itself folds only ASCII; texts are in any language.
 */
export function addContainsText(connection: Connection): void {
  connection.function('contains_text', { deterministic: true }, (text, part) =>
    foldForSearch(String(text)).includes(String(part)) ? 1 : 0,
  )
}
