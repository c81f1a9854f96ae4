// Proves docs/contract/window.md, Items.

import { Car, Landmark, LayoutTemplate } from '@lucide/vue'
import { describe, expect, it } from 'vitest'
import { itemIcon, templateIcon } from './template-icons.ts'

describe('what stands for an item', () => {
  it('is that of its template, whatever the name of that one is', () => {
    expect(itemIcon({ item_template_label: 'Bank account' })).toBe(Landmark)
    expect(templateIcon({ name: 'bank_item', own: false })).toBe(Landmark)
  })

  it('is the same for all templates that somebody made', () => {
    expect(itemIcon({ item_template_label: 'Bicycle' })).toBe(LayoutTemplate)
    expect(templateIcon({ name: 'vehicle', own: false })).toBe(Car)
    expect(templateIcon({ name: 'vehicle', own: true })).toBe(LayoutTemplate)
  })
})
