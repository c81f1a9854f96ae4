import type { Operation } from './operation.ts'

/** The content type of a body of bytes; every other body is sent as JSON. */
export const BYTES_TYPE = 'application/octet-stream'

interface RequestParts {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/**
 * Builds the HTTP request of a call, relative to the mount of its api. Callers over HTTP send it, and the window shows
 * it as a curl command.
 */
export function httpRequestFor(operation: Operation, { params, query, body }: RequestParts): HttpRequestParts {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(record(params)[name])),
  )
  const search = new URLSearchParams(Object.entries(record(query)).flatMap(([name, value]) => queryPairs(name, value)))
  return {
    method: operation.method,
    path: search.size === 0 ? path : `${path}?${search.toString()}`,
    body: operation.method === 'GET' ? undefined : sentBody(body),
  }
}

interface HttpRequestParts {
  readonly method: string
  readonly path: string
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
}

function sentBody(body: unknown): HttpRequestParts['body'] {
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer> // a block of a file, never backed by shared memory
  return body === undefined ? undefined : JSON.stringify(body)
}

/** The content type header for a body of {@link httpRequestFor}; none without a body. */
export function contentTypeHeader(body: HttpRequestParts['body']): { readonly 'content-type'?: string } {
  if (body === undefined) return {}
  return { 'content-type': typeof body === 'string' ? 'application/json' : BYTES_TYPE }
}

function queryPairs(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.map((entry) => [name, textOf(entry)])
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([key, entry]) => queryPairs(`${name}[${key}]`, entry))
  }
  return [[name, textOf(value)]]
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}
