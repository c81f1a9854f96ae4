import { answer, asked } from '../../../session/testing/fake-bridge.ts'
import { CallError } from '../../../../shared/contract/caller.ts'

interface DeskCall {
  readonly operation: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

type Give = (call: DeskCall) => unknown

const answers = new Map<string, Give>()

/** What the verifier answers to an operation from now on; a thrown CallError is its refusal. */
export function answerDesk(name: string, give: Give): void {
  answers.set(`verifier.${name}`, give)
}

/** To be called after the bridge was reset. */
export function startDesk(): void {
  answers.clear()
  answer('deskCall', async ({ body }) => {
    const call = body as DeskCall // the window's own call
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

export function deskCalls(name: string): readonly DeskCall[] {
  return asked
    .filter(({ operation }) => operation === 'workbench.deskCall')
    .map(({ body }) => body as DeskCall)
    .filter(({ operation }) => operation === `verifier.${name}`)
}
