import type { WantedPart } from '../../../shared/contract/workbench-files.ts'
import { MAX_PART_BYTES } from '../../../shared/contract/workbench-files.ts'
import type { FileSource, SourceReader } from './file-source.ts'
import { sourceChanged } from './file-source.ts'

/** A source whose bytes are requested from, and delivered by, another party. */
export interface PulledSource extends FileSource {
  /** Waits for the next request for a part; null at the end. */
  wanted(): Promise<WantedPart>
  /**
   * Delivers the requested part; any other was delivered before and is ignored.
   *
   * @throws {ServiceError} `source_changed` when its size is not that requested
   */
  give(start: number, bytes: Uint8Array): void
  /** Ends the source: current and later reads fail with this reason. */
  end(reason: Error): void
}

/** After this time without a delivery, the other party is considered gone. */
const SILENCE_MS = 60_000

/** @param onSilence called when a requested part has not arrived in time; only tests shorten the time */
export function pulledSource(size: number, onSilence: () => void, silenceMs = SILENCE_MS): PulledSource {
  let pending: PendingPull | undefined
  let ended: Error | undefined
  let listeners: ((part: WantedPart) => void)[] = []

  return {
    size,
    open: () => Promise.resolve(readerFrom()),
    wanted() {
      if (ended !== undefined) return Promise.resolve(null)
      if (pending !== undefined) return Promise.resolve(pending.part)
      return new Promise((resolve) => void listeners.push(resolve))
    },
    give(start, bytes) {
      if (pending?.part.start !== start) return
      if (bytes.length !== pending.part.bytes) throw sourceChanged('has another size than it had')
      clearTimeout(pending.silence)
      const { resolve } = pending
      pending = undefined
      resolve(bytes)
    },
    end(reason) {
      ended ??= reason
      clearTimeout(pending?.silence)
      pending?.reject(ended)
      pending = undefined
      notify(null)
    },
  }

  function readerFrom(): SourceReader {
    let position = 0
    let left: Uint8Array = new Uint8Array()
    return {
      async next(into) {
        let filled = 0
        while (filled < into.length) {
          if (ended !== undefined) throw ended
          if (left.length === 0) {
            if (position === size) break
            left = await request({ start: position, bytes: Math.min(MAX_PART_BYTES, size - position) })
            position += left.length
          }
          const part = left.subarray(0, into.length - filled)
          into.set(part, filled)
          filled += part.length
          left = left.subarray(part.length)
        }
        return filled
      },
      close: () => Promise.resolve(),
    }
  }

  function request(part: NonNullable<WantedPart>): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const silence = setTimeout(onSilence, silenceMs).unref()
      pending = { part, resolve, reject, silence }
      notify(part)
    })
  }

  function notify(part: WantedPart): void {
    const waiting = listeners
    listeners = []
    for (const listener of waiting) listener(part)
  }
}

interface PendingPull {
  readonly part: NonNullable<WantedPart>
  readonly resolve: (bytes: Uint8Array) => void
  readonly reject: (reason: Error) => void
  readonly silence: NodeJS.Timeout
}
