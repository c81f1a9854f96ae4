import type { Operation } from './operation.ts'

interface RequestParts {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/**
 * How a call looks on the wire, relative to the mount of its api: used by callers over HTTP, and by the window to show
 * a call as curl.
 */
export function httpRequestFor(
  operation: Operation,
  { params, query, body }: RequestParts,
): { readonly method: string; readonly path: string; readonly body: string | undefined } {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(record(params)[name])),
  )
  const search = new URLSearchParams(Object.entries(record(query)).flatMap(([name, value]) => queryPairs(name, value)))
  return {
    method: operation.method,
    path: search.size === 0 ? path : `${path}?${search.toString()}`,
    body: operation.method === 'GET' || body === undefined ? undefined : JSON.stringify(body),
  }
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
