import { describe, expect, it } from 'vitest'
import { CallError } from '../../../../shared/contract/caller.ts'
import { text } from '../../../i18n/i18n.ts'
import { openedItem, openedSlot } from '../testing/samples.ts'
import { newTemplate, saveTemplateForm, templateOf, templateRefusal } from './save-template.ts'

const OPENED = openedItem([
  openedSlot('a', { name: 'phone', label: 'Phone', slot_type_name: 'phone_number', value: '0123' }),
  openedSlot('b', { name: 'phone', label: 'Phone', description: 'At work' }),
  openedSlot('c', { name: 'secret', label: 'Secret', slot_type_name: 'password', state: 'hidden', value: null }),
])
const SYSTEM = { name: 'vehicle', label: 'Vehicle', own: false }
const OWN = { name: 'bicycle', label: 'Bicycle', own: true }

describe('newTemplate', () => {
  it('takes labels, types and descriptions of the chosen slots, and no value', () => {
    const body = newTemplate({ ...templateOf(OPENED), label: 'People', slots: ['a', 'b'] }, OPENED, [])

    expect(body).toEqual({
      label: 'People',
      slots_attributes: [
        { name: 'phone', label: 'Phone', slot_type_name: 'phone_number' },
        { name: 'phone_2', label: 'Phone', description: 'At work', slot_type_name: 'key_value' },
      ],
    })
    expect(JSON.stringify(body)).not.toContain('0123')
  })

  it('begins with the name of the item and all of its slots', () => {
    expect(templateOf(OPENED)).toEqual({ label: 'Passport', description: '', node: '', slots: ['a', 'b', 'c'] })
  })

  it('names it otherwise than any template there is, which it would hide', () => {
    const named = (label: string) => newTemplate({ ...templateOf(OPENED), label }, OPENED, [SYSTEM, OWN]).name

    expect(named('Vehicle!')).toBe('vehicle_2')
    expect(named('Boat')).toBeUndefined()
  })

  it('is classified with the chosen tag', () => {
    const values = { ...templateOf(OPENED), node: 'travel', description: ' For trips ' }

    expect(newTemplate(values, OPENED, [])).toMatchObject({
      description: ' For trips ',
      classification_scheme_name: 'tag',
      classification_node_name: 'travel',
    })
  })
})

describe('saveTemplateForm', () => {
  const problems = (label: string) =>
    saveTemplateForm(() => [SYSTEM, OWN]).safeParse({ ...templateOf(OPENED), label }).error?.issues ?? []

  it('refuses a name the user has, and none of the system', () => {
    expect(problems('BICYCLE')).toMatchObject([{ path: ['label'], message: text('items.saveTemplate.taken') }])
    expect(problems('Vehicle')).toEqual([])
    expect(problems('旅行')).toEqual([])
    expect(problems('  ')).toHaveLength(1)
  })
})

describe('templateRefusal', () => {
  const refusal = (error: string, parameter?: string) => {
    const extra_info = parameter === undefined ? {} : { parameter }
    const entry = { error, http_code: 400, message: 'it is wrong', requested_language: 'en', extra_info }
    return templateRefusal(new CallError('test', 400, [{ ...entry, message_in_requested_language: true }]))
  }

  it('puts a name that was taken meanwhile at its field, and what no field has above the form', () => {
    expect(refusal('name_taken').fields).toEqual([{ path: 'label', text: text('items.saveTemplate.taken') }])
    expect(refusal('invalid_params', 'description').fields).toMatchObject([{ path: 'description' }])
    expect(refusal('invalid_slot_type', 'slots_attributes[0].slot_type_name').failure).toMatchObject({
      message: 'It is wrong.',
    })
  })
})
