import { DATA_HEADERS } from './security-headers.ts'
import type { HttpCall, HttpReply } from './http-call.ts'

/**
 * Makes a web `Request` of a call, for what is written against that interface. The body is read before.
 *
 * @throws {ServiceError} `payload_too_large`
 */
export async function requestFrom(call: HttpCall, maxBytes: number): Promise<Request> {
  const hasBody = call.method !== 'GET' && call.method !== 'HEAD'
  const body = hasBody ? await call.readBody(maxBytes) : undefined
  const headers = new Headers()
  for (const [name, value] of Object.entries(call.headers)) {
    if (typeof value === 'string') headers.set(name, value)
  }
  return new Request(`http://${headers.get('host') ?? ''}${call.target}`, {
    method: call.method,
    headers,
    signal: call.signal(),
    ...(body && body.length > 0 && { body: Buffer.from(body) }),
  })
}

/** Makes a reply of a web `Response`; headers that every reply carries are added where the response has none. */
export function replyFrom(response: Response): HttpReply {
  const headers: Record<string, string> = {}
  response.headers.forEach((value, name) => {
    headers[name] = value
  })
  for (const [name, value] of Object.entries(DATA_HEADERS)) headers[name.toLowerCase()] ??= value
  return { status: response.status, headers, body: response.body ?? undefined }
}
