/** What is said when a connection is refused; apart, because whoever imports the guard itself is guarded. */
export const REFUSED = 'something tried to leave this process'
