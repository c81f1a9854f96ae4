import { textOf } from './phrase.ts'
import type { Phrase, Message } from './phrase.ts'

/** An error whose cause is one of a closed set. Callers branch on the code, never on the message. */
export abstract class CodedError<Code extends string> extends Error {
  readonly code: Code
  readonly phrase: Phrase | undefined

  constructor(code: Code, message: Message, options?: ErrorOptions) {
    super(textOf(message), options)
    this.code = code
    this.phrase = typeof message === 'string' ? undefined : message
  }
}

/** Whether a file or folder was missing, by the error code of the system. */
export function isMissing(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === 'ENOENT'
}
