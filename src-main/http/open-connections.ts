import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Connection {
  /** Unfinished answers; more than one with pipelining. */
  readonly answers: Set<ServerResponse>
  latest: IncomingMessage | undefined
}

/**
 * The order in which connections are closed: idle ones (kept alive, or with incomplete headers), ones with an
 * incomplete body, and ones that do not read their answer.
 */
const IDLE = 0
const OWES_BODY = 1
const NOT_READING = 2

/**
 * Tracks the connections of several servers, and closes idle ones in favour of new ones. Node's own limit refuses new
 * connections, so a client that opens many and sends nothing would keep everybody else out.
 *
 * @param max the largest number of connections
 * @param refuse answers and closes a new connection beyond the limit
 */
export function createConnections(max: number, refuse: (socket: Socket) => void) {
  /** Ordered by when they entered their state. */
  const connections = new Map<Socket, Connection>()

  return {
    /** Adds a connection. Beyond the limit another one is closed, or this one is refused if all are busy. */
    admit(socket: Socket) {
      const leaving = connections.size < max ? undefined : mostDispensable()
      if (leaving === undefined && connections.size >= max) {
        refuse(socket)
        return
      }
      if (leaving !== undefined) end(leaving)
      connections.set(socket, { answers: new Set(), latest: undefined })
      socket.once('close', () => connections.delete(socket))
    },
    /** Notes a request, from the end of its headers until its answer is written. */
    begin(incoming: IncomingMessage, outgoing: ServerResponse) {
      const { socket } = incoming
      const connection = connections.get(socket)
      if (connection === undefined) return // closed while its request was read
      connection.answers.add(outgoing)
      connection.latest = incoming
      moveToEnd(socket, connection)
      outgoing.once('close', () => {
        connection.answers.delete(outgoing)
        moveToEnd(socket, connection)
      })
    },
  }

  function moveToEnd(socket: Socket, connection: Connection): void {
    if (connections.delete(socket)) connections.set(socket, connection)
  }

  function mostDispensable(): Socket | undefined {
    let found: { readonly socket: Socket; readonly rank: number } | undefined
    for (const [socket, connection] of connections) {
      const rank = rankOf(socket, connection)
      if (rank === IDLE) return socket
      if (rank !== undefined && (found === undefined || rank < found.rank)) found = { socket, rank }
    }
    return found?.socket
  }

  function end(socket: Socket): void {
    connections.delete(socket)
    socket.destroy()
  }
}

/** Undefined for a connection that must stay open: its request is being handled, or its event stream is being read. */
function rankOf(socket: Socket, { answers, latest }: Connection): number | undefined {
  if (answers.size === 0) return IDLE
  if (latest?.complete === false) return OWES_BODY
  return socket.writableLength > 0 ? NOT_READING : undefined
}
