import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { HttpConnection } from './http-call.ts'
import type { Answer } from './http-reply.ts'
import { headersOf } from './http-reply.ts'

/** How long a caller may go on sending a body after the answer, so that it still gets to read the answer. */
const DISCARD_WITHIN_MS = 500

/**
 * Writes an answer; for HEAD, Node omits the body. Settles when all of it is written, or the caller is gone.
 *
 * @throws the fault of reading a file; the connection is then closed, because the announced length cannot be met
 */
export async function writeAnswer({ incoming, outgoing }: HttpConnection, answer: Answer): Promise<void> {
  const { status, body } = answer
  outgoing.once('finish', () => {
    discardRest(incoming)
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
    const isCallerGone = fault instanceof Error && 'code' in fault && CALLER_GONE_CODES.has(String(fault.code))
    if (!isCallerGone) throw fault
  }
}

/** Error codes of a connection that the caller closed early. */
const CALLER_GONE_CODES = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'EPIPE', 'ECONNRESET'])

/** Discards the unread rest of a body, which precedes the next request on the connection. */
function discardRest(incoming: IncomingMessage): void {
  incoming.resume()
  if (incoming.complete) return
  const cutOff = setTimeout(() => {
    incoming.socket.destroySoon()
  }, DISCARD_WITHIN_MS).unref()
  incoming.once('close', () => {
    clearTimeout(cutOff)
  })
}
