import { MAX_JSON_DEPTH } from '../../../shared/contract/json-depth.ts'
import { isNestedDeeper, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { Post } from '../presentations/post.ts'
import type { WalletHttp, WalletReply } from '../store/wallet-ports.ts'

/** The answer of a verifier. */
export interface PostAnswer {
  readonly http_status: number
  /** JSON where it was JSON of at most 64 levels, else the text. */
  readonly body: unknown
  readonly bytes: number
}

/** The largest answer to a presentation; a list of every failed check stays far below. */
const MAX_ANSWER_BYTES = 1024 * 1024
const ANSWER_MS = 30_000

/** Posts once; nothing is tried again by itself. @throws {WalletHttpError} when there is no answer */
export async function sendPost(http: WalletHttp, post: Post, userId: string): Promise<PostAnswer> {
  const { url, contentType, body } = post
  const headers = { 'content-type': contentType, accept: 'application/json' }
  const limits = { timeoutMs: ANSWER_MS, maxBytes: MAX_ANSWER_BYTES }
  const reply = await http({ method: 'POST', url, headers, body, userId, ...limits })
  return { http_status: reply.status, body: bodyOfReply(reply), bytes: Buffer.byteLength(reply.body) }
}

function bodyOfReply({ body }: Pick<WalletReply, 'body'>): unknown {
  try {
    const value: unknown = JSON.parse(body)
    return isNestedDeeper(value, MAX_JSON_DEPTH) ? body : value // it could not be written again
  } catch {
    return body
  }
}

/** Whether the verifier took the presentation as valid. */
export function isAccepted({ http_status, body }: Pick<PostAnswer, 'http_status' | 'body'>): boolean {
  return http_status === 200 && memberOf(body, 'valid') === true
}
