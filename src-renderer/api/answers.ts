import { createListeners } from '../../shared/listeners.ts'

/** Tells the id of each operation of the window that was answered without a refusal; the one way to the main process announces it. */
export const answered = createListeners<string>()
