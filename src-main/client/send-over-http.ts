import { z } from 'zod'
import { atLeast } from '../../shared/contract/bounds.ts'
import type { Send } from '../../shared/contract/caller.ts'
import { httpRequestFor } from '../../shared/contract/http-request.ts'
import { serviceOperations } from '../../shared/contract/index.ts'

const operationsById = new Map(serviceOperations.map((operation) => [operation.id, operation]))

/** No answer at an address, or none of a service like ours. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** Reaches a service over HTTP, as any client would; `baseUrl` is the address without a path. Throws {@link NoAnswer}. */
export function sendOverHttp(baseUrl: string): Send {
  return async (request) => {
    const operation = operationsById.get(request.operation)
    if (operation === undefined) throw new Error(`${request.operation} is not an operation of the service`)
    const { method, path, body } = httpRequestFor(operation, request)
    const { ok, status, reply } = await answerTo(`${baseUrl}/${operation.api}${path}`, {
      method,
      redirect: 'error', // a token goes to no other address
      headers: { ...request.headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    })
    if (!ok && !FailureBody.safeParse(reply).success) throw new NoAnswer(`it answers ${status} as no vault does`)
    return { ok, status, body: reply } as Awaited<ReturnType<Send>> // which of the two follows from the status
  }
}

const FailureBody = z.object({
  errors: z.array(z.object({ error: z.string(), message: z.string() })).check(atLeast(1)),
})

async function answerTo(address: string, init: RequestInit) {
  try {
    const response = await fetch(address, init)
    const text = await response.text()
    const reply: unknown = text === '' ? undefined : JSON.parse(text)
    return { ok: response.ok, status: response.status, reply }
  } catch (fault) {
    const why = fault instanceof SyntaxError ? 'it answers as no vault does' : causeOf(fault)
    throw new NoAnswer(why, { cause: fault })
  }
}

/** `fetch` puts the reason into the cause of its error. */
function causeOf(fault: unknown): string {
  const said = fault instanceof Error && fault.cause instanceof Error ? fault.cause : fault
  return said instanceof Error ? said.message : String(said)
}
