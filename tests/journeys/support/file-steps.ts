import { deflateSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'

/** A file as a person has it on the computer. */
export interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Drops files on a place, as from a window of the computer. */
export async function dropFiles(where: Locator, ...files: readonly ChosenFile[]): Promise<void> {
  const dataTransfer = await dataOf(where.page(), files)
  for (const type of ['dragenter', 'dragover', 'drop']) await where.dispatchEvent(type, { dataTransfer })
}

/** Pastes files, as after copying a picture. */
export async function pasteFiles(page: Page, ...files: readonly ChosenFile[]): Promise<void> {
  const data = await dataOf(page, files)
  await page.evaluate((clipboardData) => {
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)
}

function dataOf(page: Page, files: readonly ChosenFile[]) {
  const plain = files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, bytes: [...buffer] }))
  return page.evaluateHandle((some) => {
    const data = new DataTransfer()
    for (const { name, type, bytes } of some) data.items.add(new File([Uint8Array.from(bytes)], name, { type }))
    return data
  }, plain)
}

/** A picture of one colour. */
export function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length)
    ends.writeUInt32BE(crc(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  const rows = Buffer.alloc(height * (1 + 3 * width), 120)
  for (let row = 0; row < height; row += 1) rows[row * (1 + 3 * width)] = 0
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc(bytes: Buffer): number {
  let rest = 0xffffffff
  for (const byte of bytes) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  }
  return (rest ^ 0xffffffff) >>> 0
}
