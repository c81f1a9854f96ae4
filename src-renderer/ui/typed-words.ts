/** Whether the words that somebody typed are in what a filter of the window looks at: the rule of every other search. */
export { holdsWords } from '../../shared/word-search.ts'
