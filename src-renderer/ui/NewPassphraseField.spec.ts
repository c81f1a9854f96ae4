// Proves docs/contract/window.md, Welcome.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { h, ref } from 'vue'
import { text as message } from '../i18n/i18n.ts'
import { byRole, mountUi, settle, type } from './testing/mount-ui.ts'
import NewPassphraseField from './NewPassphraseField.vue'
// Loaded when a field is shown; a test ends sooner.
import './GeneratePassword.vue'

const value = ref('')

function mountField(known: readonly string[] = []) {
  const { wrapper } = mountUi(() =>
    h(NewPassphraseField, {
      label: 'Passphrase',
      known,
      modelValue: value.value,
      'onUpdate:modelValue': (typed: string) => (value.value = typed),
    }),
  )
  return wrapper
}

/** The estimator comes with its lists, and looks when the typing pauses. */
async function typed(text: string, word: string): Promise<HTMLElement> {
  type(byRole('textbox', 'Passphrase'), text)
  return vi.waitFor(async () => {
    await settle()
    const meter = byRole('meter', message('ui.strength.label'))
    expect(meter.getAttribute('aria-valuetext')).toBe(word)
    return meter
  })
}

beforeEach(() => {
  value.value = ''
})

describe('NewPassphraseField', () => {
  it('says nothing while nothing is typed', async () => {
    const wrapper = mountField()
    await settle()

    expect(wrapper.find('[role=meter]').exists()).toBe(false)
    expect(wrapper.get('[role=status]').text()).toBe('')
  })

  it('says in words how strong it is and what to do', async () => {
    const wrapper = mountField()

    const meter = await typed('password', message('ui.strength.veryWeak'))

    expect(meter.getAttribute('aria-valuenow')).toBe('0')
    expect(wrapper.text()).toContain(message('ui.strength.warnings.topTen'))
    expect(wrapper.text()).toContain(message('ui.strength.suggestions.anotherWord'))
  })

  it('has no advice for a strong one, and asks for another passphrase nowhere', async () => {
    const wrapper = mountField()

    await typed('marmalade tractor sunday', message('ui.strength.strong'))

    expect(wrapper.get('[role=status]').text()).toBe(message('ui.strength.said', { word: 'Strong' }))
  })

  it('takes what others know for no strength', async () => {
    const wrapper = mountField(['Persephone Wrzesniewski'])

    await typed('Persephone Wrzesniewski', message('ui.strength.veryWeak'))

    expect(wrapper.text()).toContain(message('ui.strength.warnings.userInputs'))
  })
})
