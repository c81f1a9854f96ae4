import { chmodSync, statSync } from 'node:fs'

/** Permissions to remove for other users: all on our own files, and writing to a folder that the user chose. */
const FORBIDDEN = { ours: 0o077, chosen: 0o022 } as const

/**
 * Removes the permissions of other users on a file or folder of ours, for example after it was copied without its
 * modes.
 *
 * @param whose `chosen` for a folder that the user chose for the data, which may also contain other files
 * @returns a message that says what was changed or could not be; undefined if the file was private or is missing, or
 *   the system has no modes
 */
export function makePrivate(path: string, whose: keyof typeof FORBIDDEN = 'ours'): string | undefined {
  const forbidden = FORBIDDEN[whose]
  if (process.platform === 'win32') return undefined
  const mode = modeOf(path)
  if (mode === undefined || (mode & forbidden) === 0) return undefined
  const was = `other users of this computer could ${whose === 'ours' ? 'open' : 'change'} ${path} (mode ${mode.toString(8)})`
  try {
    chmodSync(path, mode & ~forbidden)
  } catch {
    // The message below says so.
  }
  return (modeOf(path) ?? 0) & forbidden ? `${was}, and this cannot be corrected` : `${was}; this was corrected`
}

function modeOf(path: string): number | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? undefined : stats.mode & 0o777
}
