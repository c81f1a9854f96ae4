// Proves docs/contract/window.md, Items.

import { readFileSync } from 'node:fs'
import { mount } from '@vue/test-utils'
import { Car, Landmark, LayoutTemplate, SquareDashed } from '@lucide/vue'
import type { Component } from 'vue'
import { describe, expect, it } from 'vitest'
import { itemIcon, templateIcon } from './template-icons.ts'

const LABELS = [
  'Vehicle',
  'Password',
  'Travel',
  'Passport details',
  'Important document',
  'Bank account',
  'Membership or subscription',
  'Pet',
  'Device',
  'Services',
  'Custom',
  'Bicycle',
]

const drawn = (icon: Component) => mount(icon, { props: { class: 'large' } }).element
const shapeOf = (icon: Component): string => drawn(icon).innerHTML
const colourOf = (icon: Component): string => drawn(icon).getAttribute('style') ?? ''
const byLabel = (item_template_label: string) => itemIcon({ item_template_label })

describe('what stands for an item', () => {
  it('is that of its template, whatever the name of that one is', () => {
    expect(shapeOf(byLabel('Bank account'))).toBe(shapeOf(Landmark))
    expect(templateIcon({ name: 'bank_item', own: false })).toBe(byLabel('Bank account'))
  })

  it('is the same for all templates that somebody made', () => {
    expect(shapeOf(byLabel('Bicycle'))).toBe(shapeOf(LayoutTemplate))
    expect(shapeOf(templateIcon({ name: 'vehicle', own: false }))).toBe(shapeOf(Car))
    expect(templateIcon({ name: 'vehicle', own: true })).toBe(byLabel('Bicycle'))
  })

  it('has a shape of its own and a colour of the theme, whatever the place says', () => {
    const tokens = readFileSync(`${import.meta.dirname}/../styles/tokens.css`, 'utf8')
    for (const label of LABELS) {
      const [, token = ''] = /^color: var\((--actor-\d)\);$/.exec(colourOf(byLabel(label))) ?? []
      expect(tokens, label).toContain(`${token}: light-dark(`)
    }
    expect(new Set(LABELS.map((label) => shapeOf(byLabel(label)))).size).toBe(LABELS.length)
    expect(drawn(byLabel('Pet')).classList).toContain('large')
  })

  it('is no empty frame, which looks like a picture that is missing', () => {
    expect(shapeOf(byLabel('Custom'))).not.toBe(shapeOf(SquareDashed))
  })
})
