// Proves docs/contract/window.md, Everywhere.

import { expect, it } from 'vitest'
import { h, provide } from 'vue'
import { mountUi, settle } from '../ui/testing/mount-ui.ts'
import RecordTabs from '../rows/RecordTabs.vue'
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

it('has the tabs of the page, of one on a side in the head of that side', async () => {
  const tabs = [{ id: 'keys', label: 'access.keys.tab' }] as const
  const page = () => [
    h(PageHeader, { title: 'Access' }),
    h(RecordTabs<'keys'>, { label: 'access.tabs', tabs, tab: 'keys', placeOf: () => '/keys' }, { keys: () => 'Rows' }),
  ]
  const places = () =>
    [...document.querySelectorAll('[role=tablist]')].map((list) => list.closest('header')?.parentElement?.id)
  mountUi(() => h('main', { id: 'page' }, page()))
  await settle()
  expect(places()).toEqual(['page'])

  mountUi(() =>
    h(
      'main',
      ['left', 'right'].map((id) => h('section', { id, 'data-side': 'idle' }, page())),
    ),
  )
  await settle()

  expect(places()).toEqual(['left', 'right'])
  expect(document.querySelector('#right [role=tabpanel]')?.textContent).toBe('Rows')
})
