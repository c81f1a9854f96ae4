import { z } from 'zod'
import { atLeast } from '../../shared/contract/bounds.ts'
import type { Send } from '../../shared/contract/caller.ts'
import { httpRequestFor } from '../../shared/contract/http-request.ts'
import { serviceOperations } from '../../shared/contract/index.ts'

const operationsById = new Map(serviceOperations.map((operation) => [operation.id, operation]))

/** No response at an address, or not one of a vault service. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** Calls a service over HTTP. @param baseUrl the address without a path. @throws {NoAnswer} */
export function sendOverHttp(baseUrl: string): Send {
  return async (request) => {
    const operation = operationsById.get(request.operation)
    if (operation === undefined) throw new Error(`${request.operation} is not an operation of the service`)
    const { method, path, body } = httpRequestFor(operation, request)
    const { ok, status, reply } = await answerTo(`${baseUrl}/${operation.api}${path}`, {
      method,
      redirect: 'error', // the token must not reach another address
      headers: { ...request.headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    })
    if (!ok && !FailureBody.safeParse(reply).success) throw new NoAnswer(`it answers ${status} unlike a vault`)
    return { ok, status, body: reply } as Awaited<ReturnType<Send>> // the status determines the type
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
    const why = fault instanceof SyntaxError ? 'it answers unlike a vault' : causeOf(fault)
    throw new NoAnswer(why, { cause: fault })
  }
}

/** `fetch` reports the reason as the cause of its error. */
function causeOf(fault: unknown): string {
  const cause = fault instanceof Error && fault.cause instanceof Error ? fault.cause : fault
  return cause instanceof Error ? cause.message : String(cause)
}
