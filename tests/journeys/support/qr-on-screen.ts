import type { Locator } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'

/** Pixels of one module: a reader needs several. */
const SCALE = 4

/** The text of a QR code on the screen, read as a camera would: from its dark squares. */
export async function qrText(code: Locator): Promise<string> {
  const size = Number((await code.getAttribute('viewBox'))?.split(' ')[2])
  const path = (await code.locator('path').getAttribute('d')) ?? ''
  const side = size * SCALE
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`))
  const data = new Uint8Array(side * side * 4)
  for (let pixel = 0; pixel < side * side; pixel++) {
    const [x, y] = [pixel % side, Math.floor(pixel / side)].map((at) => Math.floor(at / SCALE))
    const light = dark.has(`${x} ${y}`) ? 0 : 255
    data.set([light, light, light, 255], pixel * 4)
  }
  return decodeQR({ width: side, height: side, data })
}
