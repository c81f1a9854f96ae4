import { CallError } from '../../../shared/contract/caller.ts'
import type { ForwardRequest } from '../../../shared/contract/workbench-forward.ts'
import { answer, askedFor } from './fake-bridge.ts'

/** A call of the service, as the window passes it to the workbench. */
interface ServiceCall {
  readonly operation: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/**
 * Fakes a part of the service behind the window's `forward`.
 *
 * @param part the part of the service, for example `vault`
 */
export function fakeCalls<Own extends object = object>(as: ForwardRequest['as'], part: string) {
  type Call = ServiceCall & Own
  type Give = (call: Call) => unknown
  const answers = new Map<string, Give>()

  return { start, answerTo, calls }

  /** Must be called after the bridge was reset. */
  function start(): void {
    answers.clear()
    answer(`forward as ${as}`, async ({ body }) => {
      const call = body as Call // the window's own call
      try {
        const give = answers.get(call.operation)
        if (give === undefined) throw new Error(`nobody answers ${call.operation}`)
        return { ok: true, status: 200, body: await give(call) }
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        return { ok: false, status: error.status, body: { errors: error.errors } }
      }
    })
  }

  /** Sets its answer to an operation; a thrown CallError is a refusal. */
  function answerTo(name: string, give: Give): void {
    answers.set(`${part}.${name}`, give)
  }

  /** The calls of an operation since the bridge was reset. */
  function calls(name: string): readonly Call[] {
    return askedFor(`forward as ${as}`)
      .map(({ body }) => body as Call)
      .filter(({ operation }) => operation === `${part}.${name}`)
  }
}
