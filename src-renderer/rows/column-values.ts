import { compareTexts } from '../../shared/folded-text.ts'
import type { ListSort } from '../ui/list-model.ts'
import type { RowColumn } from './list-rows.ts'

/** What a cell says, as a file has it: times as they are, nothing where there is none. */
export function cellText<Row>({ text, time, order }: RowColumn<Row>, row: Row): string {
  return time?.(row) ?? text?.(row) ?? String(order?.(row) ?? '')
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
