import { expect } from 'vitest'
import type { Attachment } from '../../../shared/contract/files.ts'
import type { DirectAttachment, DirectUploadUrl } from '../../../shared/contract/attachments.ts'
import type { FileRange } from '../../../shared/contract/file-range.ts'
import type { Caller } from './builders.ts'
import type { TestService } from './test-service.ts'
import { callsOf } from './vault-calls.ts'

type Running = Pick<TestService, 'send'>
type ServiceRequest = Parameters<TestService['send']>[0]
type ServiceReply = Awaited<ReturnType<TestService['send']>>

/** What somebody answered to an address of the block store, whichever way it was called. */
export interface StoreReply {
  readonly status: number
  /** Code of the error; undefined after success. */
  readonly error: string | undefined
  readonly bytes: Buffer
}

/** The id of block `n` as published clients make it; it goes into an address without encoding. */
export function blockId(n: number): string {
  return Buffer.from(`block${String(n).padStart(5, ' ')}`).toString('base64')
}

export function blockListOf(ids: readonly string[]): Buffer {
  const entries = ids.map((id) => `<Latest>${id}</Latest>`).join('')
  return Buffer.from(`<?xml version="1.0" encoding="utf-8"?><BlockList>${entries}</BlockList>`)
}

/** Calls the block store at an address it gave: over HTTP by its text, in process by the operation that it names. */
export async function callStore(
  running: Running,
  method: 'PUT' | 'GET' | 'DELETE' | 'HEAD',
  url: string,
  { body, range }: { readonly body?: Uint8Array; readonly range?: string } = {},
): Promise<StoreReply> {
  return url.startsWith('http')
    ? callOverHttp(method, url, { body, range })
    : callInProcess(running, method, url, { body, range })
}

interface Sent {
  readonly body: Uint8Array | undefined
  readonly range: string | undefined
}

