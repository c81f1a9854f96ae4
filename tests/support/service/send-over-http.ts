import { httpRequestFor } from '../../../shared/contract/http-request.ts'
import { serviceOperations } from '../../../shared/contract/index.ts'
import { NOTICE_HEADER } from '../../../shared/contract/users.ts'
import type { FailureReply, ServiceReply, ServiceRequest } from '../../../src-main/service/reply.ts'

/** Sends a call as a client would, on the mount of the operation's part. An unknown operation goes to an unknown path. */
export function sendOverHttp(url: string): (request: ServiceRequest) => Promise<ServiceReply> {
  return async (request) => replyOf(await fetchOverHttp(url, request))
}

/** The same, with the answer as it arrives. */
export function fetchOverHttp(url: string, sent: ServiceRequest): Promise<Response> {
  const { form, ...request } = withForm(sent)
  const operation = serviceOperations.find(({ id }) => id === request.operation)
  const mount = operation?.api ?? 'vault'
  const { method, path, body } =
    operation === undefined
      ? { method: 'GET', path: '/no-such-operation', body: undefined }
      : httpRequestFor(operation, request)
  const fields = operation?.requestForm === 'form' ? urlencoded(request.body) : undefined
  if (fields !== undefined)
    return fetch(`${url}/${mount}${path}`, { method, headers: given(request.headers), body: fields })
  return fetch(`${url}/${mount}${path}`, {
    method,
    headers: { ...given(request.headers), ...(body !== undefined && { 'content-type': 'application/json' }) },
    redirect: 'manual',
    ...(body !== undefined && { body }),
    ...(form && { method, body: form }),
  })
}

/** The fields of a form; undefined for a body that has none, which is sent as it is, to be refused. */
function urlencoded(body: unknown): URLSearchParams | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(body)) {
    fields.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return fields
}

/** A body with a file in it goes over the wire as a form, as published clients send it. */
function withForm(request: ServiceRequest): ServiceRequest & { readonly form?: FormData } {
  const fields = fieldsOf(request.body)
  if (!fields.some(([, value]) => value instanceof Uint8Array)) return request
  const form = new FormData()
  for (const [name, value] of fields) {
    form.append(name, value instanceof Uint8Array ? new Blob([Uint8Array.from(value)]) : String(value))
  }
  const { body: _, ...others } = request
  return { ...others, form }
}

function fieldsOf(body: unknown, prefix = ''): readonly (readonly [string, unknown])[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]) => {
    const path = prefix === '' ? name : `${prefix}[${name}]`
    const isRecord = typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
    return isRecord ? fieldsOf(value, path) : [[path, value as unknown]]
  })
}

async function replyOf(response: Response): Promise<ServiceReply> {
  const type = response.headers.get('content-type')
  if (type !== null && !type.startsWith('application/json')) return mediaReply(response, type)
  const text = await response.text()
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  const notice = response.headers.get(NOTICE_HEADER)
  const headers = notice === null ? {} : { headers: { [NOTICE_HEADER]: notice } }
  if (response.ok) return { ok: true, status: response.status, body, ...headers }
  const location = response.headers.get('location')
  if (response.status === 302 && location !== null) {
    // In process it is a path of the part; over HTTP the mount of the part stands in front of it.
    return { ok: true, status: 302, body, headers: { Location: location.replace(/^\/[^/]+/, '') } }
  }
  const retryAfter = response.headers.get('retry-after')
  return {
    ok: false,
    status: response.status,
    body: body as FailureReply['body'], // what the server sends with such a status; its own tests check the shape
    ...(retryAfter !== null && { retryAfterSeconds: Number(retryAfter) }),
  }
}

/** What is not JSON arrives in process as an object that holds it. */
async function mediaReply(response: Response, content_type: string): Promise<ServiceReply> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const isText = /xml|jwt/.test(content_type)
  const [encoding, data] = isText ? ['utf8', bytes.toString('utf8')] : ['base64', bytes.toString('base64')]
  return { ok: true, status: response.status, body: { content_type, encoding, data }, media: true }
}

function given(headers: ServiceRequest['headers'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
