import { ServiceError } from '../../shared/contract/errors.ts'
import { hasUserInfo, isHttpUrl } from '../../shared/http-url.ts'
import { isLoopbackUrl } from '../../shared/loopback-url.ts'
import { encodeBase64Url } from '../crypto/base64url.ts'
import type { WebhookKey } from './webhook-key.ts'

/** Sends one POST request without following redirects. */
export type PostJson = (request: {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeoutMs: number
}) => Promise<{ readonly status: number }>

/** The reason why a webhook failed, without the address or the content. */
export class WebhookError extends Error {}

const TIMEOUT_MS = 5_000
const SIGNATURE_HEADER = 'Vaultbench-Signature'

/** Whether an address is on this computer, which disclosed data must not leave. */
export function isWebhookUrl(url: string): boolean {
  return isHttpUrl(url) && isLoopbackUrl(url) && !hasUserInfo(url)
}

/**
 * Posts a signed body once. The header holds `t`, the time in whole seconds, and `ed25519`, the signature over
 * `<t>.<body>` in URL-safe Base64.
 *
 * @returns the answer as a sentence
 * @throws {ServiceError} `forbidden` for another computer
 * @throws {WebhookError} when it was not reached, or did not answer with 2xx
 */
export async function postWebhook(
  { url, content, nowMs }: { readonly url: string; readonly content: unknown; readonly nowMs: number },
  key: WebhookKey,
  post: PostJson,
): Promise<string> {
  if (!isWebhookUrl(url)) throw new ServiceError('forbidden', 'A webhook must be an address of this computer.')
  const body = JSON.stringify(content)
  const seconds = Math.floor(nowMs / 1000)
  const signature = encodeBase64Url(key.sign(`${seconds}.${body}`))
  const { status } = await post({
    url,
    headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: `t=${seconds},ed25519=${signature}` },
    body,
    timeoutMs: TIMEOUT_MS,
  })
  if (status < 200 || status >= 300) throw new WebhookError(`the webhook answered ${status}`)
  return `the webhook answered ${status}`
}

/** @throws {WebhookError} */
export const postByFetch: PostJson = async ({ url, headers, body, timeoutMs }) => {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
    await response.body?.cancel()
    return { status: response.status }
  } catch (cause) {
    const isTimeout = cause instanceof Error && cause.name === 'TimeoutError'
    const outcome = isTimeout ? `did not answer within ${timeoutMs / 1000} s` : 'was not reached'
    throw new WebhookError(`the webhook ${outcome}`, { cause })
  }
}
