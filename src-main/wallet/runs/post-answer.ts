import { MAX_JSON_DEPTH } from '../../../shared/contract/json-depth.ts'
import type { RunStep, WalletRun } from '../../../shared/contract/workbench-wallet.ts'
import { isNestedDeeper, memberOf } from '../../../shared/presentation-exchange/json.ts'
import { declinePost } from '../openid4vp/form-answer.ts'
import type { Post } from '../presentations/post.ts'
import type { WalletHttp, WalletOwner, WalletPorts, WalletReply } from '../store/wallet-ports.ts'
import { failureOf, REMOTE_NOT_ALLOWED } from './fetch-definition.ts'
import { mayCall } from './link-facts.ts'

/** The answer of a verifier. */
export interface PostAnswer {
  readonly http_status: number
  /** Parsed JSON; the text if it is not JSON, or nested too deeply. */
  readonly body: unknown
  readonly bytes: number
}

/** Far more than a list of all failed checks needs. */
const MAX_ANSWER_BYTES = 1024 * 1024
const ANSWER_TIMEOUT_MS = 30_000

/** Posts once, without retries. @throws {WalletHttpError} if there is no answer */
export async function sendPost(http: WalletHttp, post: Post, userId: string): Promise<PostAnswer> {
  const { url, contentType, body } = post
  const headers = { 'content-type': contentType, accept: 'application/json' }
  const limits = { timeoutMs: ANSWER_TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES }
  const reply = await http({ method: 'POST', url, headers, body, userId, ...limits })
  return { http_status: reply.status, body: bodyOfReply(reply), bytes: Buffer.byteLength(reply.body) }
}

function bodyOfReply({ body }: Pick<WalletReply, 'body'>): unknown {
  try {
    const value: unknown = JSON.parse(body)
    return isNestedDeeper(value, MAX_JSON_DEPTH) ? body : value
  } catch {
    return body
  }
}

/**
 * The end of an answered run. A verifier of OpenID4VP takes an answer with 2xx and need not say what it found (1.0,
 * 8.2): that is `sent`, unless it says `valid` as ours does.
 */
export function stateAfter(
  answer: Pick<PostAnswer, 'http_status' | 'body'>,
  { openid4vp }: Pick<WalletRun, 'openid4vp'>,
): 'accepted' | 'sent' | 'not_accepted' {
  if (isAccepted(answer)) return 'accepted'
  const isTaken = answer.http_status >= 200 && answer.http_status < 300
  return openid4vp !== null && isTaken && memberOf(answer.body, 'valid') === undefined ? 'sent' : 'not_accepted'
}

/** Whether the verifier found the presentation valid. */
export function isAccepted({ http_status, body }: Pick<PostAnswer, 'http_status' | 'body'>): boolean {
  return http_status === 200 && memberOf(body, 'valid') === true
}

/**
 * Tells the verifier of an OpenID4VP request that the person declines, once. The refusal holds here whatever comes of it.
 *
 * @returns what happened, for the step of the run; nothing for a deep link, whose verifier is told nothing
 */
export async function sendDecline(
  run: WalletRun,
  { http, elapsedMs, reachOf }: Pick<WalletPorts, 'http' | 'elapsedMs' | 'reachOf'>,
  { userId }: Pick<WalletOwner, 'userId'>,
): Promise<Partial<RunStep>> {
  const { openid4vp, destination_url: url } = run
  if (openid4vp === null || url === null) return {}
  if (!mayCall(run, url, reachOf)) return { detail: REMOTE_NOT_ALLOWED.message }
  const started = elapsedMs()
  const called = { method: 'POST', url }
  try {
    const { http_status, bytes } = await sendPost(http, declinePost(url, openid4vp), userId)
    return { ...called, http_status, bytes, duration_ms: elapsedMs() - started }
  } catch (fault) {
    const failure = failureOf(fault)
    if (failure === undefined) throw fault
    return { ...called, detail: failure.message }
  }
}
