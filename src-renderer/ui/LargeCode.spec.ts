// Proves docs/contract/window.md, Presenting.

import { expect, it } from 'vitest'
import { h } from 'vue'
import LargeCode from './LargeCode.vue'
import { mountUi, settle } from './testing/mount-ui.ts'

const LINK = 'openid4vp://?request_uri=http%3A%2F%2F127.0.0.1%3A9000%2Frequests%2F5enmTfyqa4'

it('shows the link beside the code to makers only: no audience reads seven encoded lines', async () => {
  const texts = { title: 'Car hire', description: 'Scan it', codeLabel: 'QR code', copyLabel: 'Copy' }
  mountUi(() => h(LargeCode, { open: true, link: LINK, ...texts }))
  await settle()

  const shown = [...document.querySelectorAll('p')].filter((one) => one.textContent === LINK)
  expect(shown.map((one) => one.hasAttribute('data-for-makers'))).toEqual([true])
})
