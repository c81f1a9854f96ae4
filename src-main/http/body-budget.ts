import { ServiceError } from '../../shared/contract/errors.ts'

const MEBIBYTE = 1024 * 1024

/** Memory that all bodies together may take while they come in, over all connections. */
export const MAX_INCOMING_BYTES = 64 * MEBIBYTE
const TRY_AGAIN_AFTER_SECONDS = 1

/** Bounds the memory of bodies that are not complete yet. */
export type BodyBudget = ReturnType<typeof createBodyBudget>

interface Incoming {
  bytes: number
  readonly gaveWay: Promise<never>
  giveWay(): void
}

/**
 * Counts received bytes, not announced ones: otherwise a few callers who announce much and send nothing would keep
 * everybody out. Beyond the limit the body that has been arriving for longest is dropped, not the new one: a body sent
 * in one go is complete before it is the oldest, so slow senders keep nobody out.
 */
export function createBodyBudget(maxBytes: number = MAX_INCOMING_BYTES) {
  /** Oldest first. */
  const coming = new Set<Incoming>()
  let bytes = 0

  return {
    /**
     * Counts the chunks from their arrival until the reader has ended, however it ends.
     *
     * @throws {ServiceError} `server_busy` while it is read, when this body has to make room for others
     */
    async *counted(chunks: AsyncIterable<Uint8Array>) {
      const iterator = chunks[Symbol.asyncIterator]()
      const body = newIncoming()
      coming.add(body)
      try {
        for (;;) {
          const next = await Promise.race([iterator.next(), body.gaveWay])
          if (next.done === true) return
          take(body, next.value.length)
          yield next.value
        }
      } finally {
        leave(body)
        void iterator.return?.() // not awaited: after giving way it waits for a chunk that may never come
      }
    },
  }

  function take(body: Incoming, more: number): void {
    if (!coming.has(body)) throw busy() // it was dropped while this chunk was on its way
    body.bytes += more
    bytes += more
    for (const oldest of coming) {
      if (bytes <= maxBytes) return
      leave(oldest)
      oldest.giveWay()
    }
  }

  function leave(body: Incoming): void {
    if (coming.delete(body)) bytes -= body.bytes
  }
}

function newIncoming(): Incoming {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined) // the reader learns it from the race
  return {
    bytes: 0,
    gaveWay: promise,
    giveWay() {
      reject(busy())
    },
  }
}

function busy(): ServiceError {
  return new ServiceError('server_busy', 'Too many bodies are coming in at the same time; send this one again.', {
    retryAfterSeconds: TRY_AGAIN_AFTER_SECONDS,
  })
}
