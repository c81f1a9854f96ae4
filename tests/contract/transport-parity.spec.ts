// Proves docs/contract/vault.md, Transports, Transports: HTTP, Errors.

import { afterAll, expect, it } from 'vitest'
import { FileRange } from '../../shared/contract/file-range.ts'
import { serviceOperations } from '../../shared/contract/index.ts'
import { Media } from '../../shared/contract/media.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import type { ServiceReply, ServiceRequest } from '../../src-main/service/reply.ts'
import { acceptedCall, ACCEPTED_CALLS, settingsFor } from '../support/calls/accepted-calls.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import { fetchOverHttp } from '../support/service/send-over-http.ts'

/*
 * Every operation answers the same in process and over HTTP, accepted and refused. Both calls reach one service with one
 * clock, and what the first one changed is rolled back before the second one, so that only what an answer makes anew
 * differs: see `withoutNew`.
 */

/** What is made of an open proof of a password, which serves one call and is not in the database: made for each call. */
const USED_UP = ['srpUsersPut', 'srpUsersRestorePost', 'srpSessionPost', 'loginKeysPost']

/** Answered to everybody, whatever is sent. */
const NEVER_REFUSED = ['keystore.versionGet', 'keystore.monitorStatusGet', 'keystore.wellKnownRecaptchaGet']

/** By how they are set. */
const servers = new Map<string, TestHttpServer>()
afterAll(async () => {
  for (const server of servers.values()) {
    await server.close()
    expect(server.faults).toEqual([])
  }
})

async function serverFor(operation: Operation): Promise<TestHttpServer> {
  const settings = settingsFor(operation)
  const name = JSON.stringify(settings)
  const server = servers.get(name) ?? (await startHttpServer(settings))
  servers.set(name, server)
  return server
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON as its text, everything else in Base64. */
  readonly body: string
}

const JSON_TYPE = 'application/json'
const EVERY_ANSWER = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** How an answer in process has to look over HTTP. */
function expectedOf({ method, api }: Operation, reply: ServiceReply): Answer {
  const { Location, ...others } = reply.headers ?? {}
  const content = contentOf(reply)
  const headers = {
    ...EVERY_ANSWER,
    ...content.headers,
    ...(reply.status === 401 && { 'www-authenticate': 'Bearer realm="service"' }),
    ...(Location !== undefined && { location: `/${api}${Location}` }),
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name.toLowerCase(), value])),
  }
  return { status: reply.status, headers, body: method === 'HEAD' ? '' : content.body }
}

function contentOf(reply: ServiceReply): Pick<Answer, 'headers' | 'body'> {
  if (reply.ok && reply.file) return fileContent(FileRange.parse(reply.body))
  if (reply.ok && reply.media) {
    const { content_type, encoding, data } = Media.parse(reply.body)
    return { headers: { 'content-type': content_type }, body: Buffer.from(data, encoding).toString('base64') }
  }
  if (reply.body === undefined) return { headers: {}, body: '' }
  // Errors say in process alone what their messages were made of.
  const published = (name: string, value: unknown) => (!reply.ok && name === 'phrase' ? undefined : value)
  return { headers: { 'content-type': `${JSON_TYPE}; charset=utf-8` }, body: JSON.stringify(reply.body, published) }
}

function fileContent({ filename, first, last, data }: FileRange): Pick<Answer, 'headers' | 'body'> {
  return {
    headers: {
      'accept-ranges': 'bytes',
      'content-disposition': `attachment; filename*=UTF-8''${filename}`,
      'content-length': String(last + 1 - first),
      'content-security-policy': `${EVERY_ANSWER['content-security-policy']}; sandbox`,
      'content-type': 'application/octet-stream',
    },
    body: Buffer.from(data).toString('base64'),
  }
}

/** Of the connection; only of a file is the length a part of the answer. */
const PASSING = ['connection', 'date', 'keep-alive', 'transfer-encoding']

async function arrived(response: Response): Promise<Answer> {
  const type = response.headers.get('content-type') ?? ''
  const passing = type === 'application/octet-stream' ? PASSING : [...PASSING, 'content-length']
  const headers = [...response.headers].filter(([name]) => !passing.includes(name))
  const bytes = Buffer.from(await response.arrayBuffer())
  const body = bytes.toString(type.startsWith(JSON_TYPE) ? 'utf8' : 'base64')
  return { status: response.status, headers: Object.fromEntries(headers), body }
}

