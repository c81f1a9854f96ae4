import { isLoopbackUrl } from '../../../shared/loopback-url.ts'
import { WalletHttpError } from '../store/wallet-ports.ts'
import type { WalletHttp, WalletPorts, WalletReply, WalletRequest } from '../store/wallet-ports.ts'

interface WalletHttpOptions {
  readonly reachOf: WalletPorts['reachOf']
  /** Calls the server of this program without a socket, with the same routes, limits and records. */
  readonly fetchOwn: (request: Request, userId: string) => Promise<Response>
  readonly fetchOther?: (request: Request) => Promise<Response>
}

/** Tells where a URL leads. @param ownUrl the address of the server of this program, if it is running */
export function reachOver(ownUrl: () => string | undefined): WalletPorts['reachOf'] {
  return (url) => {
    if (!isLoopbackUrl(url)) return 'remote'
    const own = URL.parse(ownUrl() ?? '')
    return own !== null && own.port === new URL(url).port && own.protocol === new URL(url).protocol ? 'own' : 'loopback'
  }
}

/** Makes HTTP calls for a wallet, without cookies and redirects, and with limits on time and the size of the reply. */
export function walletHttpOver({ reachOf, fetchOwn, fetchOther = fetch }: WalletHttpOptions): WalletHttp {
  return async (sent) => {
    const { url, method, headers, body, timeoutMs, userId } = sent
    const signal = AbortSignal.timeout(timeoutMs)
    const init = { method, headers, redirect: 'manual', signal, ...(body !== undefined && { body }) } as const
    const request = new Request(url, init)
    try {
      const response = reachOf(url) === 'own' ? fetchOwn(request, userId) : fetchOther(request)
      return await readReply(await unlessAborted(response, signal), sent, signal)
    } catch (fault) {
      if (fault instanceof WalletHttpError) throw fault
      if (signal.aborted) throw timedOut(sent, fault)
      throw new WalletHttpError('not_reachable', `${new URL(url).origin} cannot be reached`, { cause: fault })
    }
  }
}

async function readReply(response: Response, sent: WalletRequest, signal: AbortSignal): Promise<WalletReply> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader() // bytes, which the type leaves out
  for (;;) {
    const part = await (reader === undefined ? undefined : unlessAborted(reader.read(), signal))
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

/** Rejects as soon as a signal is aborted. Needed because calls within this program do not observe the signal. */
function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    }
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', abort)
    })
  })
}

function timedOut({ url, timeoutMs }: WalletRequest, cause: unknown): WalletHttpError {
  return new WalletHttpError('timed_out', `${url} did not answer within ${timeoutMs / 1000} seconds`, { cause })
}
