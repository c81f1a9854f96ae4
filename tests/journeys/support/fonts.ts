import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

/** Of scripts that the fonts of the test browser lack. `Noto Sans` is among the fonts that the window asks for. */
const FONTS = [
  { file: 'noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf', range: 'U+0900-097F, U+200C-200D' },
  { file: 'kosugi/Kosugi_400Regular.ttf', range: 'U+3000-30FF, U+4E00-9FFF, U+FF00-FFEF' },
]
const PACKAGES = new URL('../../../node_modules/@expo-google-fonts/', import.meta.url)

/** Gives the open page letters of Devanagari and of Japanese, so that pictures of it can be read. */
export async function loadFonts(page: Page): Promise<void> {
  for (const { file, range } of FONTS) {
    const bytes = (await readFile(new URL(file, PACKAGES))).toString('base64')
    await page.evaluate(
      async ([base64, unicodeRange]) => {
        const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        document.fonts.add(await new FontFace('Noto Sans', data, { unicodeRange }).load())
      },
      [bytes, range] as const,
    )
  }
}
