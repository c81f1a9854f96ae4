import { timingSafeEqual } from 'node:crypto'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { CallOrigin } from '../../service/call.ts'

/** Makes texts in hex that only this service can make; implemented by `crypto`. */
export interface AddressSigner {
  /** The digest in the public address of a blob, which never changes. */
  digestOf(blobId: string): string
  /** Signs a permission on a blob with its expiry. */
  sign(permission: string): string
}

/** The lifetime of a signed address. */
export const SIGNED_FOR_SECONDS = 300

/** The public path of an image within the vault. */
export function imagePath({ id, digest }: { readonly id: string; readonly digest: string }): string {
  return `/blobs/public/${id}/${digest}`
}

/** The public address of an image: absolute over HTTP, a path in process. */
export function imageAddress(image: Parameters<typeof imagePath>[0], { address }: Pick<CallOrigin, 'address'>): string {
  return address + imagePath(image)
}

/** The address of the image that a node or template shows; null without one. */
export function imageOf(
  shown: { readonly image_id: string | null; readonly image_digest: string | null },
  origin: Pick<CallOrigin, 'address'>,
): string | null {
  const { image_id, image_digest } = shown
  return image_id === null || image_digest === null
    ? null
    : imageAddress({ id: image_id, digest: image_digest }, origin)
}

/** The signed path of the bytes, valid for five minutes. */
export function signedPath(signer: AddressSigner, id: string, nowMs: number): string {
  const se = Math.floor(nowMs / 1000) + SIGNED_FOR_SECONDS
  return `/blob-store/public/${id}?se=${se}&sig=${signer.sign(permissionToRead(id, String(se)))}`
}

interface SignedRequest {
  readonly id: string
  readonly se: string
  readonly sig: string
}

/**
 * Requires an address made by {@link signedPath} that has not expired.
 *
 * @throws {ServiceError} `forbidden` if any part was changed, `url_expired`
 */
export function checkSignedPath(signer: AddressSigner, { id, se, sig }: SignedRequest, nowMs: number): void {
  requireSignature(signer, { permission: permissionToRead(id, se), se, sig }, nowMs)
}

interface Signature {
  /** The signed permission. */
  readonly permission: string
  /** The end of its validity, in seconds since 1970-01-01T00:00:00Z. */
  readonly se: string
  readonly sig: string
}

/** @throws {ServiceError} `forbidden` if it was not signed here, `url_expired` */
export function requireSignature(signer: AddressSigner, { permission, se, sig }: Signature, nowMs: number): void {
  if (!isSameText(sig, signer.sign(permission))) {
    throw new ServiceError('forbidden', 'This address was not signed here.', {
      extraInfo: { reason: 'signature_invalid' },
    })
  }
  if (Number(se) * 1000 <= nowMs) {
    throw new ServiceError('url_expired', 'This address was valid only for a short time; ask for it again.')
  }
}

/** Compares two texts in constant time. */
export function isSameText(sent: string, expected: string): boolean {
  const [left, right] = [Buffer.from(sent, 'utf8'), Buffer.from(expected, 'utf8')]
  return left.length === right.length && timingSafeEqual(left, right)
}

function permissionToRead(id: string, se: string): string {
  return `GET public ${id} until ${se}`
}
