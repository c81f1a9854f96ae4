import { ServiceError } from '../../../shared/contract/errors.ts'
import type { CallOrigin, VaultCall } from '../../service/call.ts'
import { isSameText, requireSignature, SIGNED_FOR_SECONDS } from '../images/image-address.ts'
import type { AddressSigner } from '../images/image-address.ts'

/** The lifetime of an upload address, and of a folder's token. */
const UPLOAD_SECONDS = 60 * 60

/** The user an address is issued to. It is valid only as long as this user has the right. */
export type Recipient = Pick<VaultCall, 'userId' | 'callerId'>

/** Whether somebody may still read or write for a user; everybody may do so for themselves. */
export type StillActs = (recipient: Recipient, needed: 'r' | 'w') => boolean

/** The query of a signed address: the permission (`w`, `r` or `rw`), the expiry, the recipient, and the signature. */
export interface SignedQuery {
  readonly sp: string
  readonly se: string
  /** Empty if anybody may use the address. */
  readonly su: string
  readonly sig: string
}

type Kind = 'upload' | 'file' | 'folder'

/** The target of an address: one upload, one file, or one folder. */
interface Subject {
  readonly kind: Kind
  readonly name: string
}

/** The path for uploading blocks of a file. It already has a query, because clients append theirs. */
export function uploadPath(signer: AddressSigner, blobKey: string, call: Recipient & { nowMs: number }): string {
  const subject = { kind: 'upload', name: blobKey } as const
  return `/blob-store/uploads/${blobKey}?${signed(signer, subject, { sp: 'w', to: call, nowMs: call.nowMs, seconds: UPLOAD_SECONDS })}`
}

/** The path to the bytes of a file, valid for five minutes; for anybody if `to` is undefined. */
export function filePath(
  signer: AddressSigner,
  blobId: number,
  { nowMs, to }: { readonly nowMs: number; readonly to: Recipient | undefined },
): string {
  const subject = { kind: 'file', name: String(blobId) } as const
  return `/blob-store/files/${blobId}?${signed(signer, subject, { sp: 'r', to, nowMs, seconds: SIGNED_FOR_SECONDS })}`
}

/** The query of a folder's addresses, with `rw` for its owner and `r` for its sharees. */
export function folderToken(
  signer: AddressSigner,
  folderName: string,
  { sp, to, nowMs }: Pick<Terms, 'sp' | 'to' | 'nowMs'>,
): string {
  return signed(signer, { kind: 'folder', name: folderName }, { sp, to, nowMs, seconds: UPLOAD_SECONDS })
}

interface Terms {
  readonly sp: string
  readonly to: Recipient | undefined
  readonly nowMs: number
  readonly seconds: number
}

function signed(signer: AddressSigner, subject: Subject, { sp, to, nowMs, seconds }: Terms): string {
  const se = String(Math.floor(nowMs / 1000) + seconds)
  const su = to === undefined ? '' : textOf(to)
  return `sp=${sp}&se=${se}&su=${su}&sig=${signer.sign(permissionOf(subject, { sp, se, su }))}`
}

const textOf = ({ userId, callerId }: Recipient) => (userId === callerId ? userId : `${userId}.${callerId}`)

function recipientOf(text: string): Recipient | undefined {
  const [userId = '', callerId = userId] = text.split('.')
  return text === '' ? undefined : { userId, callerId }
}

/**
 * Requires an address that was signed here for this target and has not expired. Its recipient must still act for the
 * user it was issued for.
 *
 * @param needed one of the letters of `sp`
 * @returns the recipient; undefined if anybody may use the address
 * @throws {ServiceError} `forbidden`, `url_expired`
 */
export function requireSigned(
  signer: AddressSigner,
  subject: Subject,
  { sp, se, su, sig }: SignedQuery,
  { needed, nowMs, stillActs }: { readonly needed: 'r' | 'w'; readonly nowMs: number; readonly stillActs: StillActs },
): Recipient | undefined {
  requireSignature(signer, { permission: permissionOf(subject, { sp, se, su }), se, sig }, nowMs)
  if (!sp.includes(needed)) throw new ServiceError('forbidden', 'This address was signed for another operation.')
  const recipient = recipientOf(su)
  if (recipient !== undefined && !stillActs(recipient, needed)) throw addressRevoked()
  return recipient
}

/** The refusal of an address whose recipient has lost the right. */
export function addressRevoked(): ServiceError {
  return new ServiceError('forbidden', 'The user to whom this address was issued may no longer use it.')
}

function permissionOf({ kind, name }: Subject, { sp, se, su }: Pick<SignedQuery, 'sp' | 'se' | 'su'>): string {
  return `${sp} ${kind} ${name} until ${se} by ${su}`
}

/** The part of a file's permanent address that cannot be guessed. */
export function digestOfBlob(signer: Pick<AddressSigner, 'digestOf'>, blobId: number): string {
  return signer.digestOf(`blob ${blobId}`)
}

export function isDigestOfBlob(signer: AddressSigner, blobId: number, sent: string): boolean {
  return isSameText(sent, digestOfBlob(signer, blobId))
}

/** The permanent address of one of the files of an attachment; absolute over HTTP, a path in process. */
export function attachmentAddress(
  signer: Pick<AddressSigner, 'digestOf'>,
  { id, blobId }: { readonly id: string; readonly blobId: number },
  { address }: Pick<CallOrigin, 'address'>,
): string {
  return `${address}/blobs/attachment/${id}/${digestOfBlob(signer, blobId)}`
}

/** The permanent address of a thumbnail, which anybody may use. */
export function thumbnailAddress(
  signer: Pick<AddressSigner, 'digestOf'>,
  { id, blob_id }: { readonly id: string; readonly blob_id: number },
  { address }: Pick<CallOrigin, 'address'>,
): string {
  return `${address}/blobs/public/${id}/${digestOfBlob(signer, blob_id)}`
}