async function callOverHttp(method: string, url: string, { body, range }: Sent): Promise<StoreReply> {
  const response = await fetch(url, {
    method,
    ...(body && { body: Uint8Array.from(body) }),
    headers: { ...(range !== undefined && { range, 'x-ms-range': range }), authorization: 'of no meaning here' },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const { status, ok } = response
  return { status, error: ok || method === 'HEAD' ? undefined : codeIn(JSON.parse(bytes.toString())), bytes }
}

const OPERATIONS = {
  'uploads PUT': ['blobStoreUploadsKeyPut', 'blob_key'],
  'uploads HEAD': ['blobStoreUploadsKeyHead', 'blob_key'],
  'files GET': ['blobStoreFilesIdGet', 'blob_id'],
  'folders GET': ['blobStoreFoldersNameGet', 'name'],
  'folders/file GET': ['blobStoreFoldersNameFileGet', 'name', 'file'],
  'folders/file PUT': ['blobStoreFoldersNameFilePut', 'name', 'file'],
  'folders/file DELETE': ['blobStoreFoldersNameFileDelete', 'name', 'file'],
} as const

/** The call that an address of the block store names; what the address ends in is taken as it is written. */
export function storeRequest(method: string, url: string, body?: Uint8Array): ServiceRequest {
  const [path = '', search = ''] = url.split(/\?(.*)/s)
  const [, , kind, ...names] = path.split('/')
  const key = `${kind ?? ''}${names.length > 1 ? '/file' : ''} ${method}` as keyof typeof OPERATIONS
  const [name, ...parameters] = OPERATIONS[key]
  return {
    operation: `vault.${name}`,
    params: Object.fromEntries(parameters.map((parameter, index) => [parameter, names[index]])),
    query: Object.fromEntries(search.split('&').map((pair) => namedValue(pair))),
    ...(body && { body }),
  }
}

async function callInProcess(
  running: Running,
  method: string,
  url: string,
  { body, range }: Sent,
): Promise<StoreReply> {
  const request = storeRequest(method, url, body)
  const send = (wanted: string | undefined) =>
    running.send({ ...request, query: { ...Object(request.query), ...(wanted !== undefined && { range: wanted }) } })
  const reply = await send(range)
  const { status } = reply
  if (!reply.ok) return { status, error: codeIn(reply.body), bytes: Buffer.of() }
  if (reply.file && method !== 'HEAD') return { status, error: undefined, bytes: await wholeFile(reply, send) }
  return { status, error: undefined, bytes: jsonOf(reply.body) }
}

async function wholeFile(reply: ServiceReply, send: (range: string) => Promise<ServiceReply>): Promise<Buffer> {
  const { last, ...begin } = reply.body as FileRange
  let { first, data } = begin
  const parts = [data]
  while (first + data.length <= last) {
    first += data.length
    const next = await send(`bytes=${first}-${last}`)
    data = (next.body as FileRange).data
    parts.push(data)
  }
  return Buffer.concat(parts)
}

function codeIn(body: unknown): string | undefined {
  return (body as { readonly errors: readonly { readonly error: string }[] }).errors[0]?.error
}

export interface NewFile {
  readonly filename?: string
  readonly content_type?: string
  /** Cut into blocks of this size. */
  readonly blockBytes?: number
}

/** Files of a user, uploaded and read as clients do it. */
export function filesOf(running: Running, user: Caller) {
  const { ok } = callsOf(running, user)
  return { uploadUrl, uploadBlob, attach, attachBlobs, read, readDirect, fetchFile }

  async function uploadUrl(byte_size: number, { filename = 'a.pdf', content_type = 'application/pdf' }: NewFile = {}) {
    const { attachment_direct_upload_url } = await ok<{ attachment_direct_upload_url: DirectUploadUrl }>(
      201,
      'directAttachmentsUploadUrlPost',
      { body: { blob: { filename, content_type, byte_size } } },
    )
    return attachment_direct_upload_url
  }

  /** Sends the blocks of a file and joins them. */
  async function uploadBlob(bytes: Uint8Array, file: NewFile = {}): Promise<DirectUploadUrl> {
    const upload = await uploadUrl(bytes.length, file)
    const ids: string[] = []
    const size = file.blockBytes ?? 1024 * 1024
    for (let first = 0; first < bytes.length; first += size) {
      const id = blockId(ids.length)
      ids.push(id)
      const url = `${upload.url}&comp=block&blockid=${id}`
      expect(await callStore(running, 'PUT', url, { body: bytes.subarray(first, first + size) })).toMatchObject({
        status: 201,
      })
    }
    const list = await callStore(running, 'PUT', `${upload.url}&comp=blocklist`, { body: blockListOf(ids) })
    expect(list).toMatchObject({ status: 201 })
    return upload
  }

  async function attach(bytes: Uint8Array, file: NewFile = {}): Promise<DirectAttachment> {
    const main = await uploadBlob(bytes, file)
    const artifact = await uploadBlob(Buffer.from('{"range":[]}'), {
      filename: `${file.filename ?? 'a.pdf'}.encryption_artifacts`,
      content_type: 'application/json',
    })
    return attachBlobs(main, artifact)
  }

  async function attachBlobs(main: DirectUploadUrl, artifact: DirectUploadUrl): Promise<DirectAttachment> {
    const { attachment } = await ok<{ attachment: DirectAttachment }>(201, 'directAttachmentsPost', {
      body: { blob: blobsOf(main, artifact) },
    })
    return attachment
  }

  async function read(id: string): Promise<Attachment> {
    return (await ok<{ attachment: Attachment }>(200, 'attachmentsIdGet', { params: { id } })).attachment
  }

  async function readDirect(id: string): Promise<DirectAttachment> {
    return (await ok<{ attachment: DirectAttachment }>(200, 'directAttachmentsIdGet', { params: { id } })).attachment
  }

  /** Follows a lasting address to the bytes. */
  async function fetchFile(url: string, range?: string): Promise<StoreReply> {
    const { pathname, origin } = new URL(url, 'http://in.process')
    const [, , , id, d] = pathname.replace(/^\/vault/, '').split('/')
    const reply = await running.send({
      operation: pathname.includes('/public/') ? 'vault.blobsPublicIdDGet' : 'vault.blobsAttachmentIdDGet',
      params: { id, d },
      headers: user.headers,
    })
    if (!reply.ok) return { status: reply.status, error: codeIn(reply.body), bytes: Buffer.of() }
    const location = reply.headers?.['Location'] ?? ''
    const target = url.startsWith('http') ? `${origin}/vault${location}` : location
    return callStore(running, 'GET', target, range === undefined ? {} : { range })
  }
}

/** How a direct attachment names its two files. */
export function blobsOf(main: DirectUploadUrl, artifact: DirectUploadUrl) {
  return {
    blob_id: main.blob_id,
    blob_key: main.blob_key,
    encrypted_artifact_blob_id: artifact.blob_id,
    encrypted_artifact_blob_key: artifact.blob_key,
  }
}

function jsonOf(body: unknown): Buffer {
  return Buffer.from(body === undefined ? '' : JSON.stringify(body))
}

function namedValue(pair: string): [string, unknown] {
  const [name = '', value] = pair.split(/=(.*)/s)
  return [name, value]
}
