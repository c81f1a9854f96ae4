import { describe, expect, it } from 'vitest'
import { BENCHMARKS } from './benchmarks.ts'
import { readOptions, USAGE } from './run-options.ts'

const NOTHING = { record: false, report: false, help: false, names: [] }

describe('readOptions', () => {
  it.each([
    ['', NOTHING],
    ['http pages', { ...NOTHING, names: ['http', 'pages'] }],
    ['--record --report --rounds 3 lists', { ...NOTHING, record: true, report: true, rounds: '3', names: ['lists'] }],
    ['--report', { ...NOTHING, report: true }],
    ['--compare HEAD one-of-then', { ...NOTHING, compare: 'HEAD', names: ['one-of-then'] }],
    ['--help nonsense', { ...NOTHING, help: true, names: ['nonsense'] }],
  ])('%s', (line, options) => {
    expect(readOptions(line.split(' ').filter(Boolean), {})).toEqual(options)
  })

  it.each([
    ['nonsense toString http', 'there is no benchmark nonsense, toString'],
    ['--report http', '--report measures nothing: add --record'],
    ['--report --rounds 2', '--report measures nothing: add --record'],
    ['--rounds 0', '--rounds must be a number from 1 to 100'],
    ['--rounds 101', '--rounds must be a number from 1 to 100'],
    ['--rounds=-1', '--rounds must be a number from 1 to 100'],
    ['--rounds 1e1', '--rounds must be a number from 1 to 100'],
    ['--compare HEAD --record', '--compare goes with no other option'],
    ['--compare HEAD --rounds 1', '--compare goes with no other option'],
    ['--unknown', "Unknown option '--unknown'"],
  ])('refuses %s', (line, says) => {
    expect(() => readOptions(line.split(' '), {})).toThrow(says)
  })

  it('records no benchmark that was made smaller', () => {
    expect(() => readOptions(['--record'], { BENCH_LISTS_ROWS: '20000' })).toThrow('unset BENCH_LISTS_ROWS')
    expect(readOptions([], { BENCH_LISTS_ROWS: '20000' })).toEqual(NOTHING)
  })
})

it('USAGE › names every benchmark', () => {
  expect(Object.keys(BENCHMARKS).filter((name) => !USAGE.includes(name))).toEqual([])
})
