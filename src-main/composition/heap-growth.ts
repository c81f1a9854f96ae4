import { setFlagsFromString } from 'node:v8'

/** By how much the heap may outgrow what was in use after a collection, in percent, before the next one. */
const GROWTH = '--heap-growing-percent=40'

/**
 * Keeps the memory of a busy service near what it uses: by itself the engine lets a heap grow to several times of that
 * where the computer has memory enough. Its threads do the same. There is no limit that it could run into.
 *
 * @param setFlag the engine's own way; only tests pass another one
 */
export function holdHeapDown(setFlag: (flag: string) => void = setFlagsFromString): void {
  setFlag(GROWTH)
}
