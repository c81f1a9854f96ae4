import { foldForSearch } from './folded-text.ts'

/** The typed text of a search, folded once for all texts that are searched. */
export interface SearchQuery {
  readonly words: readonly string[]
  /** The words in the order in which they were typed. */
  readonly phrase: string
}

/** A range of a text, in UTF-16 units; the end is exclusive. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

type Text = string | null | undefined

/** The rank of a record that does not match a query. */
export const NO_MATCH = 0
/** The rank of a word by the place where it occurs. */
const OTHER_FIELD = 1
const INSIDE_NAME = 2
const WORD_OF_NAME = 3
const START_OF_NAME = 4

export function searchQuery(typed: string): SearchQuery {
  const words = foldForSearch(typed).split(/\s+/).filter(Boolean)
  return { words, phrase: words.join(' ') }
}

/** The folded texts of one record, for `rankOf`. The first text is its name. */
export function searchText([name, ...others]: readonly Text[]): string {
  return foldForSearch([name?.replaceAll('\n', ' '), ...others].join('\n'))
}

/**
 * How well a record matches a query; 0 is not at all, and every record matches a query without words.
 *
 * Each word has to occur somewhere, in any order. A name that begins with the typed text is worth most; otherwise each
 * word counts by its best place: the start of the name, the start of a word of the name, inside the name, another text.
 *
 * @param text made by `searchText`
 * @param more another folded text that is looked through, which is not the name
 */
export function rankOf(text: string, { words, phrase }: SearchQuery, more = ''): number {
  if (beginsWithPhrase(text, { phrase })) return topRank({ words })
  let rank = 0
  for (const word of words) {
    const worth = worthOf(text, word) || (more.includes(word) ? OTHER_FIELD : NO_MATCH)
    if (worth === NO_MATCH) return NO_MATCH
    rank += worth
  }
  return rank
}

/** Whether a folded text begins with the typed text, which is the best possible match. */
export function beginsWithPhrase(text: string, { phrase }: Pick<SearchQuery, 'phrase'>): boolean {
  return text.startsWith(phrase)
}

/** The rank of a name that begins with the typed text. */
export function topRank({ words }: Pick<SearchQuery, 'words'>): number {
  return START_OF_NAME * words.length + 1
}

function worthOf(text: string, word: string): number {
  let at = text.indexOf(word)
  if (at === -1) return NO_MATCH
  if (at === 0) return START_OF_NAME
  const lineEnd = text.indexOf('\n')
  const nameEnd = lineEnd === -1 ? text.length : lineEnd
  const isInName = at < nameEnd
  for (; at !== -1 && at < nameEnd; at = text.indexOf(word, at + 1)) if (beginsWord(text, at)) return WORD_OF_NAME
  return isInName ? INSIDE_NAME : OTHER_FIELD
}

const LETTER_OR_DIGIT = /[\p{L}\p{M}\p{N}]$/u

function beginsWord(text: string, at: number): boolean {
  return !LETTER_OR_DIGIT.test(text.slice(Math.max(0, at - 2), at))
}

/** Whether every typed word occurs somewhere in the texts. */
export function holdsWords(texts: readonly Text[], typed: string): boolean {
  return rankOf(searchText(texts), searchQuery(typed)) > NO_MATCH
}

/**
 * The records that match the typed text, best first; equal ones keep their order, and so do all if nothing was typed.
 */
export function bestMatches<One>(
  all: readonly One[],
  typed: string,
  textsOf: (one: One) => readonly Text[],
): readonly One[] {
  const query = searchQuery(typed)
  if (query.words.length === 0) return all
  return bestFirst(all, (one) => rankOf(searchText(textsOf(one)), query))
}

/** The records with a rank above 0, highest first; equal ones keep their order. */
function bestFirst<One>(all: readonly One[], rank: (one: One) => number): One[] {
  const byRank: One[][] = []
  for (const one of all) {
    const place = rank(one)
    if (place > NO_MATCH) (byRank[place] ??= []).push(one)
  }
  return byRank.reverse().flat()
}

/**
 * Finds the words of what was typed in a text, as ranges of the text as it is, from left to right; none touches the
 * next. A letter of which only a part was typed, as `s` of `ß`, is in the range as a whole.
 */
export function matchedRanges(text: string, typed: string): readonly TextRange[] {
  const { words } = searchQuery(typed)
  const folded = words.length === 0 ? undefined : foldWithPlaces(text)
  if (folded === undefined) return []
  const found = words.flatMap((word) => placesOf(folded.text, word))
  const ranges = found.map(({ start, end }) => ({
    start: folded.places[start]?.start ?? 0,
    end: folded.places[end - 1]?.end ?? 0,
  }))
  return joined(ranges.toSorted((one, other) => one.start - other.start))
}

interface FoldedText {
  readonly text: string
  /** The letter that each unit of the folded text came from. */
  readonly places: readonly TextRange[]
}

/** Letters with their marks; made when it is first used. */
let segmenter: Intl.Segmenter | undefined

function foldWithPlaces(text: string): FoldedText {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let folded = ''
  const places: TextRange[] = []
  for (const { segment, index } of segmenter.segment(text)) {
    const part = foldForSearch(segment)
    folded += part
    for (let unit = 0; unit < part.length; unit += 1) places.push({ start: index, end: index + segment.length })
  }
  return { text: folded, places }
}

function placesOf(text: string, word: string): TextRange[] {
  const found: TextRange[] = []
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    found.push({ start: at, end: at + word.length })
  return found
}

function joined(ranges: readonly TextRange[]): TextRange[] {
  const result: TextRange[] = []
  for (const range of ranges) {
    const last = result.at(-1)
    if (last === undefined || range.start > last.end) result.push(range)
    else result[result.length - 1] = { start: last.start, end: Math.max(last.end, range.end) }
  }
  return result
}
