import { decodeQR } from 'qr/decode.js'

/** Why a picture gave no link. */
export type PictureProblem = 'too_large' | 'no_picture' | 'no_code' | 'no_link'

type PictureReading = { readonly link: string } | { readonly problem: PictureProblem }

const MAX_FILE_BYTES = 10 * 1024 * 1024
/** More pixels on a side would not make a code easier to find. */
const MAX_SIDE = 1_600
const MAX_DECODE_MS = 2_000

/** Reads the link in the picture of a QR code, within this window and without any call. */
export async function readCodePicture(file: Blob): Promise<PictureReading> {
  if (file.size > MAX_FILE_BYTES) return { problem: 'too_large' }
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (picture === undefined) return { problem: 'no_picture' }
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height))
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ]
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (context === null) return { problem: 'no_picture' }
  // Codes are often dark on nothing, which would be read as dark on black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0, width, height)
  picture.close()
  return readPixels(context.getImageData(0, 0, width, height))
}

/** @param pixels RGBA */
export function readPixels(pixels: Pick<ImageData, 'width' | 'height' | 'data'>): PictureReading {
  let text: string
  try {
    text = decodeQR(pixels, { timeLimit: MAX_DECODE_MS }).trim()
  } catch {
    return { problem: 'no_code' } // of this decoder every failure means that it found none
  }
  return /^[a-z][a-z0-9+.-]*:\S+$/i.test(text) ? { link: text } : { problem: 'no_link' }
}
