/** The two channels between the window and the program, shared by the preload script and the program. */
export const INVOKE_CHANNEL = 'invoke'
export const EVENT_CHANNEL = 'event'
