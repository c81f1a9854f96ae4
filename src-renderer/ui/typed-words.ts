/** Whether a row contains the typed words: the rule of every search in the window. */
export { holdsWords } from '../../shared/word-search.ts'
