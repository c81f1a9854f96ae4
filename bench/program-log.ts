import { systemClock } from '../src-main/service/ports.ts'
import { jsonLinesLog } from '../src-main/workbench/journal/json-lines-log.ts'

/** What programs and services that are measured logged as errors. */
const errors: string[] = []

/** For a service in this process, in the form of the program's own log; who started this process reads it there. */
export const benchLog = jsonLinesLog((line) => {
  noteLogLine(line.trimEnd())
}, systemClock)

/** A line that was written on the standard error of a program that is measured. */
export function noteLogLine(line: string): void {
  process.stderr.write(`${line}\n`)
  if (isError(line)) errors.push(line)
}

/**
 * Figures of a program that complains are not those of a sound one.
 *
 * @throws {Error} naming what was measured and what was logged
 */
export function refuseLoggedErrors(what: string): void {
  if (errors.length > 0) throw new Error(`${what}: the program logged an error\n${errors.splice(0).join('\n')}`)
}

/** For whoever goes on after a failure that was told already. */
export function forgetLoggedErrors(): void {
  errors.length = 0
}

/** Of Node's warnings and of words for a person there is nothing to refuse. */
function isError(line: string): boolean {
  try {
    return (JSON.parse(line) as { level?: unknown } | null)?.level === 'error' // any JSON
  } catch {
    return false
  }
}
