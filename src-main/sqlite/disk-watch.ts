import type { Ballast } from './ballast.ts'
import { isDiskFull } from './database.ts'
import type { Place } from './place-on-disk.ts'
import type { WriteObstacle } from './working-copy.ts'

/** Watches whether the disk of the data directory can be written, and reserves space on it. */
export type DiskWatch = ReturnType<typeof createDiskWatch>

export interface DiskWatchOptions {
  /** Undefined for a read-only directory. */
  readonly ballast: Ballast | undefined
  /** The data directory, in which nothing is written after it was moved. */
  readonly place: Place
  readonly onChange: () => void
  readonly log: { error(message: string, cause: unknown): void }
}

/** Late enough not to slow the start, because writing the reserve takes a moment. */
const FIRST_LOOK_MS = 10_000
const LOOK_EVERY_MS = 60_000

const MESSAGES: Readonly<Record<WriteObstacle, string>> = {
  full: 'the disk of the data directory is full: the data can be read, but changes may not be stored',
  read_only: 'the data directory is read-only: the data can be read, but no change is stored',
}

export function createDiskWatch({ ballast, place, onChange, log }: DiskWatchOptions) {
  let obstacle: WriteObstacle | undefined
  let isSmallLogged = false
  let looking: Promise<void> = Promise.resolve()
  if (ballast === undefined) change('read_only')
  const first = setTimeout(() => void look(), FIRST_LOOK_MS).unref()
  const next = setInterval(() => void look(), LOOK_EVERY_MS).unref()

  return {
    /** Undefined while writes are possible. */
    obstacle: () => obstacle,
    /** Called when the disk is full. @returns whether space was freed, so that the write can be retried */
    freeSpace: () => {
      if (ballast === undefined || !place.isThere()) return false
      change('full')
      return ballast.release()
    },
    /** Notes that a workspace could only be opened as a copy. */
    noteCopy: change,
    look,
    async stop() {
      clearTimeout(first)
      clearInterval(next)
      await looking
    },
  }

  function change(to: WriteObstacle | undefined): void {
    if (obstacle === to) return
    obstacle = to
    if (to !== undefined) log.error(MESSAGES[to], undefined)
    onChange()
  }

  /** Checks whether there is free space again, and reserves some. */
  function look(): Promise<void> {
    looking = looking.then(reserveSpace)
    return looking
  }

  async function reserveSpace(): Promise<void> {
    if (!place.isThere()) return
    try {
      const state = await ballast?.reserve()
      if (state === 'too_small') logSmallDiskOnce()
      if (state !== undefined && state !== 'no_room' && obstacle === 'full') change(undefined)
    } catch (fault) {
      if (!isDiskFull(fault)) log.error('no space could be reserved on the disk', fault)
    }
  }

  function logSmallDiskOnce(): void {
    if (!isSmallLogged) log.error('the disk is too small to reserve space on it', undefined)
    isSmallLogged = true
  }
}

/** The watch of data in memory, which has no disk. */
export const NO_DISK: DiskWatch = {
  obstacle: () => undefined,
  freeSpace: () => false,
  noteCopy: () => undefined,
  look: () => Promise.resolve(),
  stop: () => Promise.resolve(),
}
