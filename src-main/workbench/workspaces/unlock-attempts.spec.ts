// Proves docs/contract/workbench.md, Workspaces: keys.

import { expect, it } from 'vitest'
import { createUnlockAttempts } from './unlock-attempts.ts'

const GAVE_WAY = expect.objectContaining({ code: 'too_many_requests', retryAfterSeconds: 1 }) as Error

/** Attempts that end when the test says so. */
function attemptsOf() {
  const attempts = createUnlockAttempts()
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    begin: (name: string, fails = false) =>
      attempts(async () => {
        begun.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
        if (fails) throw new Error(`${name} is wrong`)
        return name
      }),
    end: (name: string) => ends.get(name)?.(),
  }
}

it('the newest attempt is next, whatever waited; the older ones that wait are refused without being made', async () => {
  const { begin, begun, end } = attemptsOf()
  const first = expect(begin('first', true)).rejects.toThrow('first is wrong')
  const flood = Array.from({ length: 20 }, (_, index) =>
    expect(begin(`wrong ${index}`, true)).rejects.toThrow(GAVE_WAY),
  )
  const right = begin('right')
  await Promise.all(flood)

  end('first')
  await first
  end('right')

  expect(await right).toBe('right')
  expect(begun).toEqual(['first', 'right'])
})

it('runs one at a time, and begins at once when none is at work', async () => {
  const { begin, begun, end } = attemptsOf()
  for (const name of ['a', 'b']) {
    const attempt = begin(name)
    expect(begun.at(-1)).toBe(name)
    const next = begin(`after ${name}`)
    expect(begun.at(-1)).toBe(name)
    end(name)
    expect(await attempt).toBe(name)
    await Promise.resolve()
    end(`after ${name}`)
    expect(await next).toBe(`after ${name}`)
  }
})
