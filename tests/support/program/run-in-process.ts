import { runProgram } from '../../../src-main/program/run-program.ts'
import { PROGRAM } from '../service/served.ts'

/** What came of a command line. */
export interface CommandOutcome {
  readonly code: number
  readonly out: string
  readonly err: string
  /** What a person was asked. */
  readonly asked: readonly string[]
}

interface Surroundings {
  readonly environment?: Record<string, string | undefined>
  /** What a person answers, whatever the question. */
  readonly answer?: string
  readonly ending?: AbortSignal
  /** Told what is printed, as it comes. */
  readonly onOut?: (text: string) => void
}

/** Follows a command line of the program in this process. */
export async function runInProcess(
  args: readonly string[],
  { environment = {}, answer = '', ending = new AbortController().signal, onOut }: Surroundings = {},
): Promise<CommandOutcome> {
  let [out, err] = ['', '']
  const asked: string[] = []
  const code = await runProgram(args, '0.0.0', {
    environment,
    ending,
    program: PROGRAM,
    ask(question) {
      asked.push(question)
      return Promise.resolve(answer)
    },
    out(text) {
      out += text
      onOut?.(text)
    },
    say: (line) => void (err += `${line}\n`),
    progress: () => undefined,
  })
  return { code, out, err, asked }
}
