import { isLoopbackUrl } from '../../../shared/loopback-url.ts'
import { WalletHttpError } from '../store/wallet-ports.ts'
import type { WalletHttp, WalletPorts, WalletReply, WalletRequest } from '../store/wallet-ports.ts'

interface WalletHttpOptions {
  readonly reachOf: WalletPorts['reachOf']
  /** Answers addresses of this program without a socket; the same routes, limits and records as over one. */
  readonly fetchOwn: (request: Request, userId: string) => Promise<Response>
  readonly fetchOther?: (request: Request) => Promise<Response>
}

/** Tells where a URL leads, seen from this program. @param ownUrl address of its server, if it serves */
export function reachOver(ownUrl: () => string | undefined): WalletPorts['reachOf'] {
  return (url) => {
    if (!isLoopbackUrl(url)) return 'remote'
    const own = URL.parse(ownUrl() ?? '')
    return own !== null && own.port === new URL(url).port && own.protocol === new URL(url).protocol ? 'own' : 'loopback'
  }
}

/** Calls as a wallet makes them: no cookies, no redirect followed, a limit on time and on the size of the reply. */
export function walletHttpOver({ reachOf, fetchOwn, fetchOther = fetch }: WalletHttpOptions): WalletHttp {
  return async (sent) => {
    const { url, method, headers, body, timeoutMs, userId } = sent
    const limit = AbortSignal.timeout(timeoutMs)
    const init = { method, headers, redirect: 'manual', signal: limit, ...(body !== undefined && { body }) } as const
    const request = new Request(url, init)
    try {
      const answer = reachOf(url) === 'own' ? fetchOwn(request, userId) : fetchOther(request)
      return await replyOf(await orAborted(answer, limit), sent, limit)
    } catch (fault) {
      if (fault instanceof WalletHttpError) throw fault
      if (limit.aborted) throw timedOut(sent, fault)
      throw new WalletHttpError('not_reachable', `${new URL(url).origin} cannot be reached`, { cause: fault })
    }
  }
}

async function replyOf(response: Response, sent: WalletRequest, limit: AbortSignal): Promise<WalletReply> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader() // bytes, which the type leaves out
  for (;;) {
    const part = await (reader === undefined ? undefined : orAborted(reader.read(), limit))
    if (part === undefined || part.done) break
    size += part.value.length
    if (size > sent.maxBytes) {
      await reader?.cancel()
      throw new WalletHttpError('too_large', `the reply of ${sent.url} is larger than ${sent.maxBytes} bytes`)
    }
    chunks.push(part.value)
  }
  const headers = Object.fromEntries(response.headers)
  return { status: response.status, headers, body: Buffer.concat(chunks).toString('utf8') }
}

/** What answers in process does not watch the signal of a request. */
function orAborted<Result>(work: Promise<Result>, limit: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(limit.reason instanceof Error ? limit.reason : new Error('aborted'))
    }
    if (limit.aborted) abort()
    limit.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => {
      limit.removeEventListener('abort', abort)
    })
  })
}

function timedOut({ url, timeoutMs }: WalletRequest, cause: unknown): WalletHttpError {
  return new WalletHttpError('timed_out', `${url} did not answer within ${timeoutMs / 1000} seconds`, { cause })
}
