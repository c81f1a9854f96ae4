import { compareTexts } from '../../shared/folded-text.ts'
import type { ListSort } from '../ui/list-model.ts'
import type { RowColumn } from './list-rows.ts'

/** What a cell says, as a file has it: times as they are, nothing where there is none. */
export function cellText<Row>({ text, time, order }: RowColumn<Row>, row: Row): string {
  return time?.(row) ?? text?.(row) ?? String(order?.(row) ?? '')
}

/** The column whose text names a row. */
export function isLead<Row>(column: RowColumn<Row>, columns: readonly RowColumn<Row>[]): boolean {
  return column.id === (columns.find(({ lead }) => lead) ?? columns[0])?.id
}

/** What the cells of a row say in words, the name of the row first. */
export function saidIn<Row>(columns: readonly RowColumn<Row>[], row: Row): (string | undefined)[] {
  const inOrder = columns.toSorted((one, other) => Number(isLead(other, columns)) - Number(isLead(one, columns)))
  return inOrder.map(({ text, time }) => (time?.(row) ? undefined : text?.(row)))
}

/** Columns of buttons say nothing. */
export function saysSomething<Row>({ text, time, order }: RowColumn<Row>): boolean {
  return (text ?? time ?? order) !== undefined
}

/** Compares two rows by a column. Numbers go by size, texts as a person would sort them; empty ones come last. */
export function byColumn<Row>(column: RowColumn<Row>, direction: ListSort['direction']) {
  const sign = direction === 'descending' ? -1 : 1
  const valueOf = column.order ?? ((row: Row) => column.time?.(row) ?? column.text?.(row) ?? '')
  return (one: Row, other: Row): number => {
    const [a, b] = [valueOf(one), valueOf(other)]
    if (a === b) return 0
    if (a === '') return 1
    if (b === '') return -1
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
    return sign * compareTexts(String(a), String(b))
  }
}
