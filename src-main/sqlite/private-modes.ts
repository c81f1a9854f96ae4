import { chmodSync, statSync } from 'node:fs'

/** Permissions to remove for others: all on our own files, and writing to a folder that a person chose. */
const FORBIDDEN = { ours: 0o077, chosen: 0o022 } as const

/**
 * Removes the permissions of others on a file or folder of ours, for example after it was copied without its modes.
 *
 * @param whose `chosen`: a folder that a person chose for the data, which may contain other things as well
 * @returns a message: that it was open, or that it cannot be changed; undefined if it was private, is missing, or the
 *   system has no modes
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
    // told below
  }
  return (modeOf(path) ?? 0) & forbidden ? `${was}, and that cannot be changed` : `${was}; they cannot any more`
}

function modeOf(path: string): number | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? undefined : stats.mode & 0o777
}
