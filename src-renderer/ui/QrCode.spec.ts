// Proves docs/contract/window.md, People.

import { text } from '../i18n/i18n.ts'
import { decodeQR } from 'qr/decode.js'
import { expect, it } from 'vitest'
import { h } from 'vue'
import { mountUi } from './testing/mount-ui.ts'
import QrCode from './QrCode.vue'

const LINK = 'vaultbench://invitation/3kf93kfh39fk39fkfh#lucid-otter-9137'
const SCALE = 4

/** What a camera would see of the path: dark squares on light. */
function pictureOf(path: string, size: number) {
  const data = new Uint8Array(size * SCALE * size * SCALE * 4).fill(255)
  for (const [, x = '', y = ''] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = 0; row < SCALE; row++) {
      const start = ((Number(y) * SCALE + row) * size * SCALE + Number(x) * SCALE) * 4
      for (let byte = 0; byte < SCALE * 4; byte++) if (byte % 4 !== 3) data[start + byte] = 0
    }
  }
  return { width: size * SCALE, height: size * SCALE, data }
}

it('draws a code that a reader reads, with light around it', () => {
  const svg = mountUi(() => h(QrCode, { text: LINK, label: 'Code' })).wrapper.get('[role=img]')
  const size = Number(svg.attributes('viewBox')?.split(' ')[2])
  const path = svg.get('path').attributes('d') ?? ''

  expect(decodeQR(pictureOf(path, size))).toBe(LINK)
  expect(path).not.toMatch(/M[0-3] /)
  expect(svg.attributes('aria-label')).toBe(text('ui.code'))
})
