import { describe } from 'vitest'

/**
 * A suite for each row, named by its first member in the place of `%s`: that of the first row belongs to `npm test`, the
 * others to `npm run test:full`.
 */
export function describeRows<Row extends readonly [string, ...unknown[]]>(
  name: string,
  rows: readonly Row[],
  suite: (...row: [...Row]) => void,
): void {
  for (const [index, row] of rows.entries()) {
    describe(name.replace('%s', row[0]), { tags: index === 0 ? [] : ['full'] }, () => {
      suite(...row)
    })
  }
}
