import { foldForSearch } from '../../shared/folded-text.ts'

/** What was typed into a search: its words, folded for search. */
export function wordsOf(typed: string): readonly string[] {
  return foldForSearch(typed).split(/\s+/).filter(Boolean)
}

/**
 * Whether each word that was typed is somewhere in the texts, in any order, without regard to case and accents; no words
 * are in every text.
 */
export function holdsWords(texts: readonly (string | null | undefined)[], typed: string): boolean {
  const words = wordsOf(typed)
  if (words.length === 0) return true
  const joined = foldForSearch(texts.join('\n'))
  return words.every((word) => joined.includes(word))
}
