// Proves docs/contract/vault.md, Transports: HTTP; docs/contract/workbench.md, Calls of the window.

import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { sendRaw } from '../support/service/raw-http.ts'
import { startCodeOf } from '../support/workbench/window-over-http.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { removeDirectory, startWorkbench, temporaryDirectory } from '../support/workbench/workbench.ts'

let workbench: TestWorkbench

beforeEach(async () => {
  workbench = await startWorkbench(temporaryDirectory())
})

afterEach(async () => {
  await workbench.application.close()
  removeDirectory(workbench.directory)
})

interface Sent {
  readonly method?: string
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

function send(path: string, { method = 'GET', token, body, headers }: Sent = {}): Promise<Response> {
  return fetch(`${workbench.application.url}/workbench${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

function startCode(): string {
  return startCodeOf(workbench.application.ui)
}

async function windowToken(): Promise<string> {
  const reply = await send('/window-sessions', { method: 'POST', body: { code: startCode() } })
  const { window_token } = (await reply.json()) as { window_token: string }
  return window_token
}

describe('the way in of a window in a browser', () => {
  it('exchanges the start code once', async () => {
    const first = await send('/window-sessions', { method: 'POST', body: { code: startCode() } })
    const second = await send('/window-sessions', { method: 'POST', body: { code: startCode() } })

    expect([first.status, second.status]).toEqual([201, 401])
  })

  it('lets another window in with a code of one that is in, which works once and in no other place', async () => {
    const token = await windowToken()
    const made = await send('/window-codes', { method: 'POST', token })
    const { code } = (await made.json()) as { code: string }
    const enter = () => send('/window-sessions', { method: 'POST', body: { code } })

    expect([made.status, (await send('/status', { token: code })).status]).toEqual([201, 401])
    expect(code).toMatch(/^[\w-]{43}$/)
    const first = await enter()
    const { window_token } = (await first.json()) as { window_token: string }
    expect([first.status, (await enter()).status]).toEqual([201, 401])
    expect(window_token).not.toBe(token)
    for (const one of [token, window_token]) expect((await send('/status', { token: one })).status).toBe(200)
    const calls = await send('/calls?limit=100', { token })
    expect(await calls.text()).not.toContain(code)
  })

  it('refuses every operation without the token of a window, and changes nothing', async () => {
    const token = await windowToken()
    for (const { method, path, auth } of Object.values(workbenchOperations)) {
      if (auth === 'none') continue
      for (const wrong of [undefined, 'x', startCode(), `${token}x`]) {
        const reply = await send(path.replaceAll(/\{\w+\}/g, '1'), {
          method,
          ...(wrong !== undefined && { token: wrong }),
          ...(method !== 'GET' && method !== 'DELETE' && { body: { name: 'x', passphrase: null } }),
        })
        expect([method, path, reply.status]).toEqual([method, path, 401])
      }
    }
    expect((await send('/events')).status).toBe(401)
    expect((await send(`/status?token=${token}`)).status).toBe(401)
    expect((await send('/status', { headers: { authorization: token } })).status).toBe(401)
    expect((await workbench.call(workbenchOperations.statusGet, {})).workspaces).toEqual([])
  })

  it('answers operations by their path, filtered and validated', async () => {
    const token = await windowToken()

    const created = await send('/workspaces', { method: 'POST', token, body: { name: 'Mine', passphrase: null } })
    const faulty = await send('/workspaces', { method: 'POST', token, body: { name: '' } })
    const status = await send('/status', { token })
    const calls = await send('/calls?limit=1', { token })
    const cleared = await send('/calls', { method: 'DELETE', token })

    expect(created.status).toBe(201)
    expect(faulty.status).toBe(400)
    expect(await faulty.json()).toMatchObject({ errors: [{ error: 'invalid_params' }, { error: 'param_missing' }] })
    expect(await status.json()).toMatchObject({ state: 'open', current: { name: 'Mine' } })
    expect(status.headers.get('cache-control')).toBe('no-store')
    expect(await calls.json()).toMatchObject({ kept: 0 })
    expect([cleared.status, await cleared.text()]).toEqual([204, ''])
  })

  it('names what is wrong with a request', async () => {
    const token = await windowToken()
    const post = (body: string, type: string) =>
      fetch(`${workbench.application.url}/workbench/workspaces`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        body,
      })

    expect((await send('/nothing', { token })).status).toBe(404)
    expect((await send('/status', { method: 'PUT', token })).status).toBe(405)
    expect((await post('{}', 'text/plain')).status).toBe(415)
    expect((await post('{"name":', 'application/json')).status).toBe(400)
    expect((await post('{"__proto__":{}}', 'application/json')).status).toBe(400)
  })

  it('looks at the path and at the token before the body', async () => {
    const token = await windowToken()
    const { port } = new URL(workbench.application.url)
    const asked = (method: string, path: string, headers = '', body = '{') =>
      sendRaw(
        Number(port),
        `${method} /workbench${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n` +
          `${headers}\r\n${body}`,
        { leastStatus: 100 },
      )
    const promised = 'Content-Length: 8000000\r\n'
    const own = `Authorization: Bearer ${token}\r\n`

    expect((await asked('POST', '/workspaces', promised)).status).toBe(401)
    expect((await asked('POST', '/workspaces', `${promised}Authorization: Bearer x\r\n`)).status).toBe(401)
    expect((await asked('POST', '/nothing', promised)).status).toBe(404)
    expect((await asked('PUT', '/status', own + promised)).status).toBe(405)
    expect((await asked('POST', '/workspaces', `${promised}Expect: 100-continue\r\n`, '')).status).toBe(401)
    expect((await asked('POST', '/workspaces', `${own}${promised}Expect: 100-continue\r\n`, '')).status).toBe(100)
  })

  it('limits the body of a window too', async () => {
    const body = { name: 'x'.repeat(8 * 1024 * 1024), passphrase: null }

    const reply = await send('/workspaces', { method: 'POST', token: await windowToken(), body })

    expect(reply.status).toBe(413)
    expect(await reply.json()).toMatchObject({ errors: [{ error: 'payload_too_large' }] })
  })

  it('forgets a caller who leaves in the middle of a body', async () => {
    const { port } = new URL(workbench.application.url)
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      `POST /workbench/workspaces HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n` +
        `Authorization: Bearer ${await windowToken()}\r\nContent-Length: 100\r\n\r\n{`,
    )
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.destroy()
    await new Promise((resolve) => setTimeout(resolve, 50))

    expect(workbench.faults).toEqual([])
    expect((await send('/status')).status).toBe(401)
  })

  it('refuses pages of other origins', async () => {
    const token = await windowToken()

    const reply = await send('/status', { token, headers: { origin: 'https://evil.example' } })

    expect(reply.status).toBe(403)
  })
})

describe('the event stream', () => {
  it('pushes what happens until the window goes away', async () => {
    const token = await windowToken()
    const reply = await send('/events', { token })
    expect(reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()

    await send('/workspaces', { method: 'POST', token, body: { name: 'Mine', passphrase: null } })

    let text = ''
    while (!text.includes('data: ')) text += String((await reader?.read())?.value)
    const line = text.split('\n').find((one) => one.startsWith('data: ')) ?? ''
    const event = JSON.parse(line.slice('data: '.length)) as WorkbenchEvent
    expect(event).toMatchObject({ type: 'status', status: { state: 'open' } })
    await reader?.cancel()
  })

  it('ends when the program does', async () => {
    const token = await windowToken()
    const reply = await send('/events', { token })

    const [text] = await Promise.all([reply.text(), workbench.application.close()])

    expect(text).toBe(': connected\n\n')
  })
})

describe('messages over IPC', () => {
  it.each([
    undefined,
    null,
    'x',
    1,
    [],
    {},
    { operation: 1 },
    { operation: '__proto__' },
    { operation: 'constructor' },
  ])('answers %j, which is no operation, with a refusal', async (message) => {
    expect(await workbench.application.workbench.invoke(message)).toMatchObject({ ok: false, status: 404 })
  })

  it('does not reach operations of the service', async () => {
    expect(await workbench.application.workbench.invoke({ operation: 'vault.versionGet' })).toMatchObject({
      ok: false,
      status: 404,
    })
  })
})
