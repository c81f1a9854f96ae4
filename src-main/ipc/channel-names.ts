/** The two channels between the window and the program; the preload script and the program agree on them here. */
export const INVOKE_CHANNEL = 'invoke'
export const EVENT_CHANNEL = 'event'
