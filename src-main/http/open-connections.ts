import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Connection {
  /** Answers that are not written yet; with pipelining more than one. */
  readonly answers: Set<ServerResponse>
  latest: IncomingMessage | undefined
}

/**
 * The order in which connections are closed: idle (kept alive, or with incomplete headers); with an incomplete body;
 * not reading its answer.
 */
const IDLE = 0
const OWES_BODY = 1
const READS_NOTHING = 2

/**
 * Tracks the connections of all its servers, so that idle ones make room for new ones. Node's own limit refuses every new
 * connection once it is reached, so a client that opens that many and sends nothing would keep everybody else out.
 *
 * @param max how many there may be
 * @param refuse answers a newcomer for whom there is no room, and ends it
 */
export function createConnections(max: number, refuse: (socket: Socket) => void) {
  /** Connections are in the order in which they entered their state. */
  const connections = new Map<Socket, Connection>()

  return {
    /** Adds a connection. Beyond the limit another one is closed, or this one is refused if all are busy. */
    admit(socket: Socket) {
      const leaving = connections.size < max ? undefined : leastMissed()
      if (leaving === undefined && connections.size >= max) {
        refuse(socket)
        return
      }
      if (leaving !== undefined) end(leaving)
      connections.set(socket, { answers: new Set(), latest: undefined })
      socket.once('close', () => connections.delete(socket))
    },
    /** A request on a connection, from when its headers are there until its answer is written. */
    begin(incoming: IncomingMessage, outgoing: ServerResponse) {
      const { socket } = incoming
      const connection = connections.get(socket)
      if (connection === undefined) return // it was closed while its request was read
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

  function leastMissed(): Socket | undefined {
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

/** Undefined for a connection whose request is at work, or whose stream of events is read. */
function rankOf(socket: Socket, { answers, latest }: Connection): number | undefined {
  if (answers.size === 0) return IDLE
  if (latest?.complete === false) return OWES_BODY
  return socket.writableLength > 0 ? READS_NOTHING : undefined
}
