// Proves docs/contract/window.md, Files.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { workbenchFileOperations as files } from '../../shared/contract/workbench-files.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { Connection } from './bridge.ts'
import { httpBridge } from './http-bridge.ts'

/* How the window's calls look in a browser: what goes over HTTP, and what comes back, bytes above all. */

const sent: { readonly path: string; readonly init: RequestInit }[] = []
let reply: () => Response

beforeEach(() => {
  sent.length = 0
  sessionStorage.clear()
  sessionStorage.setItem('vaultbench.window-token', 'w_token')
  reply = () => Response.json({ ok: 'yes' })
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push({ path, init })
    return init.signal?.aborted === true
      ? Promise.reject(new DOMException('given up', 'AbortError'))
      : Promise.resolve(reply())
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const slot = { user_id: 'alice', item_id: 'i 1', slot_id: 's1' }
const partOf = (data: Uint8Array<ArrayBuffer>, range?: string) =>
  new Response(data, {
    headers: { 'content-type': 'application/octet-stream', ...(range !== undefined && { 'content-range': range }) },
  })

describe('bytes over HTTP', () => {
  it('go as they are, under their type, and never as JSON', async () => {
    const body = Uint8Array.from([0, 255, 10, 13])
    const params = { user_id: 'alice', upload_id: 'u1', start: 4 }

    await httpBridge().invoke(files.uploadPart, { operation: files.uploadPart.id, params, body })

    const [one] = sent
    expect(one?.path).toBe(
      `/workbench${files.uploadPart.path.replace(/\{(\w+)\}/g, (_, name: keyof typeof params) => String(params[name]))}`,
    )
    expect(one?.init.body).toBe(body)
    expect(one?.init.headers).toEqual({ authorization: 'Bearer w_token', 'content-type': 'application/octet-stream' })
  })

  it('come as a part, with their place in the file', async () => {
    reply = () => partOf(Uint8Array.from([1, 2, 3]), 'bytes 5-9/10')

    const answered = await httpBridge().invoke(files.slotFilePart, {
      operation: files.slotFilePart.id,
      params: slot,
      query: { start: 5, bytes: 5 },
    })

    expect(answered).toEqual({
      ok: true,
      status: 200,
      body: { byte_size: 10, first: 5, last: 9, data: Uint8Array.from([1, 2, 3]) },
    })
    expect(sent[0]?.path).toContain('/i%201/')
    expect(sent[0]?.path).toMatch(/\?start=5&bytes=5$/)
    expect(sent[0]?.init.body).toBeUndefined()
  })

  it('of an empty file have no place', async () => {
    reply = () => partOf(new Uint8Array(), 'bytes */0')

    const { body } = await httpBridge().invoke(files.slotFilePart, {
      operation: files.slotFilePart.id,
      params: slot,
      query: {},
    })

    expect(body).toEqual({ byte_size: 0, first: 0, last: -1, data: new Uint8Array() })
  })

  it.each([undefined, 'bytes=0-1', 'items 0-1/2', 'bytes 0-1/*'])('under the range %s are no part', async (range) => {
    reply = () => partOf(Uint8Array.from([1]), range)

    const { body } = await httpBridge().invoke(files.slotFilePart, {
      operation: files.slotFilePart.id,
      params: slot,
      query: {},
    })

    expect(body).toBeUndefined()
  })

  it('that were refused are answered with the reason', async () => {
    const errors = [{ error: 'value_cannot_be_opened' }]
    reply = () => Response.json({ errors }, { status: 422, headers: { 'retry-after': '3' } })

    expect(
      await httpBridge().invoke(files.slotFilePart, { operation: files.slotFilePart.id, params: slot, query: {} }),
    ).toEqual({
      ok: false,
      status: 422,
      body: { errors },
      retryAfterSeconds: 3,
    })
  })

  it('are given up where nobody waits for them any more', async () => {
    const stop = new AbortController()
    stop.abort()

    const reading = httpBridge().invoke(
      files.slotFilePart,
      { operation: files.slotFilePart.id, params: slot, query: {} },
      stop.signal,
    )

    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('following the program over HTTP', () => {
  const REFUSED = () => Response.json({ errors: [{ error: 'unauthorized' }] }, { status: 401 })
  const GONE = () => new Response(null, { status: 503 })

  /** What is said of the connection, for as long as the window tries. */
  async function followed(seconds: number): Promise<readonly Connection[]> {
    vi.useFakeTimers()
    const said: Connection[] = []
    const stop = httpBridge().listen(
      () => undefined,
      (connection) => said.push(connection),
    )
    await vi.advanceTimersByTimeAsync(seconds * 1000 + 100)
    stop()
    vi.useRealTimers()
    return said
  }

  it('goes on trying while nothing answers as it should', async () => {
    reply = GONE

    expect(await followed(2)).toEqual(['lost', 'lost', 'lost'])
  })

  it('ends where the program was started again and knows this window no more', async () => {
    reply = REFUSED

    expect(await followed(5)).toEqual(['ended'])
    expect(sent).toHaveLength(1)
  })

  it('never began in a tab that was let in nowhere', async () => {
    sessionStorage.clear()
    reply = REFUSED

    expect(await followed(5)).toEqual(['lost'])
    expect(sent).toHaveLength(1)
  })
})

describe('other calls over HTTP', () => {
  it('go as JSON, and an answer without a body is none', async () => {
    reply = () => new Response(null, { status: 204 })

    expect(
      await httpBridge().invoke(workbenchOperations.statusGet, { operation: workbenchOperations.statusGet.id }),
    ).toEqual({
      ok: true,
      status: 204,
      body: undefined,
    })
    expect(sent[0]?.init).toMatchObject({ method: 'GET', headers: { authorization: 'Bearer w_token' } })
  })
})
