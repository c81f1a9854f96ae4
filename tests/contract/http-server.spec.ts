// Proves docs/contract/vault.md, Transports: HTTP.

import { Agent, request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { createServer, connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { ErrorBody } from '../../shared/contract/errors.ts'
import type { Answer } from '../../src-main/http/http-reply.ts'
import { PortInUseError, startHttpServer } from '../../src-main/http/http-server.ts'
import type { HttpServer } from '../../src-main/http/http-server.ts'
import type { RawReply } from '../support/service/raw-http.ts'
import { sendRaw } from '../support/service/raw-http.ts'

const log = { error: () => undefined }
/** Longer than a test may take. */
const FOR_EVER_MS = 3_600_000
const say = (body: string): Answer => ({ status: 200, headers: {}, body })
const sayHello = { answer: () => say('hello') }

const open: (HttpServer | { close(): unknown })[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

async function start(options: Partial<Parameters<typeof startHttpServer>[0]> = {}): Promise<HttpServer> {
  const server = await startHttpServer({ app: sayHello, port: 0, log, ...options })
  open.push(server)
  return server
}

async function foreignServer(host = '127.0.0.1'): Promise<number> {
  const server = createServer().listen(0, host)
  open.push(server)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

describe('startHttpServer', () => {
  it('picks a free port and says where it is', async () => {
    const server = await start()

    expect(server.url).toBe(`http://127.0.0.1:${server.port}`)
    expect(await (await fetch(server.url)).text()).toBe('hello')
  })

  it('listens on loopback addresses only', async () => {
    const server = await start()

    await expect(fetch(`http://127.0.0.2:${server.port}`)).rejects.toThrow()
  })

  it('names the port when another program has it', async () => {
    const port = await foreignServer()

    await expect(start({ port })).rejects.toThrow(PortInUseError)
    await expect(start({ port })).rejects.toThrow(`port ${port} is in use`)
  })

  it('lets go of the first address when the second is taken', async () => {
    let port: number
    try {
      port = await foreignServer('::1')
    } catch {
      return // this machine has no IPv6, so there is no second address
    }

    await expect(start({ port })).rejects.toThrow(PortInUseError)
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
  })

  it('finishes running requests before it closes', async () => {
    let finish = (): void => undefined
    const running = new Promise<void>((resolve) => {
      finish = resolve
    })
    const arrived = Promise.withResolvers<undefined>()
    const server = await start({
      app: {
        async answer() {
          arrived.resolve(undefined)
          await running
          return say('finished')
        },
      },
      limits: { keepAliveTimeoutMs: FOR_EVER_MS, closeWithinMs: FOR_EVER_MS }, // it waits for neither
    })
    const answer = fetch(server.url)
    await arrived.promise

    const closed = server.close()
    await expect(fetch(`${server.url}/new`)).rejects.toThrow()
    finish()

    expect(await (await answer).text()).toBe('finished')
    await closed
  })

  it('does not wait for connections that ask nothing, nor for requests that never end', async () => {
    const arrived = Promise.withResolvers<undefined>()
    const server = await start({
      app: {
        answer() {
          arrived.resolve(undefined)
          return new Promise(() => undefined)
        },
      },
      limits: { closeWithinMs: 200, keepAliveTimeoutMs: FOR_EVER_MS, requestTimeoutMs: FOR_EVER_MS },
    })
    const idle = await openSocket(server.port)
    const endless = await openSocket(server.port)
    endless.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`)
    await arrived.promise

    await server.close()

    await Promise.all([idle, endless].map(ended))
  })

  it('takes no more connections than it may have: one more is told so, while all are at work', async () => {
    const server = await start({
      app: { answer: () => new Promise(() => undefined) },
      limits: { maxConnections: 3, closeWithinMs: 50 },
    })
    const kept = await Promise.all([1, 2, 3].map(() => openSocket(server.port)))
    for (const socket of kept) socket.write(getFrom(server))
    await moment()

    const refused = await sendRaw(server.port, getFrom(server))

    expect(refused.status).toBe(503)
    expect(refused.headers).toMatchObject({ 'retry-after': '1', 'x-content-type-options': 'nosniff' })
    expect(JSON.parse(refused.body)).toMatchObject({ errors: [{ error: 'server_busy', http_code: 503 }] })
    expect(kept.every((socket) => !socket.destroyed)).toBe(true)
    kept.forEach((socket) => socket.destroy())
  })

  it('ends the connection that has been idle longest for one that comes, on whichever address', async () => {
    const server = await start({ limits: { maxConnections: 3 } })
    const [silent, halfSent, kept] = [
      await openSocket(server.port),
      await openSocket(server.port),
      await openSocket(server.port),
    ]
    silent.write(getFrom(server)) // answered, it is idle again: after the others
    await once(silent, 'data')
    halfSent.write('GET / HTTP/1.1\r\nHo')
    await moment()

    expect(await answerOverV6(server)).toBe('hello')
    await ended(halfSent)
    expect([silent, kept].map((socket) => socket.destroyed)).toEqual([false, false])
    expect((await sendRaw(server.port, getFrom(server))).status).toBe(200)
    for (const socket of [silent, kept]) socket.destroy()
  })

  it('ends one that owes its body, where none is idle, and one that does not read its answer', async () => {
    const server = await start({
      app: {
        answer: ({ incoming }) => (incoming.method === 'POST' ? text(incoming).then(say) : endlessAnswer()),
      },
      limits: { maxConnections: 2, closeWithinMs: 50 },
    })
    const [unread, owing] = [await openSocket(server.port), await openSocket(server.port)]
    unread.write(getFrom(server))
    owing.write(`POST / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Length: 9\r\n\r\n1`)
    await moment()

    const third = await openSocket(server.port)
    await ended(owing)
    expect(unread.destroyed).toBe(false)
    third.write(`POST / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Length: 9\r\n\r\n123456789`)
    await once(third, 'data')
    third.write(getFrom(server))
    third.resume()
    await moment()

    const fourth = await openSocket(server.port)
    await ended(unread)
    fourth.destroy()
    third.destroy()
  })

  it('lets a caller in whom 256 silent connections would keep out', async () => {
    const server = await start()
    const silent = await Promise.all(Array.from({ length: 256 }, () => openSocket(server.port)))
    for (const socket of silent) socket.write('GET / HTTP/1.1\r\nX-Slow: ')
    await moment()

    const replies = await Promise.all(Array.from({ length: 20 }, () => sendRaw(server.port, getFrom(server))))

    expect(replies.map(({ status }) => status)).toEqual(Array<number>(20).fill(200))
    silent.forEach((socket) => socket.destroy())
  })

  it('answers the thousandth request of a connection, and those after it, like the first', async () => {
    const server = await start()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const answers = new Set<string>()
    const ports = new Set<number | undefined>()

    for (let count = 0; count < 1_100; count += 1) {
      const [answer, localPort] = await getOver(agent, server)
      answers.add(answer)
      ports.add(localPort)
    }

    agent.destroy()
    expect([...answers]).toEqual(['200 keep-alive hello'])
    expect(ports.size).toBe(1)
  })

  it('answers 431 to long and to many headers', async () => {
    const server = await start()
    const withHeaders = (lines: string) =>
      sendRaw(server.port, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${lines}\r\n`)

    for (const lines of [
      `X: ${'a'.repeat(65 * 1024)}\r\n`,
      `X: ${'a'.repeat(21 * 1024)}\r\n`,
      'X: a\r\n'.repeat(101),
    ]) {
      expectRefusal(await withHeaders(lines), 431, 'headers_too_large')
    }
    expect((await withHeaders('X: a\r\n'.repeat(90))).status).toBe(200)
  })

  it('answers 400 to what is not HTTP, with the headers of every reply', async () => {
    const server = await start()

    const reply = await sendRaw(server.port, 'hello\r\n\r\n')

    expectRefusal(reply, 400, 'bad_request')
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
    expect(reply.headers['server']).toBeUndefined()
  })

  it('ends a connection whose headers drip', async () => {
    const server = await start({ limits: { headersTimeoutMs: 300, requestTimeoutMs: 600, checkEveryMs: 50 } })

    const reply = await sendRaw(server.port, ['GET / HTTP/1.1\r\n', ...Array<string>(50).fill('X-A: a\r\n')], {
      pauseMs: 50,
    })

    expectRefusal(reply, 408, 'request_timeout')
  })

  it('ends a connection that never said anything without an answer', async () => {
    const server = await start({ limits: { headersTimeoutMs: 200, requestTimeoutMs: 400, checkEveryMs: 50 } })
    const socket = connect({ host: '127.0.0.1', port: server.port })
    let said = ''
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()))

    await once(socket, 'close')

    expect(said).toBe('')
  })

  it('does not carry out what comes in behind the refusal of its connection', async () => {
    let calls = 0
    const count = () => {
      calls += 1
      return say('done')
    }
    const limits = { headersTimeoutMs: 200, requestTimeoutMs: 400, checkEveryMs: 50 }
    const server = await start({ app: { answer: count }, limits })
    const socket = connect({ host: '127.0.0.1', port: server.port, allowHalfOpen: true })
    open.push({ close: () => socket.destroy() })
    const [beginning, rest] = [getFrom(server).slice(0, 20), getFrom(server).slice(20)]

    socket.write(beginning)
    const [refusal] = (await once(socket, 'data')) as [Buffer]
    socket.on('error', () => undefined) // the connection may be gone before the request is written
    socket.write(rest)
    await moment()

    expect(refusal.toString()).toMatch(/^HTTP\/1.1 408 /)
    expect(calls).toBe(0)
  })

  it('throws away what nobody read of a body: the next request on the connection is answered', async () => {
    const server = await start({
      app: {
        async answer({ incoming }) {
          for await (const _ of incoming.iterator({ destroyOnReturn: false })) break
          return say('hello')
        },
      },
    })
    const socket = await openSocket(server.port)
    const body = 'x'.repeat(1024 * 1024) // more than waits in memory unread

    socket.write(`POST / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    socket.write(getFrom(server))
    let answers = ''
    for await (const chunk of socket) if ((answers += String(chunk)).split('HTTP/1.1 200').length === 3) break

    expect(answers.match(/hello/g)).toHaveLength(2)
  })

  it('ends a connection that goes on to owe a body after its answer', async () => {
    const server = await start()
    const socket = await openSocket(server.port)
    socket.write(`POST / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Length: 9\r\n\r\n1`)

    await ended(socket)
  })

  it('is not troubled by a caller who leaves before the end of an answer, and reads no more for that one', async () => {
    const faults: unknown[] = []
    const left = Promise.withResolvers<undefined>()
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        controller.enqueue(new Uint8Array(1024 * 1024))
      },
      cancel() {
        left.resolve(undefined)
      },
    })
    const server = await start({
      app: { answer: () => ({ status: 200, headers: {}, body }) },
      log: { error: (_, fault) => faults.push(fault) },
    })
    const socket = await openSocket(server.port)
    socket.write(getFrom(server))
    await once(socket, 'data')

    socket.destroy()
    await left.promise
    await moment()

    expect(faults).toEqual([])
  })

  it('ends the connection of an answer that cannot be read to its end', async () => {
    const faults: unknown[] = []
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull() {
        throw new Error('the disk is gone')
      },
    })
    const server = await start({
      app: { answer: () => ({ status: 200, headers: { 'Content-Length': '5' }, body }) },
      log: { error: (_, fault) => faults.push(fault) },
    })

    await expect(fetch(server.url).then((reply) => reply.text())).rejects.toThrow()
    expect(faults).toEqual([new Error('the disk is gone')])
  })

  it('refuses two lengths, and a length beside chunks', async () => {
    const server = await start()
    const smuggled = (lines: string) => sendRaw(server.port, `POST / HTTP/1.1\r\nHost: x\r\n${lines}\r\n0\r\n\r\n`)

    for (const lines of [
      'Content-Length: 3\r\nContent-Length: 5\r\n',
      'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n',
    ]) {
      expectRefusal(await smuggled(lines), 400, 'bad_request')
    }
  })
})

/** The error body that every refusal has, although there was no request to answer. */
function expectRefusal({ status, headers, body }: RawReply, expected: number, code: string): void {
  expect([status, headers['content-type']]).toEqual([expected, 'application/json; charset=utf-8'])
  expect(ErrorBody.parse(JSON.parse(body)).errors).toMatchObject([{ error: code, http_code: expected }])
}

function getFrom({ port }: HttpServer): string {
  return `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`
}

/** Long enough for the server to see what was written to it. */
const moment = () => new Promise((resolve) => setTimeout(resolve, 50))

/** Over ::1, or where this machine has none over 127.0.0.1. */
async function answerOverV6({ port }: HttpServer): Promise<string> {
  const host = networkInterfaces()['lo']?.some(({ family }) => family === 'IPv6') ? '[::1]' : '127.0.0.1'
  return (await fetch(`http://${host}:${port}/`, { headers: { connection: 'close' } })).text()
}

/** More than the system takes in for a caller who does not read. */
function endlessAnswer(): Answer {
  const chunk = new Uint8Array(1024 * 1024)
  const body = new ReadableStream<typeof chunk>({
    pull(controller) {
      controller.enqueue(chunk)
    },
  })
  return { status: 200, headers: {}, body }
}

/** What was written before the end is thrown away, so that the end is seen. */
async function ended(socket: Socket): Promise<void> {
  socket.resume()
  if (!socket.destroyed) await once(socket, 'close')
}

/** Status, what the answer says about the connection, and body; and the caller's port. */
function getOver(agent: Agent, { url }: HttpServer): Promise<[string, number | undefined]> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      const port = response.socket.localPort
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (body += chunk))
      response.on('end', () => {
        resolve([`${response.statusCode ?? 0} ${response.headers.connection ?? ''} ${body}`, port])
      })
    })
      .on('error', reject)
      .end()
  })
}

async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined) // the server may cut it
  await once(socket, 'connect')
  return socket
}
