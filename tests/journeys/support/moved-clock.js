/*
 * Loaded before the application where a journey moves its clock: time goes by as ever, so much ahead as the journey says
 * over the channel to its child process.
 */

const now = Date.now.bind(Date)
let aheadMs = 0

Date.now = () => now() + aheadMs
process.on('message', (ms) => (aheadMs += ms))
// The channel alone keeps no process running.
process.channel?.unref()
