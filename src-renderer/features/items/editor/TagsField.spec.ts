// Proves docs/contract/window.md, Tags.

import { beforeEach, expect, it } from 'vitest'
import { h, ref } from 'vue'
import { text } from '../../../i18n/i18n.ts'
import { byRole, mountUi, press, settle, type } from '../../../ui/testing/mount-ui.ts'
import TagsField from './TagsField.vue'

const tags = ref<string[]>([])

beforeEach(() => {
  tags.value = ['travel']
  mountUi(() =>
    h(TagsField, {
      name: 'tags',
      suggestions: ['travel', 'home'],
      modelValue: tags.value,
      'onUpdate:modelValue': (next: string[]) => (tags.value = next),
    }),
  )
})

async function choose(typed: string): Promise<void> {
  byRole('button', text('items.editor.addTag')).click()
  await settle()
  const field = byRole('textbox', text('items.editor.addTag'))
  type(field, typed)
  await settle()
  press(field, 'Enter')
  await settle()
}

it('adds a tag that there is, and one that was typed', async () => {
  await choose('ho')
  await choose('Pier')

  expect(tags.value).toEqual(['travel', 'home', 'Pier'])
})

it('takes no second spelling of a tag that is on it', async () => {
  await choose('TRAVEL')

  expect(tags.value).toEqual(['travel'])
})

it('takes a tag off, and leaves the focus where another is added', async () => {
  byRole('button', text('items.editor.removeTag', { tag: 'travel' })).click()
  await settle()

  expect(tags.value).toEqual([])
  expect(document.activeElement).toBe(byRole('button', text('items.editor.addTag')))
})
