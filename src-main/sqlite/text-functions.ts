import type { SearchQuery } from '../../shared/word-search.ts'
import { rankOf, searchQuery, searchText } from '../../shared/word-search.ts'
import type { Connection } from './database.ts'

/**
 * Adds the SQL function `holds_words(typed, text, …)`, which tells whether every typed word occurs in one of the texts,
 * ignoring case and accents. SQLite itself folds only ASCII.
 */
export function addHoldsWords(connection: Connection): void {
  let last: { readonly typed: unknown; readonly query: SearchQuery } = { typed: '', query: searchQuery('') }

  connection.function('holds_words', { deterministic: true, varargs: true }, (typed, ...texts) => {
    if (last.typed !== typed) last = { typed, query: searchQuery(String(typed)) }
    return rankOf(searchText(texts.map((text) => (typeof text === 'string' ? text : null))), last.query) > 0 ? 1 : 0
  })
}
