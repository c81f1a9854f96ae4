/** What was typed into a search: its words, in lower case. */
export function wordsOf(typed: string): readonly string[] {
  return typed.toLocaleLowerCase().split(/\s+/).filter(Boolean)
}

/** Whether each word that was typed is somewhere in the texts, in any order and case; no words are in every text. */
export function holdsWords(texts: readonly (string | null | undefined)[], typed: string): boolean {
  const words = wordsOf(typed)
  if (words.length === 0) return true
  const joined = texts.join('\n').toLocaleLowerCase()
  return words.every((word) => joined.includes(word))
}
