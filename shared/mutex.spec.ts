import { expect, it } from 'vitest'
import { createMutex } from './mutex.ts'

it('a mutex › begins what was asked for later when what came before has ended', async () => {
  const exclusively = createMutex()
  const seen: string[] = []
  const work = (name: string) => async () => {
    seen.push(`${name} begins`)
    await Promise.resolve()
    seen.push(`${name} ends`)
    return name
  }

  const results = await Promise.all([exclusively(work('one')), exclusively(work('two'))])

  expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
  expect(results).toEqual(['one', 'two'])
})

it('a mutex › goes on after work that fails, and its fault goes to who asked for it', async () => {
  const exclusively = createMutex()

  const failed = exclusively(() => Promise.reject(new Error('no')))
  const next = exclusively(() => Promise.resolve('done'))

  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
})
