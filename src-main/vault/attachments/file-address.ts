import { ServiceError } from '../../../shared/contract/errors.ts'
import type { CallOrigin } from '../../service/call.ts'
import { isSameText, requireSignature, SIGNED_FOR_SECONDS } from '../images/image-address.ts'
import type { AddressSecrets } from '../images/image-address.ts'

/** How long a file may be uploaded to its address, and a folder be used with its token. */
const UPLOAD_SECONDS = 60 * 60

/** What a signed address says: what may be done (`w`, `r` or `rw`), until when, and the proof. */
export interface SignedQuery {
  readonly sp: string
  readonly se: string
  readonly sig: string
}

type Kind = 'upload' | 'file' | 'folder'

/** What an address is for: one upload, one file, one folder. */
interface Subject {
  readonly kind: Kind
  readonly name: string
}

/** Where blocks of a file are uploaded to; it has a query already, because clients append theirs. */
export function uploadPath(secrets: AddressSecrets, blobKey: string, nowMs: number): string {
  const subject = { kind: 'upload', name: blobKey } as const
  return `/blob-store/uploads/${blobKey}?${signed(secrets, subject, { sp: 'w', nowMs, seconds: UPLOAD_SECONDS })}`
}

/** Where the bytes of a file are, for five minutes. */
export function filePath(secrets: AddressSecrets, blobId: number, nowMs: number): string {
  const subject = { kind: 'file', name: String(blobId) } as const
  return `/blob-store/files/${blobId}?${signed(secrets, subject, { sp: 'r', nowMs, seconds: SIGNED_FOR_SECONDS })}`
}

/** What follows the `?` of the addresses of a folder: `rw` for its owner, `r` for whoever it was shared with. */
export function folderToken(secrets: AddressSecrets, folderName: string, sp: 'r' | 'rw', nowMs: number): string {
  return signed(secrets, { kind: 'folder', name: folderName }, { sp, nowMs, seconds: UPLOAD_SECONDS })
}

interface Terms {
  readonly sp: string
  readonly nowMs: number
  readonly seconds: number
}

function signed(secrets: AddressSecrets, subject: Subject, { sp, nowMs, seconds }: Terms): string {
  const se = String(Math.floor(nowMs / 1000) + seconds)
  return `sp=${sp}&se=${se}&sig=${secrets.sign(permissionOf(subject, { sp, se }))}`
}

/**
 * Lets in who has an address that was signed here for this, as long as it is good.
 *
 * @param needed one of the letters of `sp`
 * @throws {ServiceError} `forbidden`, `url_expired`
 */
export function requireSigned(
  secrets: AddressSecrets,
  subject: Subject,
  { sp, se, sig }: SignedQuery,
  { needed, nowMs }: { readonly needed: 'r' | 'w'; readonly nowMs: number },
): void {
  requireSignature(secrets, { permission: permissionOf(subject, { sp, se }), se, sig }, nowMs)
  if (!sp.includes(needed)) throw new ServiceError('forbidden', 'This address was signed for something else.')
}

function permissionOf({ kind, name }: Subject, { sp, se }: Pick<SignedQuery, 'sp' | 'se'>): string {
  return `${sp} ${kind} ${name} until ${se}`
}

/** Part of the lasting address of a file: nobody can make it up. */
export function digestOfBlob(secrets: Pick<AddressSecrets, 'digestOf'>, blobId: number): string {
  return secrets.digestOf(`blob ${blobId}`)
}

export function isDigestOfBlob(secrets: AddressSecrets, blobId: number, sent: string): boolean {
  return isSameText(sent, digestOfBlob(secrets, blobId))
}

/** The lasting address of one of the files of an attachment; absolute over HTTP, a path in process. */
export function attachmentAddress(
  secrets: Pick<AddressSecrets, 'digestOf'>,
  { id, blobId }: { readonly id: string; readonly blobId: number },
  { address }: Pick<CallOrigin, 'address'>,
): string {
  return `${address}/blobs/attachment/${id}/${digestOfBlob(secrets, blobId)}`
}

/** The lasting address of a thumbnail, which needs no user. */
export function thumbnailAddress(
  secrets: Pick<AddressSecrets, 'digestOf'>,
  { id, blob_id }: { readonly id: string; readonly blob_id: number },
  { address }: Pick<CallOrigin, 'address'>,
): string {
  return `${address}/blobs/public/${id}/${digestOfBlob(secrets, blob_id)}`
}
