import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { HttpConnection } from './http-call.ts'
import type { Answer } from './http-reply.ts'
import { headersOf } from './http-reply.ts'

/** How long the rest of a body may take after the answer, so that a caller who still sends gets to read it. */
const REST_WITHIN_MS = 500

/**
 * Writes an answer; of HEAD, Node leaves the body out. Settles when all of it is written or nobody waits for it any more.
 *
 * @throws what reading a stream of a file throws: the connection has ended then, because the length was promised
 */
export async function writeAnswer({ incoming, outgoing }: HttpConnection, answer: Answer): Promise<void> {
  const { status, body } = answer
  outgoing.once('finish', () => {
    throwRestAway(incoming)
  })
  outgoing.writeHead(status, headersOf(answer))
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array || incoming.method === 'HEAD') {
    outgoing.end(body instanceof ReadableStream ? undefined : body)
    return
  }
  outgoing.flushHeaders()
  try {
    await pipeline(Readable.fromWeb(body), outgoing)
  } catch (fault) {
    const hasLeft = fault instanceof Error && 'code' in fault && LEFT_CODES.has(String(fault.code))
    if (!hasLeft) throw fault
  }
}

/** Error codes when the caller closes the connection early. */
const LEFT_CODES = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'EPIPE', 'ECONNRESET'])

/** Discards the unread rest of a body, which precedes the next request on the connection. */
function throwRestAway(incoming: IncomingMessage): void {
  incoming.resume()
  if (incoming.complete) return
  const cut = setTimeout(() => {
    incoming.socket.destroySoon()
  }, REST_WITHIN_MS).unref()
  incoming.once('close', () => {
    clearTimeout(cut)
  })
}
