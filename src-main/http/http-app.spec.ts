// Proves docs/contract/vault.md, Transports, Transports: HTTP.

import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../shared/contract/errors.ts'
import type { Dispatcher } from '../service/dispatch.ts'
import { failureReply } from '../service/reply.ts'
import { MAX_BODY_BYTES } from './body-reader.ts'
import { createHttpApp } from './http-app.ts'

/** Lets everybody in and answers what it was given. */
const echo: Dispatcher = {
  admit: () => ({ ok: true, run: ({ body }) => ({ ok: true, status: 201, body: { given: body } }) }),
  dispatch: () => Promise.reject(new Error('a transport admits first')),
}

/** As the window's own scheme asks: without a connection. */
const ask = (path: string, init?: RequestInit, service: Dispatcher | undefined = echo) =>
  createHttpApp({
    service: () => service,
    ui: (file) => (file === '/index.html' ? { status: 200, headers: {}, body: 'page' } : undefined),
  }).fetch(new Request(`vaultbench://app${path}`, init))

const postJson = (body: string) =>
  ask('/vault/items?x=1', { method: 'POST', body, headers: { 'content-type': 'application/json' } })

describe('createHttpApp', () => {
  it('answers requests that came in on no connection: files, reference, interface', async () => {
    expect(await (await ask('/index.html')).text()).toBe('page')
    expect((await ask('/openapi/vault.json')).headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await (await postJson('{"a":1}')).json()).toEqual({ given: { a: 1 } })
  })

  it('gives files and replies the headers of every reply', async () => {
    for (const path of ['/index.html', '/vault/version', '/nowhere']) {
      expect((await ask(path)).headers.get('cache-control')).toBe('no-store')
    }
  })

  it('limits bodies that came in on no connection too', async () => {
    const response = await postJson('x'.repeat(MAX_BODY_BYTES.vault + 1))

    expect(response.status).toBe(413)
  })

  it('asks again who calls when the body is there: the session may have ended meanwhile', async () => {
    let hasEnded = false
    let runs = 0
    const service: Dispatcher = {
      ...echo,
      admit(id, headers, origin) {
        if (hasEnded) return failureReply(new ServiceError('unauthorized', 'the session ended'), headers)
        return { ok: true, run: () => ({ ok: true, status: 201, body: { runs: (runs += 1), id, origin } }) }
      },
    }
    const slowBody = (whileComing: () => void) =>
      new ReadableStream<Uint8Array>({
        pull(stream) {
          whileComing()
          stream.enqueue(Buffer.from('{}'))
          stream.close()
        },
      })
    const post = (body: ReadableStream) =>
      ask(
        '/vault/items',
        { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } },
        service,
      )

    expect((await post(slowBody(() => undefined))).status).toBe(201)
    expect((await post(slowBody(() => (hasEnded = true)))).status).toBe(401)
    expect(runs).toBe(1)
  })

  it('tells no more of a fault than that there was one', async () => {
    const broken: Dispatcher = {
      ...echo,
      admit() {
        throw new Error('SELECT secret')
      },
    }

    const response = await ask('/vault/version', {}, broken)

    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('SELECT')
  })
})
