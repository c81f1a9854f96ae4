import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** By how much the heap may outgrow what was in use after a collection, in percent, before the next one. */
const GROWTH = '--heap-growing-percent=40'
/** New objects get no larger half than they have. */
const YOUNG_GROWTH = '--semi-space-growth-factor=1'
/** Two halves of 16 MiB; by itself the engine goes on to two of 64 MiB on a computer with memory enough. */
const YOUNG_BYTES = 32 * 1024 * 1024
/** It doubles no sooner than every few seconds, also under load. */
const LOOK_EVERY_MS = 2_000

/** What the engine is asked and told; only tests pass others. */
export interface Heap {
  readonly setFlag: (flag: string) => void
  /** Memory that is reserved for new objects. */
  readonly youngBytes: () => number
}

const heapOfThisProgram: Heap = {
  setFlag: setFlagsFromString,
  youngBytes: () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0,
}

/**
 * Keeps the memory of a busy service near what it uses: by itself the engine lets a heap grow to several times of that
 * where the computer has memory enough. Its threads do the same. There is no limit that it could run into.
 *
 * The size of the young part cannot be set in a program that runs, so its growth is switched off once it is there.
 *
 * @returns ends the looking
 */
export function holdHeapDown({ setFlag, youngBytes }: Heap = heapOfThisProgram): () => void {
  setFlag(GROWTH)
  const looking = setInterval(() => {
    if (youngBytes() < YOUNG_BYTES) return
    setFlag(YOUNG_GROWTH)
    end()
  }, LOOK_EVERY_MS).unref()
  const end = () => {
    clearInterval(looking)
  }
  return end
}
