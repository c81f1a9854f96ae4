import { expect, it } from 'vitest'
import type { Outcome } from './mutant-sieve.ts'
import { sieve } from './mutant-sieve.ts'

/** What finds each fault; a test it fails by itself, or with others only. */
interface Fault {
  readonly name: string
  readonly fails?: readonly string[]
  readonly hangs?: boolean
}

/** Runs a sieve over faults as a tier would find them. */
async function sieved(faults: readonly Fault[]) {
  const runs: string[] = []
  const decided = new Map<string, string | undefined>()
  const trial = {
    together(some: readonly Fault[]): Promise<Outcome> {
      runs.push(some.map(({ name }) => name).join(''))
      const commands = some.some(({ hangs }) => hangs === true) ? [] : some.flatMap(({ fails = [] }) => fails)
      const passed = some.every(({ fails, hangs }) => fails === undefined && hangs === undefined)
      return Promise.resolve(passed ? 'passed' : { what: 'npm test timed out', commands })
    },
    alone: ({ fails = [] }: Fault, commands: readonly string[]) =>
      Promise.resolve(commands.find((command) => fails.includes(command))),
  }
  await sieve(faults, trial, ({ name }, foundBy) => decided.set(name, foundBy))
  return { runs, decided: Object.fromEntries(decided) }
}

it('a sieve › runs a tier once for all faults that it does not find', async () => {
  expect(await sieved([{ name: 'a' }, { name: 'b' }, { name: 'c' }])).toEqual({
    runs: ['abc'],
    decided: { a: undefined, b: undefined, c: undefined },
  })
})

it('a sieve › tells by the tests that failed which fault it was, and runs again with the others', async () => {
  const faults = [{ name: 'a' }, { name: 'b', fails: ['x', 'y'] }, { name: 'c' }]

  expect(await sieved(faults)).toEqual({ runs: ['abc', 'ac'], decided: { a: undefined, b: 'x', c: undefined } })
})

it('a sieve › halves the faults where no test tells, down to one', async () => {
  const faults = [{ name: 'a' }, { name: 'b', fails: ['x'] }, { name: 'c', hangs: true }, { name: 'd' }]

  expect(await sieved(faults)).toEqual({
    runs: ['abcd', 'ab', 'a', 'cd', 'c', 'd'],
    decided: { a: undefined, b: 'x', c: 'npm test timed out', d: undefined },
  })
})

it('a sieve › takes a single fault that fails as found, without looking again', async () => {
  expect(await sieved([{ name: 'a', fails: ['x'] }])).toEqual({ runs: ['a'], decided: { a: 'x' } })
})

it('a sieve › of nothing runs nothing', async () => {
  expect(await sieved([])).toEqual({ runs: [], decided: {} })
})
