// Proves docs/contract/exchange.md, States.

import { expect, it } from 'vitest'
import { requestMutex } from './request-mutex.ts'

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 5))

it('what follows one work without waiting is done before the next one of the same request begins', async () => {
  const exclusively = requestMutex()
  const done: string[] = []
  const work = async (name: string) => {
    await exclusively('one', async () => {
      done.push(`${name} begins`)
      await soon()
    })
    done.push(`${name} is written down`)
  }
  await Promise.all([work('first'), work('second')])

  expect(done).toEqual(['first begins', 'first is written down', 'second begins', 'second is written down'])
})

it('work that fails does not hold up the next one', async () => {
  const exclusively = requestMutex()
  const failed = exclusively('one', () => Promise.reject(new Error('no')))

  expect(await Promise.allSettled([failed, exclusively('one', () => Promise.resolve(2))])).toMatchObject([
    { status: 'rejected' },
    { status: 'fulfilled', value: 2 },
  ])
})

it('requests do not wait for each other', async () => {
  const exclusively = requestMutex()
  let end: () => void = () => undefined
  const slow = exclusively('one', () => new Promise<void>((resolve) => (end = resolve)))

  expect(await exclusively('other', () => Promise.resolve('done'))).toBe('done')
  end()
  await slow
})

it('more than may wait for one request › are refused with the time to wait; other requests go on', async () => {
  const exclusively = requestMutex()
  let end: () => void = () => undefined
  const first = exclusively('one', () => new Promise<void>((resolve) => (end = resolve)))
  const waiting = Array.from({ length: 10 }, (_, index) => exclusively('one', () => Promise.resolve(index)))

  await expect(exclusively('one', () => Promise.resolve())).rejects.toMatchObject({
    code: 'too_many_requests',
    retryAfterSeconds: 5,
  })
  expect(await exclusively('other', () => Promise.resolve('done'))).toBe('done')
  end()
  await first
  expect(await Promise.all(waiting)).toHaveLength(10)
  expect(await exclusively('one', () => Promise.resolve('again'))).toBe('again')
})
