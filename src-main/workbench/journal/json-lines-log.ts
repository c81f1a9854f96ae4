import type { Clock, Log } from '../../service/ports.ts'
import { isoTime } from '../../service/ports.ts'
import { maskText } from './secret-forms.ts'

/** Writes one JSON object a line. What has the form of a secret is masked, wherever it came from. */
export function jsonLinesLog(write: (line: string) => void, clock: Clock): Log {
  return {
    error(message, cause) {
      write(
        `${JSON.stringify({ at: isoTime(clock.nowMs()), level: 'error', message, ...(cause !== undefined && { cause: described(cause) }) })}\n`,
      )
    },
  }
}

function described(cause: unknown): unknown {
  if (!(cause instanceof Error)) return maskText(String(cause))
  return {
    name: cause.name,
    ...('code' in cause && { code: String(cause.code) }),
    message: maskText(cause.message),
    ...(cause.stack !== undefined && { stack: maskText(cause.stack) }),
    ...(cause.cause !== undefined && { cause: described(cause.cause) }),
  }
}
