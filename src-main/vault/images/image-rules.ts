import { faultyFieldsError, ServiceError } from '../../../shared/contract/errors.ts'
import type { ErrorCode } from '../../../shared/contract/errors.ts'
import { MAX_IMAGE_BYTES } from '../../../shared/contract/images.ts'
import type { ImageType } from '../../../shared/contract/images.ts'
import type { NewImage } from '../../../shared/contract/system-catalogue.ts'
import { readImageHeader } from '../../../shared/image-header.ts'
import { readMediaType } from '../../../shared/media-type.ts'
import { usedBy } from '../uses.ts'
import type { ImageUse } from './image-store.ts'

/** A decoded image with this many pixels takes 160 MB, whatever the size of its file. */
const MAX_PIXELS = 40_000_000

/** A validated image. */
interface ReadImage {
  readonly filename: string
  readonly content_type: ImageType
  readonly content: Uint8Array
}

/**
 * Reads what published clients send as an image: PNG, JPEG, GIF or WebP of at most 2 MiB and 40 million pixels, in
 * either alphabet of Base64. The type is detected by the first bytes; SVG, which can contain scripts, is not accepted.
 *
 * @param path the path of the image in the body
 * @throws {ServiceError} `invalid_params`, `payload_too_large`
 */
export function readImage({ filename, contents, content_type }: NewImage, path: string): ReadImage {
  const bytes = decodeBase64(contents)
  if (bytes === undefined) throw refused(`${path}.contents`, 'must be Base64')
  if (bytes.length > MAX_IMAGE_BYTES) {
    throw refused(`${path}.contents`, 'must not be larger than 2 MiB', 'payload_too_large')
  }
  const header = readImageHeader(bytes)
  if (header === undefined) throw refused(`${path}.contents`, 'must be a PNG, JPEG, GIF or WebP image')
  const { type, width, height } = header
  if (width * height > MAX_PIXELS) throw refused(`${path}.contents`, 'must not have more than 40 million pixels')
  if (!matchesType(type, content_type)) throw refused(`${path}.content_type`, `does not fit: the image is ${type}`)
  return { filename, content_type: type, content: bytes }
}

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

function decodeBase64(text: string): Buffer | undefined {
  const compact = text.replace(/\s+/g, '')
  if (!BASE64.test(compact) || compact.replace(/=+$/, '').length % 4 === 1) return undefined
  return Buffer.from(compact, 'base64')
}

/** A missing type matches any image, and JPEG also matches its common misspelling. */
function matchesType(type: ImageType, content_type: string | null | undefined): boolean {
  const called = content_type?.trim() ?? ''
  const name = readMediaType(called)?.name
  return called === '' || name === type || (name === 'image/jpg' && type === 'image/jpeg')
}

/** @throws {ServiceError} `in_use` with the number of nodes and templates that show the image */
export function refuseShownImage(filename: string, use: ImageUse): void {
  if (use.classification_nodes + use.item_templates === 0) return
  const message = `Nodes or templates show the image "${filename}"; delete them first. It is used by ${usedBy(use)}.`
  throw new ServiceError('in_use', message)
}

function refused(path: string, rule: string, code: ErrorCode = 'invalid_params'): ServiceError {
  return faultyFieldsError([{ path, code, rule }])
}
