import { wipe } from '../../crypto/keys.ts'

/**
 * Memory for the blocks under way, which limits their number whatever the size of the file.
 *
 * @param blocks the number of blocks under way
 * @param bytes of memory for each
 * @param signal its reason rejects waiting work
 */
export function blockWindow(blocks: number, bytes: number, signal?: AbortSignal) {
  const free: Uint8Array<ArrayBuffer>[] = []
  const running = new Set<Promise<void>>()
  let made = 0
  let failure: { readonly cause: unknown } | undefined

  return {
    /** Waits until a block is done, if all memory is in use. */
    async take() {
      for (;;) {
        refuseFailed()
        const memory = free.pop()
        if (memory !== undefined) return memory
        if (made < blocks) {
          made += 1
          return new Uint8Array(new ArrayBuffer(bytes))
        }
        await Promise.race(running)
      }
    },
    /** Works on a block; the memory it answers is free again. The first failure stops everything that has not begun. */
    run(work: () => Promise<Uint8Array<ArrayBuffer>>) {
      const one = work()
        .then(
          (memory) => void free.push(memory),
          (cause: unknown) => {
            failure ??= { cause }
          },
        )
        .finally(() => running.delete(one))
      running.add(one)
    },
    /** Resolves when all work is done. @throws the first failure */
    async done() {
      await Promise.all(running)
      refuseFailed()
    },
    /** Resolves when nothing is under way any more, failed or not, and the memory is overwritten. */
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
