/** The file formats of an exported list. */
export type ExportFormat = 'csv' | 'json' | 'jsonl'

/** How a record is written to a file. */
export interface RecordShape<Entry, Column extends string = string> {
  /** The columns of CSV in order; they are the header. */
  readonly columns: readonly Column[]
  readonly cells: (entry: Entry) => Readonly<Record<Column, string | null | undefined>>
  /** The line of JSON and JSON Lines. */
  readonly line: (entry: Entry) => object
}

/** The records as the text of a file: CSV (RFC 4180) with a header, a JSON list, or one JSON object a line. */
export function recordsText<Entry, Column extends string>(
  format: ExportFormat,
  entries: readonly Entry[],
  { columns, cells, line }: RecordShape<Entry, Column>,
): string {
  if (format === 'json') return `${JSON.stringify(entries.map(line), null, 2)}\n`
  if (format === 'jsonl') return entries.map((entry) => `${JSON.stringify(line(entry))}\n`).join('')
  const rowOf = (entry: Entry): readonly string[] => {
    const texts = cells(entry)
    return columns.map((column) => texts[column] ?? '')
  }
  return [columns, ...entries.map(rowOf)].map((row) => `${row.map(asCell).join(',')}\r\n`).join('')
}

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json;charset=utf-8',
  jsonl: 'application/x-ndjson;charset=utf-8',
}

/** `events-harbour-clinic-2026-01-31.csv`: letters and digits of any script, the rest as hyphens. */
export function exportFileName(parts: readonly string[], day: Date, format: ExportFormat): string {
  const words = [...parts, day.toISOString().slice(0, 10)].join(' ')
  const plain = words
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replaceAll(/\p{Cf}/gu, '')
  return `${plain.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')}.${format}`
}

/** Labels come from other people: a cell that a spreadsheet would run as a formula gets an apostrophe in front. */
function asCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
