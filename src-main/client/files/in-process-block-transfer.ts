import { attachmentOperations } from '../../../shared/contract/attachments.ts'
import { blockStoreOperations } from '../../../shared/contract/block-store.ts'
import { CallError } from '../../../shared/contract/caller.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import { FileRange } from '../../../shared/contract/file-range.ts'
import { imageOperations } from '../../../shared/contract/images.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import type { Account } from '../account/account.ts'
import type { BlockTransfer } from './file-store.ts'
import { blockListText } from './file-store.ts'

const { blobsAttachmentIdDGet } = attachmentOperations
const { blobStoreUploadsKeyPut, blobStoreFilesIdGet } = blockStoreOperations
const { blobsPublicIdDGet } = imageOperations
/** The address of thumbnails, which are public. */
const PUBLIC = '/blobs/public/'
const NOT_SATISFIABLE = 416

/**
 * Transfers blocks within the program: an address is a path, and its operation is called (docs/contract/vault.md,
 * Files: block store).
 */
export function inProcessBlockTransfer({ send }: Pick<Account, 'send'>): BlockTransfer {
  return {
    async putBlock(url, blockId, bytes) {
      await ask(blobStoreUploadsKeyPut, url, { query: { comp: 'block', blockid: blockId }, body: bytes })
    },
    async commitBlocks(url, blockIds) {
      const body = new TextEncoder().encode(blockListText(blockIds))
      await ask(blobStoreUploadsKeyPut, url, { query: { comp: 'blocklist' }, body })
    },
    async readInto(url, start, into) {
      try {
        return await fill(await signedAddress(url), start, into)
      } catch (error) {
        if (error instanceof CallError && error.status === NOT_SATISFIABLE) return 0
        throw error
      }
    },
    async readWhole(url, maxBytes) {
      const address = await signedAddress(url)
      const { byte_size, data } = await readRange(address, {})
      if (byte_size > maxBytes) {
        throw new ServiceError('payload_too_large', 'The file is too long to be read at once.')
      }
      const bytes = new Uint8Array(byte_size)
      bytes.set(data)
      const firstBytes = data.length
      free(data)
      await fill(address, firstBytes, bytes.subarray(firstBytes))
      return bytes
    },
  }

  /** Follows the vault's redirect to a signed address. */
  async function signedAddress(url: string): Promise<string> {
    const operation = url.startsWith(PUBLIC) ? blobsPublicIdDGet : blobsAttachmentIdDGet
    const { status, headers } = await ask(operation, url)
    const location = headers?.['Location']
    if (location === undefined) throw new CallError(operation.id, status, [])
    return location
  }

  /** Repeats the call, because an answer may be shorter than requested. @returns the number of bytes read */
  async function fill(address: string, start: number, into: Uint8Array): Promise<number> {
    const end = start + into.length
    let next = start
    while (next < end) {
      const { first, last, data } = await readRange(address, { range: `bytes=${next}-${end - 1}` })
      into.set(data, first - start)
      next = first + data.length
      free(data)
      if (next > last) break
    }
    return next - start
  }

  async function readRange(address: string, query: { readonly range?: string }): Promise<FileRange> {
    return FileRange.parse((await ask(blobStoreFilesIdGet, address, { query })).body)
  }

  async function ask(operation: Operation, url: string, { query, body }: TransferRequest = {}) {
    const address = readAddress(operation, url)
    const request = { operation: operation.id, params: address.params, query: { ...address.query, ...query } }
    const reply = await send({ ...request, ...(body && { body }) })
    if (reply.ok) return reply
    throw new CallError(operation.id, reply.status, reply.body.errors, reply.retryAfterSeconds)
  }
}

/**
 * Frees memory immediately, because the garbage collector would let a large file occupy many times the memory in use.
 */
function free({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

interface TransferRequest {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** Extracts an operation's parameters from an address, without decoding them. */
function readAddress({ path }: Operation, url: string) {
  const [pathname = '', search = ''] = url.split('?', 2)
  const segments = pathname.split('/')
  const params = path.split('/').flatMap((part, index) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    return name === undefined ? [] : [[name, segments[index]] as const]
  })
  const query = search === '' ? [] : search.split('&').map((pair) => pair.split(/=(.*)/s, 2))
  return { params: Object.fromEntries(params), query: Object.fromEntries(query) as Record<string, string> }
}
