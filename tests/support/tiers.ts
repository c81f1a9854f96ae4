import { describe, it } from 'vitest'

/**
 * A suite for each row, with its members in the places of `%s`: that of the first row belongs to `npm test`, the
 * others to `npm run test:full`.
 */
export function describeRows<Row extends readonly [string, ...unknown[]]>(
  name: string,
  rows: readonly Row[],
  suite: (...row: [...Row]) => void,
): void {
  for (const [index, row] of rows.entries()) {
    describe(named(name, row), { tags: index === 0 ? [] : ['full'] }, () => {
      suite(...row)
    })
  }
}

/** The same for a single test. */
export function itRows<Row extends readonly [string, ...unknown[]]>(
  name: string,
  rows: readonly Row[],
  test: (...row: [...Row]) => Promise<void> | void,
): void {
  for (const [index, row] of rows.entries()) {
    it(named(name, row), { tags: index === 0 ? [] : ['full'] }, () => test(...row))
  }
}

function named(name: string, row: readonly unknown[]): string {
  let place = 0
  return name.replaceAll('%s', () => String(row[place++]))
}
