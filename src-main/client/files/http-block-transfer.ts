import { CallError } from '../../../shared/contract/caller.ts'
import type { ErrorEntry } from '../../../shared/contract/errors.ts'
import { ErrorBody, ServiceError } from '../../../shared/contract/errors.ts'
import type { BlockTransfer } from './file-store.ts'
import { blockListText } from './file-store.ts'

export interface HttpTransferOptions {
  /** Headers for the vault's own addresses only: token, subscription key, delegation. */
  readonly headers: () => Readonly<Record<string, string>>
  readonly nowMs: () => number
}

/** The version of the protocol that published clients send. */
const PROTOCOL_VERSION = '2011-08-18'
const NAME = 'vault.blockStore'
const MAX_REFUSAL_BYTES = 64 * 1024
const [CREATED, PARTIAL, GONE, NOT_SATISFIABLE] = [201, 206, 410, 416]

/** Moves blocks over HTTP as published clients do (docs/contract/client-crypto.md, Files: uploading). */
export function httpBlockTransfer({ headers, nowMs }: HttpTransferOptions): BlockTransfer {
  return {
    async putBlock(url, blockId, bytes) {
      await put(`${url}&comp=block&blockid=${blockId}`, new Uint8Array(bytes), { 'x-ms-blob-type': 'BlockBlob' })
    },
    async commitBlocks(url, blockIds, contentType) {
      await put(`${url}&comp=blocklist`, blockListText(blockIds), {
        'content-type': 'text/xml',
        'x-ms-blob-content-type': contentType,
      })
    },
    async readInto(url, start, into) {
      const range = `bytes=${start}-${start + into.length - 1}`
      const response = await get(url, { range, 'x-ms-range': range })
      if (response.status === NOT_SATISFIABLE) return 0
      if (response.status !== PARTIAL) throw await refusal(response)
      return fill(response, into)
    },
    async readWhole(url, maxBytes) {
      const response = await get(url, {})
      if (!response.ok) throw await refusal(response)
      const bytes = new Uint8Array(maxBytes)
      const length = await fill(response, bytes)
      return new Uint8Array(bytes.buffer.transfer(length))
    },
  }

  async function put(
    address: string,
    body: Uint8Array<ArrayBuffer> | string,
    extraHeaders: Readonly<Record<string, string>>,
  ): Promise<void> {
    const response = await fetch(address, {
      method: 'PUT',
      redirect: 'error',
      headers: { 'x-ms-version': PROTOCOL_VERSION, 'x-ms-date': new Date(nowMs()).toUTCString(), ...extraHeaders },
      body,
    }).catch((error: unknown) => {
      throw isRefused(error) ? new CallError(NAME, GONE, []) : error
    })
    if (response.status !== CREATED) throw await refusal(response)
    await response.body?.cancel()
  }

  /** Follows the vault's redirect to a signed address on the same computer. */
  async function get(url: string, range: Readonly<Record<string, string>>): Promise<Response> {
    const first = await fetch(url, { redirect: 'manual', headers: { ...headers(), ...range } })
    const location = first.headers.get('location')
    if (first.status < 300 || first.status >= 400 || location === null) return first
    await first.body?.cancel()
    const target = new URL(location, url)
    if (target.origin !== new URL(url).origin) throw new CallError(NAME, first.status, [])
    return fetch(target, { redirect: 'error', headers: range })
  }
}

/** Whether no server listens at the address: the service may have a different port since its restart. */
function isRefused(error: unknown): boolean {
  const cause: unknown = error instanceof TypeError ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}

/** Reads the errors from the response, if it has our format. */
async function refusal(response: Response): Promise<CallError> {
  const bytes = new Uint8Array(MAX_REFUSAL_BYTES)
  const length = await fill(response, bytes).catch(() => 0)
  return new CallError(NAME, response.status, errorsIn(new TextDecoder().decode(bytes.subarray(0, length))))
}

function errorsIn(text: string): readonly ErrorEntry[] {
  try {
    return ErrorBody.parse(JSON.parse(text)).errors
  } catch {
    return []
  }
}

/** Reads the body into the memory. @throws {ServiceError} `payload_too_large` when it does not fit */
async function fill({ body }: Response, into: Uint8Array): Promise<number> {
  let filled = 0
  for await (const piece of body ?? []) {
    const bytes = piece as Uint8Array // fetch always yields these
    if (filled + bytes.length > into.length) {
      throw new ServiceError('payload_too_large', 'The store sent more of the file than was asked for.')
    }
    into.set(bytes, filled)
    filled += bytes.length
  }
  return filled
}
