import { getRequestListener } from '@hono/node-server'
import { Media } from '../../shared/contract/media.ts'
import type { FailureReply, ServiceReply } from '../service/reply.ts'
import { DATA_HEADERS, JSON_HEADERS } from './security-headers.ts'

/** An answer, ready to be written. */
export interface HttpReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
}

/**
 * @param extra headers besides those of every reply
 * @param mount what `Location` has in front of it
 */
export function replyOf(reply: ServiceReply, extra?: Readonly<Record<string, string>>, mount = ''): HttpReply {
  const media = reply.ok && reply.media ? Media.parse(reply.body) : undefined
  const usual = media ? mediaHeaders(media) : reply.body === undefined ? DATA_HEADERS : JSON_HEADERS
  const own = reply.ok ? reply.headers && withMount(reply.headers, mount) : retryHeader(reply)
  return {
    status: reply.status,
    headers: extra || own ? { ...usual, ...extra, ...own } : usual,
    body: media ? Buffer.from(media.data, media.encoding) : bodyText(reply.body),
  }
}

function bodyText(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body)
}

function mediaHeaders({ content_type }: Media): Readonly<Record<string, string>> {
  return { ...DATA_HEADERS, 'Content-Type': content_type }
}

function withMount({ Location, ...others }: Readonly<Record<string, string>>, mount: string): Record<string, string> {
  return Location === undefined ? others : { ...others, Location: mount + Location }
}

function retryHeader({ retryAfterSeconds }: FailureReply): Record<string, string> | undefined {
  return retryAfterSeconds === undefined ? undefined : { 'Retry-After': String(retryAfterSeconds) }
}

/** The adapter names the length of a body; the answer to HEAD names that of the body it does not have. */
export function responseOf({ status, headers, body }: HttpReply, method: string): Response {
  if (body === undefined) return new LightResponse(null, { status, headers })
  const length = method === 'HEAD' && { 'Content-Length': String(Buffer.byteLength(body)) }
  return new LightResponse(body, { status, headers: length ? { ...headers, ...length } : headers })
}

/** Gives a response of somebody else the headers that every reply carries, where it has none of its own. */
export function completed(response: Response): Response {
  for (const [name, value] of Object.entries(DATA_HEADERS)) {
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
  return response
}

/**
 * The adapter writes responses of its own class without making a stream of their text, which saves two fifths of what
 * a GET costs. It hands the class out in one way only: it puts it in the place of the platform's. That is undone at once,
 * so that everything else, above all the desktop shell, goes on with the platform's.
 */
const LightResponse = ((): typeof Response => {
  const platform = Object.getOwnPropertyDescriptors(globalThis)
  getRequestListener(() => undefined, { overrideGlobalObjects: true })
  const light = globalThis.Response
  Object.defineProperties(globalThis, { Request: platform.Request, Response: platform.Response })
  return light
})()
