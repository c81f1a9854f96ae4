import { useLocalStorage } from '@vueuse/core'
import type { Ref } from 'vue'
import { computed } from 'vue'
import type { ListSort } from '../ui/list-model.ts'
import { usePresenting } from '../ui/presenting.ts'
import { cellText, saysSomething } from './column-values.ts'
import type { Export } from './export/use-export.ts'
import { useExport } from './export/use-export.ts'
import type { ListRows, ListTools, RowColumn } from './list-rows.ts'

interface ToolsOptions<Row> {
  readonly name: string
  /** Words of the name of an exported file. */
  readonly label: () => string
  readonly rows: ListRows<Row>
  readonly columns: () => readonly RowColumn<Row>[]
  readonly sort: Ref<ListSort | undefined>
  /** An export with more than the columns. */
  readonly exporting?: Export | undefined
}

/** Hidden columns by the name of their list, stored on this computer and in no workspace. */
const useHiddenColumns = () => useLocalStorage<Readonly<Record<string, readonly string[]>>>('vaultbench.columns', {})

/** The visible columns of a list, and its tools. */
export function useListTools<Row>({ name, label, rows, columns, sort, exporting }: ToolsOptions<Row>) {
  const hidden = useHiddenColumns()
  const presenting = usePresenting()
  const isHidden = (id: string): boolean => hidden.value[name]?.includes(id) ?? false
  const shown = computed(() =>
    columns()
      .filter(({ id, hideLabel, lead }, place) => place === 0 || lead || hideLabel || !isHidden(id))
      .filter(({ mono }) => !presenting.on || mono !== true)
      .map((column) => ({
        ...column,
        sortable: column.sortable ?? (rows.sortsItself && saysSomething(column)) ?? false,
      })),
  )

  function toggle(id: string): void {
    const others = (hidden.value[name] ?? []).filter((one) => one !== id)
    hidden.value = { ...hidden.value, [name]: isHidden(id) ? others : [...others, id] }
  }

  const exportOf = (read: ListRows<Row>['readAll']): Export => {
    const told = (): readonly RowColumn<Row>[] => shown.value.filter(saysSomething)
    return useExport<Row>({
      name: () => [label()],
      shape: {
        get columns() {
          return told().map((column) => column.label)
        },
        cells: (row) => Object.fromEntries(told().map((column) => [column.label, cellText(column, row)])),
        line: (row) => Object.fromEntries(told().map((column) => [column.id, cellText(column, row)])),
      },
      read,
    })
  }
  const tools: ListTools = {
    name,
    columns: computed(() =>
      columns()
        .filter(({ hideLabel, lead }, place) => place > 0 && !lead && !hideLabel)
        .map((column) => ({ id: column.id, label: column.label, shown: !isHidden(column.id) })),
    ),
    toggle,
    sort,
    exporting: exporting ?? exportOf(rows.readAll),
    isAny: computed(() => rows.count.value > 0),
  }
  /** Writes the selected rows. */
  const selected = exportOf(() => Promise.resolve(rows.selection?.items.value ?? []))

  return { shown, tools, selected }
}
