import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { BENCHMARKS } from '../benchmarks.ts'
import type { Row } from '../measure.ts'
import { readRecorded } from '../results.ts'
import type { Run } from '../results.ts'
import { BESIDE_FLOOR, BESIDE_OTHERS, GROWTH, ROW_NAMES, STALLS } from '../row-goals.ts'
import { growthChart } from './growth-chart.ts'
import { OTHERS, performancePage } from './performance-page.ts'
import { reportOf } from './write-report.ts'

const [FIRST, SECOND] = Object.keys(BENCHMARKS) as [string, string]
const [LIST = ''] = Object.keys(GROWTH)
const READ = 'GET item with 4 slots over HTTP (P1)'
const MEMORY = 'idle memory, MiB (P10)'

const machine = { cpu: 'One CPU', cores: 2, memoryGiB: 8, system: 'linux x64', node: 'v24.0.0' }

function aRow(name: string, floorPerSecond: number, productPerSecond: number, members: Partial<Row> = {}): Row {
  const ratio = productPerSecond / floorPerSecond
  const spread = { lowestRatio: ratio / 2, highestRatio: ratio * 2 }
  return { name, goal: 'as it was then', floorPerSecond, productPerSecond, ratio, ...spread, rounds: 7, ...members }
}

function aRun(rows: readonly Row[], members: Partial<Run> = {}): Run {
  return { at: '2026-01-02T03:04:05.678Z', commit: 'abcdef01', machine, seconds: 1, rows, ...members }
}

function lineOf(page: string, beginning: string): string {
  const line = page.split('\n').find((one) => one.startsWith(beginning))
  return (line ?? '').replace(/ +/g, ' ')
}

describe('the report', () => {
  const recorded = readRecorded()

  it.each(Object.entries(reportOf(recorded)))('%s is what the recorded rows make', (path, text) => {
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it('is made of rows that have a goal, of benchmarks that are there', () => {
    const names = Object.values(recorded).flatMap(({ rows }) => rows.map(({ name }) => name))

    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !ROW_NAMES.includes(name))).toEqual([])
    expect(Object.keys(recorded).filter((name) => !Object.hasOwn(BENCHMARKS, name))).toEqual([])
  })

  it('says of each row beside others what it is beside', () => {
    expect(Object.keys(OTHERS)).toEqual(Object.keys(BESIDE_OTHERS))
  })
})

