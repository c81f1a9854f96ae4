import type { Ballast } from './ballast.ts'
import { isDiskFull } from './database.ts'
import type { Place } from './place-on-disk.ts'
import type { WriteObstacle } from './working-copy.ts'

/** Watches whether the disk of the data directory can be written, and reserves space on it. */
export type DiskWatch = ReturnType<typeof createDiskWatch>

export interface DiskWatchOptions {
  /** Undefined for a directory that may only be read. */
  readonly ballast: Ballast | undefined
  /** The data directory: nothing is written after it was moved. */
  readonly place: Place
  readonly onChange: () => void
  readonly log: { error(message: string, cause: unknown): void }
}

/** The program has started and the window has painted by then: a ballast takes a moment to write. */
const FIRST_LOOK_MS = 10_000
const LOOK_EVERY_MS = 60_000

const MESSAGES: Readonly<Record<WriteObstacle, string>> = {
  full: 'the disk of the data directory is full: what is there can be read, what is done may not be kept',
  read_only: 'the data directory can only be read: what is there is shown, and nothing is kept',
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
    makeRoom: () => {
      if (ballast === undefined || !place.isThere()) return false
      change('full')
      return ballast.release()
    },
    /** A workspace could only be opened as a copy. */
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

  /** Looks whether there is room again, and keeps some back. */
  function look(): Promise<void> {
    looking = looking.then(keepRoom)
    return looking
  }

  async function keepRoom(): Promise<void> {
    if (!place.isThere()) return
    try {
      const state = await ballast?.keep()
      if (state === 'too_small') tellThatSmall()
      if (state !== undefined && state !== 'no_room' && obstacle === 'full') change(undefined)
    } catch (fault) {
      if (!isDiskFull(fault)) log.error('no room could be kept back on the disk', fault)
    }
  }

  function tellThatSmall(): void {
    if (!isSmallLogged) log.error('the disk is too small to keep room back on it', undefined)
    isSmallLogged = true
  }
}

/** Stands for data in memory. */
export const NO_DISK: DiskWatch = {
  obstacle: () => undefined,
  makeRoom: () => false,
  noteCopy: () => undefined,
  look: () => Promise.resolve(),
  stop: () => Promise.resolve(),
}
