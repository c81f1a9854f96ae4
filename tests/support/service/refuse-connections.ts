/**
 * Loaded before anything else (`node --import`), in the main thread and in every worker: whatever would leave the
 * process is refused, and standard error says so. Connections that come in are served.
 */
import { writeSync } from 'node:fs'
import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { isIP, Socket } from 'node:net'
import { REFUSED } from './refuse-connections-message.ts'

const STANDARD_ERROR = 2

function refuse(): never {
  writeSync(STANDARD_ERROR, `${REFUSED}\n${new Error().stack ?? ''}\n`)
  throw new Error(REFUSED)
}

/** A server that listens on an address looks it up too, which asks nobody. */
const { lookup } = dns
const lookupOfNames = ((host: string, ...rest: [never]) =>
  isIP(host) === 0 ? refuse() : lookup(host, ...rest)) as typeof dns.lookup

Socket.prototype.connect = refuse
dgram.createSocket = refuse
Object.assign(dns, { lookup: lookupOfNames, resolve: refuse, resolve4: refuse, resolve6: refuse })
Object.assign(dns.promises, { lookup: refuse, resolve: refuse, resolve4: refuse, resolve6: refuse })
globalThis.fetch = refuse
syncBuiltinESMExports()
