import type { WantedPart } from '../../../shared/contract/workbench-files.ts'
import { MAX_PART_BYTES } from '../../../shared/contract/workbench-files.ts'
import type { FileSource, SourceReader } from './file-source.ts'
import { sourceChanged } from './file-source.ts'

/** A file held by another party, which is told the part that is needed next and delivers it. */
export interface PulledSource extends FileSource {
  /** Waits until a part is wanted; null once none is any more. */
  wanted(): Promise<WantedPart>
  /**
   * Delivers the wanted part; any other was delivered before and is ignored.
   *
   * @throws {ServiceError} `source_changed` when it is longer or shorter than wanted
   */
  give(start: number, bytes: Uint8Array): void
  /** Ends the source: current and later reads fail with this reason. */
  end(reason: Error): void
}

/** After this time without a sign, the holder of the file is assumed gone. */
const SILENCE_MS = 60_000

/** @param onSilence called when the wanted part did not arrive for a minute; only tests wait for less */
export function pulledSource(size: number, onSilence: () => void, silenceMs = SILENCE_MS): PulledSource {
  let asked: PendingPull | undefined
  let ended: Error | undefined
  let listeners: ((part: WantedPart) => void)[] = []

  return {
    size,
    open: () => Promise.resolve(readerFrom()),
    wanted() {
      if (ended !== undefined) return Promise.resolve(null)
      if (asked !== undefined) return Promise.resolve(asked.part)
      return new Promise((resolve) => void listeners.push(resolve))
    },
    give(start, bytes) {
      if (asked?.part.start !== start) return
      if (bytes.length !== asked.part.bytes) throw sourceChanged('has another size than it had')
      clearTimeout(asked.silence)
      const { resolve } = asked
      asked = undefined
      resolve(bytes)
    },
    end(reason) {
      ended ??= reason
      clearTimeout(asked?.silence)
      asked?.reject(ended)
      asked = undefined
      tell(null)
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
            left = await ask({ start: position, bytes: Math.min(MAX_PART_BYTES, size - position) })
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

  function ask(part: NonNullable<WantedPart>): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const silence = setTimeout(onSilence, silenceMs).unref()
      asked = { part, resolve, reject, silence }
      tell(part)
    })
  }

  function tell(part: WantedPart): void {
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
