import { ServiceError } from '../../shared/contract/errors.ts'

const MEBIBYTE = 1024 * 1024

/** Memory that incoming bodies may take, over all connections. */
export const MAX_INCOMING_BYTES = 64 * MEBIBYTE
const TRY_AGAIN_AFTER_SECONDS = 1

/** Bounds the memory of incomplete bodies. */
export type BodyBudget = ReturnType<typeof createBodyBudget>

interface Incoming {
  bytes: number
  /** Rejects when the body is dropped. */
  readonly dropped: Promise<never>
  drop(): void
}

/**
 * Counts received bytes rather than announced ones, so that callers who announce much and send nothing keep nobody out.
 * Beyond the limit, the body that has been arriving for longest is dropped: a body sent in one go is complete before it
 * becomes the oldest, so slow senders keep nobody out either.
 */
export function createBodyBudget(maxBytes: number = MAX_INCOMING_BYTES) {
  /** Oldest first. */
  const incoming = new Set<Incoming>()
  let bytes = 0

  return {
    /**
     * Passes on the chunks of a body, and counts them until the reader ends.
     *
     * @throws {ServiceError} `server_busy` if this body is dropped
     */
    async *counted(chunks: AsyncIterable<Uint8Array>) {
      const iterator = chunks[Symbol.asyncIterator]()
      const body = newIncoming()
      incoming.add(body)
      try {
        for (;;) {
          const next = await Promise.race([iterator.next(), body.dropped])
          if (next.done === true) return
          take(body, next.value.length)
          yield next.value
        }
      } finally {
        leave(body)
        void iterator.return?.() // not awaited: the next chunk may never come
      }
    },
  }

  function take(body: Incoming, more: number): void {
    if (!incoming.has(body)) throw busy() // it was dropped while this chunk was on its way
    body.bytes += more
    bytes += more
    for (const oldest of incoming) {
      if (bytes <= maxBytes) return
      leave(oldest)
      oldest.drop()
    }
  }

  function leave(body: Incoming): void {
    if (incoming.delete(body)) bytes -= body.bytes
  }
}

function newIncoming(): Incoming {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined) // the reader gets the fault from the race
  return {
    bytes: 0,
    dropped: promise,
    drop() {
      reject(busy())
    },
  }
}

function busy(): ServiceError {
  return new ServiceError('server_busy', 'Too many bodies are coming in at the same time; send this one again.', {
    retryAfterSeconds: TRY_AGAIN_AFTER_SECONDS,
  })
}
