// Proves docs/contract/window.md, Operator console.

import { describe, expect, it } from 'vitest'
import { refusal } from '../../../session/testing/fake-bridge.ts'
import { catalogueRefusal, nodeForm, nodeKey, schemeForm, slotForm, templateForm } from './catalogue-forms.ts'

/** What the fields hold before anything was typed. */
const EMPTY_SLOT = { label: '', name: '', type: 'key_value', translations: [] }
const EMPTY_NODE = { label: '', name: '', description: '', colour: '', translations: [], image: '', picture: null }
const EMPTY_TEMPLATE = {
  label: '',
  name: '',
  description: '',
  status: 'public',
  translations: [],
  nodes: [],
  image: '',
}

const PICTURE = {
  filename: 'a.png',
  contents: 'AAAA',
  content_type: 'image/png',
  bytes: 3,
  preview: 'data:image/png;base64,AAAA',
}
const problems = (result: { readonly error?: { readonly issues: readonly { path: PropertyKey[] }[] } | undefined }) =>
  (result.error?.issues ?? []).map(({ path }) => path.join('.'))

describe('forms of the catalogue', () => {
  it('send nothing for what was left empty', () => {
    expect(schemeForm().parse({ label: ' Ship ', name: '', description: '', tags: true })).toEqual({
      label: 'Ship',
      name: null,
      description: null,
      owned_by_user: true,
    })
  })

  it('send labels by locale, in lower case', () => {
    const translations = [
      { locale: 'DE-de', label: 'Segelboot' },
      { locale: 'fr', label: 'Voilier' },
    ]

    expect(nodeForm('ship').parse({ ...EMPTY_NODE, label: 'Boat', translations })).toMatchObject({
      classification_scheme_name: 'ship',
      label_translations: { 'de-de': 'Segelboot', fr: 'Voilier' },
      background_color: null,
      image: null,
    })
  })

  it.each([
    ['a locale that is none', [{ locale: 'German', label: 'Boot' }], ['translations.0.locale']],
    ['a label that is missing', [{ locale: 'de', label: ' ' }], ['translations.0.label']],
    [
      'a locale that is there already',
      [
        { locale: 'de', label: 'Boot' },
        { locale: 'DE', label: 'Schiff' },
      ],
      ['translations.1.locale'],
    ],
  ])('refuse %s, at its field', (_, translations, at) => {
    expect(problems(nodeForm('ship').safeParse({ ...EMPTY_NODE, label: 'Boat', translations }))).toEqual(at)
  })

  it('send a new picture instead of one of the catalogue, without its preview', () => {
    const sent = nodeForm('ship').parse({ ...EMPTY_NODE, label: 'Boat', image: 'image-1', picture: PICTURE })

    expect([sent.image_id, sent.image]).toEqual([
      null,
      { filename: 'a.png', contents: 'AAAA', content_type: 'image/png' },
    ])
    expect(nodeForm('ship').parse({ ...EMPTY_NODE, label: 'Boat', image: 'image-1' }).image_id).toBe('image-1')
  })

  it('refuse a colour that is none', () => {
    expect(problems(nodeForm('ship').safeParse({ ...EMPTY_NODE, label: 'Boat', colour: 'red' }))).toEqual(['colour'])
  })

  it('name the nodes of a template by scheme and node', () => {
    const sent = templateForm().parse({ ...EMPTY_TEMPLATE, label: 'Papers', nodes: [nodeKey('ship', 'boat')] })

    expect(sent.image_id).toBeNull()
    expect(templateForm().parse({ ...EMPTY_TEMPLATE, label: 'Papers', image: 'image-1' }).image_id).toBe('image-1')
    expect([sent.status, sent.classified_by]).toEqual(['public', [{ scheme_name: 'ship', node_name: 'boat' }]])
    expect(slotForm().parse({ ...EMPTY_SLOT, label: 'Built', type: 'date' }).slot_type).toBe('date')
  })

  it('place a name that is taken at its field, and say the rest as a whole', () => {
    expect(catalogueRefusal(refusal('name_taken', 409)).fields?.[0]?.path).toBe('name')
    expect(catalogueRefusal(refusal('operator_locked', 423, 'the console is closed')).failure?.message).toBe(
      'The console is closed.',
    )
  })
})
