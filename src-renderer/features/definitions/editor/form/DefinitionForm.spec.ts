// Proves docs/contract/window.md, Definitions.

import { describe, expect, it, vi } from 'vitest'
import { h, provide } from 'vue'
import type { JsonObject } from '../../../../../shared/presentation-exchange/json.ts'
import { text } from '../../../../i18n/i18n.ts'
import { byRole, mountUi, settle } from '../../../../ui/testing/mount-ui.ts'
import { aDefinition, aDescriptor } from '../../testing/definitions.ts'
import type { DefinitionEditor } from '../use-definition-editor.ts'
import { editorKey, useDefinitionEditor } from '../use-definition-editor.ts'
import DefinitionForm from './DefinitionForm.vue'

vi.mock('../../../../api/call.ts', () => ({ call: vi.fn(), CallError: Error }))

async function mountForm(definition: JsonObject): Promise<DefinitionEditor> {
  let editor: DefinitionEditor | undefined
  mountUi(
    () => h(DefinitionForm),
    () => {
      editor = useDefinitionEditor(definition, null)
      provide(editorKey, editor)
    },
  )
  await settle()
  if (editor === undefined) throw new Error('no editor')
  return editor
}

const said = (editor: DefinitionEditor) => JSON.parse(editor.text.value) as JsonObject
const grouped = aDefinition({
  input_descriptors: [aDescriptor({ group: ['A'] })],
  submission_requirements: [{ rule: 'all', from: 'A' }],
})

async function click(name: string | RegExp): Promise<void> {
  byRole('button', name).click()
  await settle()
}

async function choose(pointer: string, value: string): Promise<void> {
  const select = document.querySelector<HTMLSelectElement>(`select[name="${pointer}"]`)
  if (select === null) throw new Error(`no field for ${pointer}`)
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await settle()
}

describe('inputs', () => {
  it('come with an id nobody has, and with a group where rules ask for one', async () => {
    const editor = await mountForm(grouped)

    await click(text('definitions.form.addInput'))
    await click(text('definitions.form.addInput'))

    expect(editor.at(['input_descriptors', 1])).toMatchObject({ id: 'input', group: ['A'] })
    expect(editor.at(['input_descriptors', 2])).toMatchObject({ id: 'input-2', group: ['A'] })
  })

  it('move and go, each as one step of Undo', async () => {
    const editor = await mountForm(aDefinition({ input_descriptors: [aDescriptor(), aDescriptor({ id: 'age' })] }))

    await click(/^Input licence/)
    await click(text('definitions.form.moveDown', { name: 'licence' }))
    expect(editor.at(['input_descriptors', 0, 'id'])).toBe('age')
    await click(text('definitions.form.removeNamedInput', { name: 'licence' }))
    expect(editor.at(['input_descriptors'])).toHaveLength(1)
    editor.undo()
    editor.undo()

    expect(editor.at(['input_descriptors', 0, 'id'])).toBe('licence')
  })

  it('lose what is empty, when a status is not asked any more', async () => {
    const editor = await mountForm(aDefinition())
    const active = '/input_descriptors/0/constraints/statuses/active/directive'

    await click(/^Input licence/)
    await click(text('definitions.form.moreOfInput'))
    await choose(active, 'required')
    expect(editor.at(['input_descriptors', 0, 'constraints', 'statuses'])).toEqual({
      active: { directive: 'required' },
    })
    await choose(active, '')

    expect(said(editor)).toEqual(aDefinition())
  })
})

describe('conditions', () => {
  const filter = ['input_descriptors', 0, 'constraints', 'fields', 0, 'filter']

  it('are written as filters, and taken away', async () => {
    const editor = await mountForm(aDefinition())
    await click(/^Input licence/)
    await click(/^Field category/)

    await choose('/input_descriptors/0/constraints/fields/0/filter', 'pattern')
    expect(editor.at(filter)).toEqual({ type: 'string', pattern: '' })
    await choose('/input_descriptors/0/constraints/fields/0/filter', 'any')

    expect(editor.at(filter)).toBeUndefined()
  })
})

describe('rules', () => {
  it('take from a group or from rules inside, never from both', async () => {
    const editor = await mountForm(grouped)

    await choose('/submission_requirements/0/from', ' nested')
    expect(editor.at(['submission_requirements', 0])).toEqual({
      rule: 'all',
      from_nested: [{ rule: 'all', from: 'A' }],
    })
    await choose('/submission_requirements/0/from', 'A')

    expect(editor.at(['submission_requirements', 0])).toEqual({ rule: 'all', from: 'A' })
  })

  it('ask for numbers, where only some are taken', async () => {
    const editor = await mountForm(grouped)

    await choose('/submission_requirements/0/rule', 'pick')
    const count = byRole('textbox', text('definitions.form.count')) as HTMLInputElement
    count.value = '1'
    count.dispatchEvent(new Event('input', { bubbles: true }))
    await settle()

    expect(editor.at(['submission_requirements', 0])).toEqual({ rule: 'pick', from: 'A', count: 1 })
  })

  it('go with their list, when the last one goes', async () => {
    const editor = await mountForm(grouped)

    await click(text('definitions.form.removeRule', { number: 1 }))

    expect(said(editor)).not.toHaveProperty('submission_requirements')
  })
})

it('formats come with what usually signs them, and go with their last one', async () => {
  const editor = await mountForm(aDefinition())

  await click(text('definitions.form.addFormat'))
  expect(editor.at(['format'])).toEqual({ jwt: { alg: ['EdDSA'] } })
  await click(text('definitions.form.removeFormat', { name: 'jwt' }))

  expect(said(editor)).toEqual(aDefinition())
})

it('a field says what is wrong in it', async () => {
  await mountForm(aDefinition({ name: 5 }))

  const name = byRole('textbox', text('label.name')) as HTMLInputElement

  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect(document.body.textContent).toContain('Must be a text.')
})
