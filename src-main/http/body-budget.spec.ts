// Proves docs/contract/vault.md, Transports: HTTP.

import { describe, expect, it } from 'vitest'
import { createBodyBudget, MAX_INCOMING_BYTES } from './body-budget.ts'

const BUSY = expect.objectContaining({ code: 'server_busy', status: 503, retryAfterSeconds: 1 }) as Error

/** A body whose chunks come when the test says so, and that notes when nobody wants more of it. */
function aBody() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(undefined, { highWaterMark: 100 })
  const writer = writable.getWriter()
  return {
    chunks: readable as AsyncIterable<Uint8Array>,
    send: (bytes: number) => writer.write(new Uint8Array(bytes)),
    end: () => writer.close(),
    fail: (fault: Error) => writer.abort(fault),
  }
}

async function lengthOf(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0
  for await (const chunk of chunks) length += chunk.length
  return length
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('createBodyBudget', () => {
  it('hands every chunk on while there is room', async () => {
    const budget = createBodyBudget(10)
    const [one, two] = [aBody(), aBody()]
    const lengths = Promise.all([one, two].map(({ chunks }) => lengthOf(budget.counted(chunks))))

    for (const body of [one, two]) await body.send(5)
    await Promise.all([one.end(), two.end()])

    expect(await lengths).toEqual([5, 5])
  })

  it('ends the body that has been coming in longest when there is too much, and no other one', async () => {
    const budget = createBodyBudget(10)
    const [oldest, second, newest] = [aBody(), aBody(), aBody()]
    const ends = [oldest, second, newest].map(({ chunks }) => lengthOf(budget.counted(chunks)))
    const refused = expect(ends[0]).rejects.toThrow(BUSY)
    for (const body of [oldest, second]) await body.send(5)
    await settle()

    await newest.send(1)
    await refused
    await Promise.all([second.end(), newest.end()])

    expect(await Promise.all(ends.slice(1))).toEqual([5, 1])
  })

  it.each([
    ['ended', (body: ReturnType<typeof aBody>) => body.end()],
    ['broke', (body: ReturnType<typeof aBody>) => body.fail(new Error('the caller is gone'))],
  ])('gives the room back of a body that %s', async (_how, finish) => {
    const budget = createBodyBudget(10)
    for (let round = 0; round < 5; round += 1) {
      const body = aBody()
      const length = lengthOf(budget.counted(body.chunks)).catch((fault: unknown) => String(fault))
      await body.send(10)
      await settle()
      await finish(body)
      expect([10, 'Error: the caller is gone']).toContain(await length)
    }
    const last = aBody()
    const length = lengthOf(budget.counted(last.chunks))
    await last.send(10)
    await last.end()
    expect(await length).toBe(10)
  })

  it('gives the room back of a body whose reader had enough, and of one that gave way', async () => {
    const budget = createBodyBudget(10)
    const enough = aBody()
    void enough.send(10)
    for await (const chunk of budget.counted(enough.chunks)) {
      expect(chunk.length).toBe(10)
      break
    }
    const tooMuch = aBody()
    const refused = expect(lengthOf(budget.counted(tooMuch.chunks))).rejects.toThrow(BUSY)
    await tooMuch.send(11)
    await refused

    const last = aBody()
    const length = lengthOf(budget.counted(last.chunks))
    await last.send(10)
    await last.end()
    expect(await length).toBe(10)
  })

  it('has 64 MiB where nobody says otherwise', () => {
    expect(MAX_INCOMING_BYTES).toBe(67_108_864)
  })
})
