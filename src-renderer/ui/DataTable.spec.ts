// Proves docs/contract/window.md, Everywhere: lists.

import { expect, it } from 'vitest'
import { h } from 'vue'
import DataTable from './DataTable.vue'
import { mountUi } from './testing/mount-ui.ts'

const shown = (props: { readonly actions?: string }) =>
  mountUi(() =>
    h(DataTable, { caption: 'Keys', columns: ['Name', 'Made'], ...props }, () => h('tr', h('th', 'Partner'))),
  ).wrapper

it('names itself, its columns and the one of the buttons', () => {
  const table = shown({ actions: 'Actions' })

  expect(table.get('caption').text()).toBe('Keys')
  expect(table.findAll('thead th').map((head) => head.text())).toEqual(['Name', 'Made', 'Actions'])
  expect(table.get('tbody').text()).toBe('Partner')
})

it('without buttons › has no column for them', () => {
  expect(shown({}).findAll('thead th')).toHaveLength(2)
})
