import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { encodePng } from '../../../src-main/verifier/png.ts'
import { button } from './window-steps.ts'

/** A file as a person has it on the computer. */
export interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Drops files on a place, as from a window of the computer. */
export async function dropFiles(where: Locator, ...files: readonly ChosenFile[]): Promise<void> {
  for (const type of ['dragenter', 'dragover', 'drop'] as const) await dragFiles(where, type, ...files)
}

/** One moment of it. */
export async function dragFiles(
  where: Locator,
  type: 'dragenter' | 'dragover' | 'drop',
  ...files: readonly ChosenFile[]
): Promise<void> {
  await where.dispatchEvent(type, { dataTransfer: await dataOf(where.page(), files) })
}

/** Pastes files, as after copying a picture. */
export async function pasteFiles(page: Page, ...files: readonly ChosenFile[]): Promise<void> {
  const data = await dataOf(page, files)
  await page.evaluate((clipboardData) => {
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)
}

/** Saves a file as a browser without a dialog for it does. @returns what was saved */
export async function saved(page: Page, name: string): Promise<Buffer> {
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
  const download = page.waitForEvent('download')
  await button(page, `Save ${name} as`).click()
  const arrived = await download
  expect(arrived.suggestedFilename()).toBe(name)
  return readFile(await arrived.path())
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
  const rows = Buffer.alloc(height * (1 + 3 * width), 120)
  for (let row = 0; row < height; row += 1) rows[row * (1 + 3 * width)] = 0
  return pngOf(width, height, rows)
}

/** One that says it is of this size, in a header that is in order, and has a few bytes. */
export function claimedPng(width: number, height: number): Buffer {
  return pngOf(width, height, Buffer.alloc(100))
}

function pngOf(width: number, height: number, rows: Buffer): Buffer {
  return encodePng({ width, height, bitDepth: 8, colourType: 'rgb', rows })
}
