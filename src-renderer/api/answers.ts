import { createListeners } from '../../shared/listeners.ts'

/** Announces the id of every successful operation of the window; only `call` announces them. */
export const answered = createListeners<string>()
