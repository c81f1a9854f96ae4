import { createServer, connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { PortInUseError, startHttpServer } from '../../src-main/http/http-server.ts'
import type { HttpServer } from '../../src-main/http/http-server.ts'
import { sendRaw } from '../support/raw-http.ts'

const log = { error: () => undefined }
const sayHello = { fetch: () => new Response('hello') }

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
    const server = await start({
      app: {
        async fetch() {
          await running
          return new Response('finished')
        },
      },
    })
    const answer = fetch(server.url)
    await new Promise((resolve) => setTimeout(resolve, 50))

    const closed = server.close()
    await expect(fetch(`${server.url}/new`)).rejects.toThrow()
    finish()

    expect(await (await answer).text()).toBe('finished')
    const finished = performance.now()
    await closed
    expect(performance.now() - finished).toBeLessThan(500) // not for the kept connection to time out
  })

  it('does not wait for connections that ask nothing, nor for requests that never end', async () => {
    const server = await start({
      app: { fetch: () => new Promise(() => undefined) },
      limits: { closeWithinMs: 200 },
    })
    const idle = await openSocket(server.port)
    const endless = await openSocket(server.port)
    endless.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`)
    await new Promise((resolve) => setTimeout(resolve, 50))

    const started = performance.now()
    await server.close()

    expect(performance.now() - started).toBeLessThan(1_000)
    idle.destroy()
    endless.destroy()
  })

  it('takes no more connections than it may have', async () => {
    const server = await start({ limits: { maxConnections: 3 } })
    const kept = await Promise.all([1, 2, 3].map(() => openSocket(server.port)))

    const refused = await openSocket(server.port)
    await once(refused, 'close')

    expect(kept.every((socket) => !socket.destroyed)).toBe(true)
    kept.forEach((socket) => socket.destroy())
  })

  it('answers 431 to long and to many headers', async () => {
    const server = await start()
    const withHeaders = (lines: string) =>
      sendRaw(server.port, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${lines}\r\n`)

    expect((await withHeaders(`X: ${'a'.repeat(17 * 1024)}\r\n`)).status).toBe(431)
    expect((await withHeaders('X: a\r\n'.repeat(101))).status).toBe(431)
    expect((await withHeaders('X: a\r\n'.repeat(90))).status).toBe(200)
  })

  it('answers 400 to what is not HTTP, with the headers of every reply', async () => {
    const server = await start()

    const reply = await sendRaw(server.port, 'hello\r\n\r\n')

    expect(reply.status).toBe(400)
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
    expect(reply.headers['server']).toBeUndefined()
  })

  it('ends a connection whose headers drip', async () => {
    const server = await start({ limits: { headersTimeoutMs: 300, requestTimeoutMs: 600, checkEveryMs: 50 } })

    const reply = await sendRaw(server.port, ['GET / HTTP/1.1\r\n', ...Array<string>(50).fill('X-A: a\r\n')], 50)

    expect(reply.status).toBe(408)
  })

  it('refuses two lengths, and a length beside chunks', async () => {
    const server = await start()
    const smuggled = (lines: string) => sendRaw(server.port, `POST / HTTP/1.1\r\nHost: x\r\n${lines}\r\n0\r\n\r\n`)

    expect((await smuggled('Content-Length: 3\r\nContent-Length: 5\r\n')).status).toBe(400)
    expect((await smuggled('Content-Length: 3\r\nTransfer-Encoding: chunked\r\n')).status).toBe(400)
  })
})

async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined) // the server may cut it
  await once(socket, 'connect')
  return socket
}
