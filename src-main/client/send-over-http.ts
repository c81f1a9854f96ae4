import type { Send } from '../../shared/contract/caller.ts'
import { httpRequestFor } from '../../shared/contract/http-request.ts'
import { serviceOperations } from '../../shared/contract/index.ts'

const operationsById = new Map(serviceOperations.map((operation) => [operation.id, operation]))

/** Reaches a service over HTTP, as any client would; `baseUrl` is the address without a path. */
export function sendOverHttp(baseUrl: string): Send {
  return async (request) => {
    const operation = operationsById.get(request.operation)
    if (operation === undefined) throw new Error(`${request.operation} is not an operation of the service`)
    const { method, path, body } = httpRequestFor(operation, request)
    const response = await fetch(`${baseUrl}/${operation.api}${path}`, {
      method,
      redirect: 'error',
      headers: { ...request.headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    const reply: unknown = text === '' ? undefined : JSON.parse(text)
    // Which of the two it is follows from the status; the service answers every failure with its error body.
    return { ok: response.ok, status: response.status, body: reply } as Awaited<ReturnType<Send>>
  }
}
