/**
 * Decodes an image and scales it down, on a thread of its own: one of 40 megapixels would block the window for a
 * second. It takes one image, and does not answer anything else.
 */

export interface PictureOrder {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The detected type, not the claimed one. */
  readonly type: string
  /** Pixels to a side. */
  readonly most: number
}

export interface DrawnPicture {
  readonly image?: ImageBitmap
}

addEventListener('message', ({ data }: MessageEvent<PictureOrder>) => void answer(data))

async function answer(order: PictureOrder): Promise<void> {
  try {
    const image = await smaller(order)
    postMessage({ image } satisfies DrawnPicture, { transfer: [image] })
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    postMessage({} satisfies DrawnPicture)
  }
}

async function smaller({ bytes, type, most }: PictureOrder): Promise<ImageBitmap> {
  const whole = await createImageBitmap(new Blob([bytes], { type }))
  const scale = Math.min(1, most / Math.max(whole.width, whole.height))
  const pixels = (length: number): number => Math.max(1, Math.round(length * scale))
  const canvas = new OffscreenCanvas(pixels(whole.width), pixels(whole.height))
  const context = canvas.getContext('2d')
  if (context === null) throw new DOMException('no memory for a canvas', 'InvalidStateError')
  context.imageSmoothingQuality = 'high'
  context.drawImage(whole, 0, 0, canvas.width, canvas.height)
  whole.close()
  return canvas.transferToImageBitmap()
}
