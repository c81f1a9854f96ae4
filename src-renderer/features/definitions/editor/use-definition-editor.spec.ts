// Proves docs/contract/window.md, Definitions.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import type { JsonObject } from '../../../../shared/presentation-exchange/json.ts'
import { CallError } from '../../../../shared/contract/caller.ts'
import { aDefinition, aDescriptor } from '../testing/definitions.ts'
import { useDefinitionEditor } from './use-definition-editor.ts'

const { sendCall } = vi.hoisted(() => ({ sendCall: vi.fn() }))
vi.mock('../../../api/call.ts', async () => ({
  call: sendCall,
  CallError: (await import('../../../../shared/contract/caller.ts')).CallError,
}))

const saidBy = ({ text }: ReturnType<typeof useDefinitionEditor>) => JSON.parse(text.value) as JsonObject
const refusal = (code: string, extra_info: Record<string, unknown>) =>
  new CallError('definitionSave', 400, [
    {
      error: code,
      http_code: 400,
      message: 'no',
      requested_language: 'en',
      message_in_requested_language: true,
      extra_info,
    },
  ])

beforeEach(() => {
  sendCall.mockReset()
})

describe('definition editor', () => {
  it('writes what a field says into the text, and keeps what it does not know', () => {
    const editor = useDefinitionEditor(aDefinition({ extra: { a: [1] } }), null)

    editor.write(['name'], 'Van hire')
    editor.write(['input_descriptors', 0, 'purpose'], 'To drive')
    editor.write(['purpose'], undefined)

    expect(saidBy(editor)).toEqual({
      name: 'Van hire',
      input_descriptors: [{ ...aDescriptor(), purpose: 'To drive' }],
      extra: { a: [1] },
    })
  })

  it('takes along what is empty after a member went, as far as it is told', () => {
    const constraints = { statuses: { active: { directive: 'required' } } }
    const editor = useDefinitionEditor(aDefinition({ input_descriptors: [{ id: 'one', constraints }] }), null)

    editor.drop(['input_descriptors', 0, 'constraints', 'statuses', 'active', 'directive'], 3)

    expect(saidBy(editor)['input_descriptors']).toEqual([{ id: 'one', constraints: {} }])
  })

  it('has one Undo for fields and JSON', () => {
    const editor = useDefinitionEditor(aDefinition(), null)
    const start = editor.text.value

    editor.write(['name'], 'V')
    editor.write(['name'], 'Va')
    editor.typeJson('{}')
    editor.undo()
    expect(editor.at(['name'])).toBe('Va')
    editor.undo()

    expect(editor.text.value).toBe(start)
    expect(editor.dirty.value).toBe(false)
  })

  it('shows the last text that could be read, and takes no edits of the form meanwhile', () => {
    const editor = useDefinitionEditor(aDefinition(), null)

    editor.typeJson('{ "name": ')
    editor.write(['name'], 'Lost')

    expect(editor.isReadable.value).toBe(false)
    expect(editor.at(['name'])).toBe('Car hire')
    expect(editor.text.value).toBe('{ "name": ')
  })

  it('opens the parts of the form around a place that somebody goes to', () => {
    const editor = useDefinitionEditor(aDefinition(), null)

    editor.follow(editor.text.value.indexOf('$.credentialSubject'))

    expect([...editor.opened]).toContain('/input_descriptors/0/constraints/fields/0')
    expect(editor.place.value).toMatchObject({ by: 'json' })
  })

  it('closes them when the cursor goes on, but not what somebody opened', () => {
    const editor = useDefinitionEditor(aDefinition(), null)
    const positionOf = (text: string): number => editor.text.value.indexOf(text)

    editor.opened.add('/input_descriptors/0')
    editor.follow(positionOf('$.credentialSubject'))
    editor.follow(positionOf('"purpose"'))

    expect(editor.opened.has('/input_descriptors/0')).toBe(true)
    expect(editor.opened.has('/input_descriptors/0/constraints/fields/0')).toBe(false)
  })
})

describe('saving', () => {
  it('sends the definition with the one it was made from', async () => {
    sendCall.mockResolvedValue({ row: { id: 'new', name: 'Car hire' } })
    const editor = useDefinitionEditor(aDefinition(), 'earlier')

    const row = await editor.save()

    expect(row?.id).toBe('new')
    expect(sendCall.mock.calls[0]?.[1]).toEqual({ body: { definition: aDefinition(), previous_id: 'earlier' } })
  })

  it.each([
    ['a fault', (editor: ReturnType<typeof useDefinitionEditor>) => editor.write(['input_descriptors', 0, 'id'], 5)],
    ['no JSON', (editor: ReturnType<typeof useDefinitionEditor>) => editor.typeJson('{')],
    [
      'a name twice',
      (editor: ReturnType<typeof useDefinitionEditor>) =>
        editor.typeJson('{"input_descriptors":[],"input_descriptors":[]}'),
    ],
  ])('sends nothing with %s', async (_, break_) => {
    const editor = useDefinitionEditor(aDefinition(), null)
    break_(editor)

    expect(await editor.save()).toBeUndefined()
    expect(sendCall).not.toHaveBeenCalled()
  })

  it('places what the exchange refused at its field, until the text changes', async () => {
    const fields = [{ path: '/name', code: 'too_long', message: 'is too long here' }, { odd: true }]
    sendCall.mockRejectedValue(refusal('invalid_params', { fields }))
    const editor = useDefinitionEditor(aDefinition(), null)

    expect(await editor.save()).toBeUndefined()
    expect(editor.errorAt(['name'])).toBe('Is too long here.')
    expect(editor.failure.value).toBeUndefined()

    editor.write(['name'], 'Short')
    await nextTick()
    expect(editor.errorAt(['name'])).toBeUndefined()
  })

  it('says why, when it was refused for another reason', async () => {
    sendCall.mockRejectedValue(refusal('payload_too_large', {}))
    const editor = useDefinitionEditor(aDefinition(), null)

    await editor.save()

    expect(editor.failure.value?.code).toBe('payload_too_large')
    expect(editor.saving.value).toBe(false)
  })
})
