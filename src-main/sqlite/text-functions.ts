import { servedLabel } from '../service/languages.ts'
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

/**
 * Lets statements ask `served_label(label, label_translations, languages)`: the label for somebody who wants the
 * languages of this JSON list, see {@link servedLabel}.
 */
export function addServedLabel(connection: Connection): void {
  connection.function('served_label', { deterministic: true }, (label, translations, languages) =>
    servedLabel(
      { label: String(label), label_translations: typeof translations === 'string' ? translations : null },
      JSON.parse(String(languages)) as readonly string[],
    ),
  )
}
