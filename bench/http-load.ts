import { connect } from 'node:net'
import type { Sample } from './measure.ts'
import { secondsSince } from './measure.ts'

export interface LoadOptions {
  readonly port: number
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly requests: number
  readonly connections: number
}

/**
 * Sends the same request over keep-alive connections and counts the answers. Written on sockets, because a fuller
 * client would cost more than the server it measures.
 *
 * @throws {Error} when an answer does not have a 2xx status.
 */
export async function load(options: LoadOptions): Promise<Sample> {
  const message = Buffer.from(requestText(options))
  const each = Math.ceil(options.requests / options.connections)
  const start = process.hrtime.bigint()
  await Promise.all(Array.from({ length: options.connections }, () => drive(options.port, message, each)))
  return { seconds: secondsSince(start), operations: each * options.connections }
}

function requestText({ port, method, path, headers, body }: LoadOptions): string {
  const lines = [`${method} ${path} HTTP/1.1`, `host: 127.0.0.1:${port}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (body !== undefined) lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`)
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/** The server closes a connection after 1,000 requests, so a connection that ends early is opened again. */
async function drive(port: number, message: Buffer, requests: number): Promise<void> {
  let answered = 0
  while (answered < requests) answered += await driveConnection(port, message, requests - answered)
}

function driveConnection(port: number, message: Buffer, requests: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let answered = 0
    let pending = Buffer.alloc(0)
    const socket = connect(port, '127.0.0.1', () => socket.write(message))
    socket.setNoDelay(true)
    socket.on('data', (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      const end = answerEnd(pending)
      if (end === undefined) return
      const status = pending.subarray(9, 12).toString('latin1')
      if (!status.startsWith('2')) {
        socket.destroy()
        reject(new Error(`status ${status}: ${pending.toString('utf8').slice(0, 600)}`))
        return
      }
      pending = pending.subarray(end)
      answered += 1
      if (answered < requests) socket.write(message)
      else socket.end()
    })
    socket.on('error', reject)
    socket.on('close', () => {
      if (answered === 0) reject(new Error('the server closed the connection without an answer'))
      else resolve(answered)
    })
  })
}

function answerEnd(bytes: Buffer): number | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = bytes.subarray(0, headEnd).toString('latin1').toLowerCase()
  const length = /content-length: (\d+)/.exec(head)?.[1]
  if (length === undefined) throw new Error(`the answer has no content-length: ${head}`)
  const end = headEnd + 4 + Number(length)
  return bytes.length >= end ? end : undefined
}
