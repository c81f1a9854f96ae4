import { FileRange } from '../../shared/contract/file-range.ts'
import { Media } from '../../shared/contract/media.ts'
import { shortenedFileName } from '../../shared/shortened-file-name.ts'
import { withoutHiding } from '../../shared/hidden-characters.ts'
import type { FailureReply, ServiceReply, SuccessReply } from '../service/reply.ts'
import { DATA_HEADERS, FILE_HEADERS, JSON_HEADERS } from './security-headers.ts'
import type { ReadRange } from './service-call.ts'

/** An answer, ready to be written. */
export interface HttpReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
}

/** An answer whose body is a file that may still have to be read. */
export interface HttpFileReply extends Omit<HttpReply, 'body'> {
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>
}

export type Answer = HttpReply | HttpFileReply

/**
 * Renders a reply of the service for HTTP.
 *
 * @param extra headers besides those of every reply
 * @param mount the prefix for `Location`
 */
export function replyOf(reply: ServiceReply, extra?: Readonly<Record<string, string>>, mount = ''): HttpReply {
  const media = reply.ok && reply.media ? Media.parse(reply.body) : undefined
  const usual = media ? mediaHeaders(media) : reply.body === undefined ? DATA_HEADERS : JSON_HEADERS
  const own = reply.ok ? reply.headers && withMount(reply.headers, mount) : headersOfFailure(reply)
  return {
    status: reply.status,
    headers: extra || own ? { ...usual, ...extra, ...own } : usual,
    body: media ? Buffer.from(media.data, media.encoding) : bodyText(reply.body),
  }
}

/**
 * Renders a reply with a file, always as a download without a media type, so that no browser shows or runs an uploaded
 * file.
 *
 * @param readRange reads the bytes that the reply does not contain yet
 */
export function fileReplyOf(
  { status, body, headers }: SuccessReply,
  extra: Readonly<Record<string, string>> | undefined,
  readRange: ReadRange,
): HttpFileReply {
  const fileRange = FileRange.parse(body)
  const { filename, byte_size, first, last } = fileRange
  return {
    status,
    headers: {
      ...FILE_HEADERS,
      ...extra,
      ...headers,
      'Content-Length': String(last - first + 1),
      'Content-Disposition': `attachment; filename*=UTF-8''${encodedName(filename)}`,
      ...(status === 206 && { 'Content-Range': `bytes ${first}-${last}/${byte_size}` }),
    },
    body: fileBody(fileRange, readRange),
  }
}

function fileBody({ first, last, data }: FileRange, readRange: ReadRange): HttpFileReply['body'] {
  let next = first + data.length
  if (next > last) return data
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        controller.enqueue(data)
      },
      async pull(controller) {
        const reply = await readRange(next, last)
        if (!reply.ok) throw new Error(`the rest of a file could not be read: ${reply.body.errors[0]?.error ?? ''}`)
        const { data: more } = FileRange.parse(reply.body)
        next += more.length
        controller.enqueue(more)
        if (next > last) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

/** An `ext-value` (RFC 8187, 3.2) without characters that end a name, hide part of it or change its direction. */
function encodedName(filename: string): string {
  const cleaned = withoutHiding(filename.toWellFormed(), '_').replace(/[/\\:*?"<>|]/g, '_')
  return encodeURIComponent(shortenedFileName(cleaned)).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
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

function headersOfFailure({ status, retryAfterSeconds, headers }: FailureReply): FailureReply['headers'] {
  return {
    ...headers,
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    ...(status === UNAUTHORIZED && { 'WWW-Authenticate': CHALLENGE }),
  }
}

const UNAUTHORIZED = 401
/** Every 401 carries a challenge (RFC 9110, 11.6.1). A browser opens no login dialog for this scheme. */
const CHALLENGE = 'Bearer realm="service"'

/** Adds the headers of every reply to an answer, unless it has its own. */
export function completed(answer: Answer): Answer {
  return { ...answer, headers: { ...DATA_HEADERS, ...answer.headers } }
}

/** Adds the length of the body, if known. The answer to HEAD keeps the length of the omitted body. */
export function headersOf({ status, headers, body }: Answer): HttpReply['headers'] {
  if (headers['Content-Length'] !== undefined) return headers
  if (body === undefined) return BODILESS.has(status) ? headers : { ...headers, 'Content-Length': '0' }
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return headers
  return { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }
}

/** The statuses of answers without a length (RFC 9110, 8.6). */
const BODILESS = new Set([204, 304])
