import { connect } from 'node:net'

export interface RawReply {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Writes bytes to a local port as they are and reads until the server ends the connection or an answer is complete.
 * For requests that an HTTP client would refuse to send. Each part is written `pauseMs` after the one before. An answer
 * under `leastStatus` is not the last one: 100 asks for the body.
 */
export function sendRaw(
  port: number,
  parts: string | readonly string[],
  { pauseMs = 0, leastStatus = 200 } = {},
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    const done = () => {
      clearInterval(writing)
      socket.destroy()
      const reply = parseReply(received)
      if (reply === undefined) reject(new Error('the connection ended without an answer'))
      else resolve(reply)
    }
    const left = typeof parts === 'string' ? [parts] : [...parts]
    const writeNext = () => {
      const next = left.shift()
      if (next === undefined) clearInterval(writing)
      else if (socket.writable) socket.write(next, 'latin1')
    }
    const writing = setInterval(writeNext, pauseMs)
    socket.setEncoding('latin1')
    socket.on('connect', writeNext)
    socket.on('data', (chunk: string) => {
      received += chunk
      if (isComplete(received, leastStatus)) done()
    })
    socket.on('end', done)
    socket.on('error', () => {
      if (parseReply(received) === undefined) reject(new Error('the connection broke'))
      else done()
    })
    socket.setTimeout(100_000, done)
  })
}

function isComplete(received: string, leastStatus: number): boolean {
  const reply = parseReply(received)
  return (
    reply !== undefined &&
    reply.status >= leastStatus &&
    reply.body.length >= Number(reply.headers['content-length'] ?? 0)
  )
}

function parseReply(received: string): RawReply | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd === -1) return undefined
  const [statusLine = '', ...lines] = received.slice(0, headEnd).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { status: Number(statusLine.split(' ')[1]), headers, body: received.slice(headEnd + 4) }
}