/** Ids, tokens, cipher text, digests and proofs: what is as long and made of words has neither digits nor capitals. */
const MADE_BY_CHANCE = /(?=[\w-]*[\dA-Z])[\w-]{22,}|(?<="username":")\w{11}(?=")/g

/** An answer as a text, without how long it took and with addresses as they are in process. */
function textOf({ status, headers, body }: Answer, address: string): string {
  const isJson = headers['content-type']?.startsWith(JSON_TYPE) === true && body !== ''
  const content = isJson ? (JSON.parse(body) as unknown) : body
  return JSON.stringify({ status, headers: Object.entries(headers).sort(), content })
    .replaceAll(address, '')
    .replace(/"duration_ms":[\d.]+/g, '"duration_ms":0')
}

/** The same with a number in the place of each id or secret that was neither sent nor stored before the call. */
function withoutNew(text: string, known: string): unknown {
  const made = new Map<string, string>()
  return JSON.parse(
    text.replace(MADE_BY_CHANCE, (one) => {
      if (known.includes(one)) return one
      made.set(one, made.get(one) ?? `new ${made.size + 1}`)
      return made.get(one) ?? ''
    }),
  )
}

/** The same call without credentials, for another version of the interface, about nothing, and with another body. */
function wrongWays({ params, body, requestForm }: Operation): readonly ((call: ServiceRequest) => ServiceRequest)[] {
  const nothing = Object.fromEntries(Object.keys(params?.shape ?? {}).map((name) => [name, UNKNOWN_ID]))
  return [
    (call) => ({ ...call, headers: {} }),
    (call) => ({ ...call, headers: { ...call.headers, x_meeco_api_version: '99.0', 'service-subscription-key': 'x' } }),
    ...(params === undefined ? [] : [(call: ServiceRequest) => ({ ...call, params: nothing })]),
    ...(body === undefined || requestForm === 'verbatim' || requestForm === 'form'
      ? []
      : [(call: ServiceRequest) => ({ ...call, body: [] })]),
  ]
}

/** Runs work of whose changes nothing stays. */
async function rolledBackTransactions<Result>(
  { connection }: TestHttpServer,
  work: () => Promise<Result>,
): Promise<Result> {
  connection.exec('SAVEPOINT parity')
  try {
    return await work()
  } finally {
    connection.exec('ROLLBACK TO parity; RELEASE parity')
  }
}

it('accepted calls › are each of an operation', () => {
  const ids = serviceOperations.map(({ id }) => id)

  expect(Object.keys(ACCEPTED_CALLS).filter((id) => !ids.includes(id))).toEqual([])
})

it.each(serviceOperations)('$id › in process and over HTTP: the same status, headers and body', async (operation) => {
  const server = await serverFor(operation)
  const { url, ...inProcess } = server
  const send = async (call: ServiceRequest) => structuredClone(await server.service.dispatch(structuredClone(call)))
  const running = { ...inProcess, send }

  /** The answer in process, after it was compared with the one over HTTP. */
  async function compared(make: () => Promise<ServiceRequest> | ServiceRequest): Promise<ServiceReply> {
    const sent: ServiceRequest[] = []
    const made = async () => sent[sent.push(await make()) - 1] as ServiceRequest
    const reply = await rolledBackTransactions(server, async () => send(await made()))
    const answer = await rolledBackTransactions(server, async () => arrived(await fetchOverHttp(url, await made())))
    const address = `${url}/${operation.api}`
    const [ours, theirs] = [textOf(expectedOf(operation, reply), address), textOf(answer, address)]
    const known = ours === theirs ? ours : databaseContent(server.connection) + JSON.stringify(sent)
    expect(withoutNew(theirs, known)).toEqual(withoutNew(ours, known))
    return reply
  }

  await rolledBackTransactions(server, async () => {
    server.clock.advanceMs(1000) // for what may be asked so often in a second
    const user = aSignedInUser(running)
    const accepted = () => acceptedCall(running, user, operation)
    const call = await accepted()
    const make = USED_UP.includes(operation.name) ? accepted : () => call

    expect((await compared(make)).ok).toBe(operation.alwaysRefused !== true)
    const replies = []
    for (const wrong of wrongWays(operation)) replies.push(await compared(async () => wrong(await make())))
    expect(replies.every(({ ok }) => ok)).toBe(NEVER_REFUSED.includes(operation.id))
  })
})
