// Proves docs/contract/exchange.md, Wallet endpoints.

import { expect, it } from 'vitest'
import { senderLimit } from './sender-limit.ts'

const held = () => {
  let end: () => void = () => undefined
  const work = () => new Promise<void>((resolve) => (end = resolve))
  return { work, end: () => end() }
}

it('more than one address of the network may send at once › are refused until one of them is done', async () => {
  const within = senderLimit()
  const works = Array.from({ length: 20 }, held)
  const all = works.map(({ work }) => within('192.168.1.7', work))

  await expect(within('192.168.1.7', () => Promise.resolve())).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(await within('192.168.1.8', () => Promise.resolve('done'))).toBe('done')
  for (const { end } of works) end()
  await Promise.all(all)
  expect(await within('192.168.1.7', () => Promise.resolve('done'))).toBe('done')
})

it.each([null, '127.0.0.1', '::1', '::ffff:127.0.0.1'])(
  '%s › is everybody on this computer, so it has no limit',
  async (remote) => {
    const within = senderLimit()
    const works = Array.from({ length: 30 }, held)
    const all = works.map(({ work }) => within(remote, work))

    expect(await within(remote, () => Promise.resolve('done'))).toBe('done')
    for (const { end } of works) end()
    await Promise.all(all)
  },
)
