import { wipe } from '../../crypto/keys.ts'

/**
 * Allocates memory for blocks under way, and so limits their number.
 *
 * @param blocks the number of blocks under way
 * @param bytes the memory for each
 * @param signal aborts waiting work with its reason
 */
export function blockWindow(blocks: number, bytes: number, signal?: AbortSignal) {
  const free: Uint8Array<ArrayBuffer>[] = []
  const running = new Set<Promise<void>>()
  let allocated = 0
  let failure: { readonly cause: unknown } | undefined

  return {
    /** Takes the memory for a block, waiting for a free one if necessary. */
    async take() {
      for (;;) {
        refuseFailed()
        const memory = free.pop()
        if (memory !== undefined) return memory
        if (allocated < blocks) {
          allocated += 1
          return new Uint8Array(new ArrayBuffer(bytes))
        }
        await Promise.race(running)
      }
    },
    /** Starts work on a block; the memory it returns is free again. The first failure stops all work not yet begun. */
    run(work: () => Promise<Uint8Array<ArrayBuffer>>) {
      const task = work()
        .then(
          (memory) => void free.push(memory),
          (cause: unknown) => {
            failure ??= { cause }
          },
        )
        .finally(() => running.delete(task))
      running.add(task)
    },
    /** Resolves when all work is done. @throws the first failure */
    async done() {
      await Promise.all(running)
      refuseFailed()
    },
    /** Resolves when all work has ended, failed or not, and the memory is wiped. */
    async settled() {
      await Promise.all(running)
      wipe(...free)
    },
  }

  function refuseFailed(): void {
    if (failure !== undefined) throw failure.cause
    signal?.throwIfAborted()
  }
}
