// Proves docs/contract/window.md, Everywhere.

import { expect, it } from 'vitest'
import { h, provide } from 'vue'
import { mountUi, settle } from '../ui/testing/mount-ui.ts'
import PageActions from './PageActions.vue'
import PageHeader from './PageHeader.vue'
import { sideKey } from './side.ts'

const part = () =>
  h(
    'section',
    h(PageActions, () => h('button', 'New key')),
  )
const placeOfButton = (): string | undefined => document.querySelector('button')?.closest('header, section')?.tagName

it('has what a part of the page makes behind its own buttons', async () => {
  mountUi(() => h('main', [h(PageHeader, { title: 'Access' }, { actions: () => h('i', 'own') }), part()]))
  await settle()

  expect(placeOfButton()).toBe('HEADER')
  expect(document.querySelector('header i ~ div button')?.textContent).toBe('New key')
})

it('leaves it in its place where there is no head, or one for each of two sides', async () => {
  mountUi(part)
  await settle()
  expect(placeOfButton()).toBe('SECTION')

  mountUi(
    () => h('main', [h(PageHeader, { title: 'Access' }), part()]),
    () => provide(sideKey, { name: () => 'Alice', isActive: () => true }),
  )
  await settle()
  expect(placeOfButton()).toBe('SECTION')
})
