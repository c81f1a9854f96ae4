import { readMediaType } from '../../../shared/media-type.ts'
import { jsonOfFile, UnreadableFile } from '../../../shared/file-text.ts'
import { KeySet, mayFetchKeysFrom } from '../../../shared/contract/oidc-issuers.ts'

/** Reads the keys of an issuer from a file or an address. @throws {KeysUnreadable} */
export type ReadKeys = () => Promise<KeySet>

/** The reason why an issuer's keys could not be read. It reveals at most the media type of the answer. */
export class KeysUnreadable extends Error {
  override readonly name = 'KeysUnreadable'
}

const TIMEOUT_MS = 5_000
const MAX_BYTES = 256 * 1024
const TYPES = ['application/json', 'application/jwk-set+json'] as const
const ACCEPTED = `${TYPES.join(' or ')} is accepted`
/** How many characters of a media type a message repeats. */
const MAX_NAME = 129

/**
 * Fetches a JWK Set of at most 256 KiB of JSON within 5 seconds. A redirect is refused, because it could lead to a
 * place inside this network.
 *
 * @param timeoutMs set only by tests
 */
export function keysAt(url: string, timeoutMs = TIMEOUT_MS): ReadKeys {
  return async () => {
    if (!mayFetchKeysFrom(url)) throw new KeysUnreadable('keys are read over https, or from this computer')
    return keySetIn(await fetchBytes(url, AbortSignal.timeout(timeoutMs)))
  }
}

/** @throws {KeysUnreadable} */
export function keySetIn(bytes: Uint8Array): KeySet {
  try {
    const { success, data } = KeySet.safeParse(jsonOfFile(bytes))
    if (success) return data
  } catch (cause) {
    if (!(cause instanceof UnreadableFile)) throw cause
    throw new KeysUnreadable(`the content is not a JWK Set: ${cause.message}`, { cause })
  }
  throw new KeysUnreadable('the content is not a JWK Set')
}

async function fetchBytes(url: string, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const headers = { accept: 'application/jwk-set+json, application/json' }
    const response = await fetch(url, { signal, redirect: 'manual', headers })
    const refusal = whyRefused(response)
    if (refusal !== undefined) {
      await response.body?.cancel()
      throw new KeysUnreadable(refusal)
    }
    return await readBytes(response)
  } catch (cause) {
    if (cause instanceof KeysUnreadable) throw cause
    const isTimeout = cause instanceof Error && cause.name === 'TimeoutError'
    throw new KeysUnreadable(isTimeout ? 'the address took too long to answer' : 'the address could not be reached', {
      cause,
    })
  }
}

function whyRefused({ status, headers, type }: Response): string | undefined {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) return 'the address redirects to another one'
  if (status !== 200) return `the address answered ${status}`
  const refusal = whyOtherType(headers.get('content-type'))
  if (refusal !== undefined) return refusal
  return Number(headers.get('content-length') ?? 0) > MAX_BYTES ? 'the answer is too large' : undefined
}

function whyOtherType(type: string | null): string | undefined {
  if (type === null) return `the address named no Content-Type; ${ACCEPTED}`
  const name = readMediaType(type)?.name
  if (TYPES.some((type) => type === name)) return undefined
  const named = name === undefined || name.length > MAX_NAME ? 'an unreadable Content-Type' : `Content-Type ${name}`
  return `the address answered with ${named}; ${ACCEPTED}`
}

/** Counts the received bytes, because declared and compressed lengths prove nothing. */
async function readBytes(response: Response): Promise<Uint8Array> {
  const body: AsyncIterable<Uint8Array> | null = response.body
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) throw new KeysUnreadable('the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
