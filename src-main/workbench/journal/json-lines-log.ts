import type { Clock, Log } from '../../service/ports.ts'
import { isoTime } from '../../service/ports.ts'
import { maskText } from './secret-forms.ts'

/** Logs one JSON object per line. Anything in the cause that looks like a secret is masked. */
export function jsonLinesLog(write: (line: string) => void, clock: Clock): Log {
  return {
    error(message, cause) {
      write(
        `${JSON.stringify({ at: isoTime(clock.nowMs()), level: 'error', message, ...(cause !== undefined && { cause: causeFields(cause) }) })}\n`,
      )
    },
  }
}

function causeFields(cause: unknown): unknown {
  if (!(cause instanceof Error)) return maskText(String(cause))
  return {
    name: cause.name,
    ...('code' in cause && { code: String(cause.code) }),
    message: maskText(cause.message),
    ...(cause.stack !== undefined && { stack: maskText(cause.stack) }),
    ...(cause.cause !== undefined && { cause: causeFields(cause.cause) }),
  }
}