describe('performancePage', () => {
  it('has a line for each row, with the goal as it is set now', () => {
    const page = performancePage({ [FIRST]: aRun([aRow(READ, 10_000, 5_000), aRow(MEMORY, 60, 150, { unit: 'MiB' })]) })

    expect(lineOf(page, '| GET item with 4 slots over HTTP ')).toBe(
      '| GET item with 4 slots over HTTP | 10,000/s | 5,000/s | 0.50 (0.25–1.00) | ratio >= 0.60 |',
    )
    expect(lineOf(page, '| idle memory ')).toBe('| idle memory | 60 MiB | 150 MiB | 2.50 (1.25–5.00) | ratio <= 1.70 |')
    expect(page).not.toContain('as it was then')
  })

  it('says what is not met and by how much, of every kind of row', () => {
    const growth = [{ rows: 10_000, milliseconds: 1 }]
    const rows = [
      aRow(READ, 10_000, 5_400),
      aRow(LIST, 1000, 100, { growth }),
      aRow('GET item over HTTP, Prism (P14)', 1000, 4000),
      aRow('packed, 10 at once, MiB', 1_000, 1_920, { unit: 'MiB' }),
      aRow('honest presentations among ten hostile', 10, 10, { besides: { refused: 3 } }),
    ]
    const missed = performancePage({ [FIRST]: aRun(rows) }).split('## Not met')[1] ?? ''

    expect(lineOf(missed, '| GET item with ')).toBe('| GET item with 4 slots over HTTP | ratio | 0.6 | 0.54 | 10 % |')
    expect(lineOf(missed, '| items of an ')).toBe('| items of an owner and templates | ratio | 0.33 | 0.1 | 70 % |')
    expect(lineOf(missed, '| read an item over HTTP; Prism')).toContain('| ratio | 5 | 4 | 20 % |')
    expect(lineOf(missed, '| packed, 10 ')).toBe('| packed, 10 at once | product MiB | 1,536 | 1,920 | 25 % |')
    expect(lineOf(missed, '| honest ')).toContain('| refused | 0 | 3 | 3 |')
    expect(performancePage({ [FIRST]: aRun([aRow(READ, 10, 9)]) })).toContain('Every goal is reached.')
  })

  it('says how long others wait', () => {
    const [name = ''] = Object.keys(STALLS)
    const page = performancePage({ [FIRST]: aRun([aRow(name, 5_000, 400, { besides: { 'longest ms': 31.4 } })]) })

    expect(lineOf(page, '| store 256 MiB ')).toBe('| store 256 MiB | 2.5 | 31 |')
    expect(page).toContain('Every goal is reached.')
  })

  it('names the machine once, what was measured elsewhere, and what was not', () => {
    const elsewhere = { machine: { ...machine, cores: 64 }, commit: '12345678 + changes' }
    const page = performancePage({
      [FIRST]: aRun([]),
      lists: aRun([]),
      [SECOND]: aRun([], elsewhere),
      start: aRun([], { at: '2026-01-03T00:00:00.000Z' }),
    }).replaceAll('\n', ' ')

    expect(page).toContain(
      'Measured on One CPU, 2 cores, 8 GiB, linux x64, Node v24.0.0, on 2026-01-02 of commit abcdef01.',
    )
    expect(page).toContain(`\`${SECOND}\`: measured on One CPU, 64 cores,`)
    expect(page).toContain('of commit 12345678 + changes.')
    expect(page).toContain('`start`: measured on 2026-01-03 of commit abcdef01.')
    expect(page).toMatch(/Not recorded: `[^.]*`story`/)
  })

  it('is short', () => {
    const rows = [BESIDE_FLOOR, BESIDE_OTHERS, GROWTH, STALLS]
      .flatMap((goals) => Object.keys(goals))
      .map((name) => aRow(name, 100_000, 100_000, { besides: anyFigure }))
    const page = performancePage({ [FIRST]: aRun(rows) })

    expect(page.split('\n').filter((line) => line.length > 200)).toEqual([])
    expect(page).not.toContain('not recorded')
  })
})

const anyFigure = { 'p95 ms': 1, 'longest ms': 1, refused: 0, 'MiB more': 1, 'MiB above start': 1 }

describe('growthChart', () => {
  const growing = (...milliseconds: readonly number[]) =>
    milliseconds.map((each, index) => ({ rows: 10 ** (4 + index), milliseconds: each }))
  const chart = growthChart([
    aRow('quick <list> (P17)', 1, 1, { growth: growing(0.001, 0.02, 0.03) }),
    aRow('slow list (P17)', 1, 1, { growth: growing(2, 30, 2_000) }),
    aRow('without', 1, 1),
  ])
  const places = [...chart.matchAll(/cx="(\d+)"/g)].map(([, x]) => Number(x))

  it('has a dot for each number of rows, within the picture, the slowest list first', () => {
    expect(places).toHaveLength(3 + 6)
    expect(places.slice(3, 6)).toEqual(places.slice(3, 6).toSorted((one, other) => one - other))
    expect(Math.max(...places)).toBeLessThanOrEqual(660)
    expect(Math.min(...places.slice(3))).toBeGreaterThanOrEqual(300)
    expect(chart.indexOf('slow list<')).toBeLessThan(chart.indexOf('quick &lt;list>'))
    expect(chart).toContain('10,000 rows')
    expect(chart).toContain('2 → 2,000 ms')
    expect(chart).not.toContain('without')
  })

  it('has colours of its own for either theme, ground included', () => {
    const [light = '', dark = ''] = chart.split('@media (prefers-color-scheme: dark)')
    for (const style of [light, dark]) expect(style).toMatch(/text \{[^}]*fill: #[^]*\.ground \{ fill: #/)
  })
})
