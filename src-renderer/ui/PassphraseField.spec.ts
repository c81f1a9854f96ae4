// Proves docs/contract/window.md, Everywhere.

import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { h, ref } from 'vue'
import { text } from '../i18n/i18n.ts'
import PassphraseField from './PassphraseField.vue'
import { byRole, mountUi, settle } from './testing/mount-ui.ts'

const typed = ref('')

function mountField(props: Readonly<Record<string, unknown>>): HTMLInputElement {
  mountUi(() => h(PassphraseField, { label: 'PIN', modelValue: typed.value, ...props }))
  return byRole('textbox', 'PIN') as HTMLInputElement
}

describe('PassphraseField', () => {
  it('for a value of the vault is one that neither a browser nor a password manager keeps', () => {
    const field = mountField({ autocomplete: 'one-time-code' })

    expect(field.autocomplete).toBe('one-time-code')
    for (const said of ['[data-1p-ignore]', '[data-bwignore]', '[data-lpignore=true]', '[data-form-type=other]']) {
      expect(field.matches(said), said).toBe(true)
    }
  })

  it('for a passphrase that opens something is left to the password manager of the person', () => {
    const field = mountField({})

    expect([field.autocomplete, field.matches('[data-1p-ignore]')]).toEqual(['current-password', false])
  })

  it('is covered until it is shown, and names what it shows', async () => {
    let shown = 0
    const field = mountField({ autocomplete: 'one-time-code', onShown: () => (shown += 1) })
    expect(field.type).toBe('password')

    byRole('button', text('ui.reveal', { label: 'PIN' })).click()
    await settle()
    expect([field.type, shown]).toEqual(['text', 1])

    byRole('button', text('ui.hideValue', { label: 'PIN' })).click()
    await settle()
    expect([field.type, shown]).toEqual(['password', 1])
  })

  it('is the only masked field of the window, and the one for every secret value of an item', () => {
    const components = globSync('src-renderer/**/*.vue').map((path) => path.replaceAll('\\', '/'))
    const masked = components.filter((path) => /(?:type="|type=.*')password["']/.test(readFileSync(path, 'utf8')))
    const forValues = components.filter((path) => readFileSync(path, 'utf8').includes('autocomplete="one-time-code"'))

    expect(masked).toEqual(['src-renderer/ui/PassphraseField.vue'])
    expect(forValues).toEqual(['src-renderer/features/items/editor/ValueField.vue'])
  })
})
