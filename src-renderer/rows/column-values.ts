import { compareTexts } from '../../shared/folded-text.ts'
import type { ListSort } from '../ui/list-model.ts'
import type { RowColumn } from './list-rows.ts'

/** The value of a cell for a file: times unchanged, empty without a value. */
export function cellText<Row>({ text, time, order }: RowColumn<Row>, row: Row): string {
  return time?.(row) ?? text?.(row) ?? String(order?.(row) ?? '')
}

/** Whether a column is the leading one. */
export function isLead<Row>(column: RowColumn<Row>, columns: readonly RowColumn<Row>[]): boolean {
  return column.id === (columns.find(({ lead }) => lead) ?? columns[0])?.id
}

/** The texts of a row's cells, the name first. */
export function cellTextsOf<Row>(columns: readonly RowColumn<Row>[], row: Row): (string | undefined)[] {
  const inOrder = columns.toSorted((one, other) => Number(isLead(other, columns)) - Number(isLead(one, columns)))
  return inOrder.map(({ text, time }) => (time?.(row) ? undefined : text?.(row)))
}

/** Whether a column has text; those of buttons do not. */
export function saysSomething<Row>({ text, time, order }: RowColumn<Row>): boolean {
  return (text ?? time ?? order) !== undefined
}

/** Compares two rows by a column: numbers by size, texts in the order of the language; empty ones come last. */
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
