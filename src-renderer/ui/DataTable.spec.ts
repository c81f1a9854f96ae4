// Proves docs/contract/window.md, Everywhere: lists.

import { expect, it } from 'vitest'
import { h } from 'vue'
import DataTable from './DataTable.vue'
import { mountUi } from './testing/mount-ui.ts'

const shown = (props: { readonly actions?: string }) =>
  mountUi(() =>
    h(
      DataTable<string>,
      { caption: 'Keys', columns: ['Name'], rows: ['Partner', 'Crane'], keyOf: (row: string) => row, ...props },
      {
        default: ({ row }: { readonly row: string }) => h('th', { scope: 'row' }, row),
        actions: ({ row }: { readonly row: string }) => h('button', `Remove ${row}`),
      },
    ),
  ).wrapper

it('names itself, its columns and the one of the buttons', () => {
  const table = shown({ actions: 'Actions' })

  expect(table.get('caption').text()).toBe('Keys')
  expect(table.findAll('thead th').map((head) => head.text())).toEqual(['Name', 'Actions'])
  expect(table.findAll('tbody th').map((head) => head.text())).toEqual(['Partner', 'Crane'])
  expect(table.findAll('button').map((button) => button.text())).toEqual(['Remove Partner', 'Remove Crane'])
})

it('without buttons › has no column for them', () => {
  const table = shown({})

  expect(table.findAll('thead th')).toHaveLength(1)
  expect(table.findAll('button')).toHaveLength(0)
})
