// Proves docs/contract/window.md, Everywhere: search.

import { expect, it } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import MarkedText from './MarkedText.vue'
import { provideHighlight } from './highlight.ts'
import { mountUi, settle } from './testing/mount-ui.ts'

const shown = (): string | undefined => document.querySelector('#shown')?.innerHTML.replaceAll(/<!--.*?-->/g, '')

it('marks the words that are sought around it, in the text as it is', async () => {
  const typed = ref('')
  const Around = defineComponent({
    setup: () => {
      provideHighlight(() => typed.value)
      return () => h('p', { id: 'shown' }, h(MarkedText, { text: 'Straße <b> & Café' }))
    },
  })
  mountUi(() => h(Around))
  expect(shown()).toBe('Straße &lt;b&gt; &amp; Café')

  typed.value = 'cafe STRAS'
  await settle()

  expect(shown()).toBe('<mark>Straß</mark>e &lt;b&gt; &amp; <mark>Café</mark>')
})

it('marks what it is told to, where nothing is sought around it', () => {
  mountUi(() => h('p', { id: 'shown' }, h(MarkedText, { text: 'Passport', typed: 'port' })))

  expect(shown()).toBe('Pass<mark>port</mark>')
})
