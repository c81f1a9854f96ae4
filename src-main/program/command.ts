import type { CommandOption } from '../composition/command-options.ts'

/** Exit codes of commands (docs/running.md, Exit codes). */
export const EXIT = { success: 0, checkFailed: 1, wrongUse: 2, couldNotRun: 3 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** What `--help`, the completion of shells and docs/running.md say about a command, and what reads its command line. */
export interface CommandDescription {
  /** A summary of one line. */
  readonly summary: string
  /** Arguments after the name besides options, for example `FILE [DIR]`. */
  readonly usage: string
  /** Paragraphs below that. */
  readonly text: string
  /** First words that it takes; completion offers them. */
  readonly words?: readonly string[]
  readonly options: Readonly<Record<string, CommandOption>>
}

/** Ports of a command to its process. */
export interface Ports {
  readonly environment: Record<string, string | undefined>
  /** Asks a person, without echoing the input. */
  readonly ask: (question: string) => Promise<string>
  /** Standard output, as it is. */
  readonly out: (text: string) => void
  /** A line on standard error. */
  readonly say: (line: string) => void
  /** How far it is: a line on standard error that the next one replaces, where that is a terminal; else nothing. */
  readonly progress: (line: string) => void
  /** Aborted when the program is told to end. */
  readonly ending: AbortSignal
  /** The file that this program was started from. */
  readonly program: string
}

/** The command did what it could, and cannot go on for a reason that a person can do something about. */
export class CouldNotRun extends Error {
  override readonly name = 'CouldNotRun'
}

/** Settles when the program is told to end. */
export function untilEnding({ ending }: Pick<Ports, 'ending'>): Promise<void> {
  return new Promise((done) => {
    if (ending.aborted) done()
    else ending.addEventListener('abort', () => done(), { once: true })
  })
}
