// Proves docs/contract/vault.md, Files: block store, Files: folders, Files, Images.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AttachmentsFolder } from '../../shared/contract/files.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { filesOf } from '../support/service/files.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import { callsOf } from '../support/service/vault-calls.ts'
import { sendOverHttp } from '../support/service/send-over-http.ts'

/* Every part of a signed or guarded address, changed one at a time. */

type Kind = 'upload' | 'bytes' | 'folder' | 'attachment' | 'thumbnail'

let server: TestHttpServer
let ada: SignedInUser
let bob: SignedInUser
beforeEach(async () => {
  server = await startHttpServer()
  ;[ada, bob] = [aSignedInUser(server), aSignedInUser(server)]
})
afterEach(async () => {
  expect(server.faults).toEqual([])
  await server.close()
})

const running = () => ({ ...server, send: sendOverHttp(server.url) })

async function addressOf(kind: Kind): Promise<URL> {
  const [files, calls] = [filesOf(running(), ada), callsOf(running(), ada)]
  switch (kind) {
    case 'upload':
      return new URL((await files.uploadUrl(4)).url)
    case 'folder': {
      const made = await calls.ok<{ attachments_folder: AttachmentsFolder }>(201, 'attachmentsFoldersPost')
      const { resource_urls, token } = made.attachments_folder
      const url = new URL(`${resource_urls?.[0] ?? ''}/a?${token ?? ''}`)
      expect((await fetch(url, { method: 'PUT', body: 'sealed' })).status).toBe(201)
      return url
    }
    case 'attachment':
    case 'bytes': {
      const { main } = await files.attach(Buffer.from('sealed'))
      return kind === 'attachment' ? new URL(main.url) : new URL(await locationOf(main.url))
    }
    case 'thumbnail': {
      const { id } = await files.attach(Buffer.from('sealed'))
      const picture = { file: Buffer.from('small').toString('base64'), size_type: '128x128/png', attachment_id: id }
      const { thumbnail } = await calls.ok<{ thumbnail: { id: string } }>(201, 'thumbnailsPost', {
        body: { thumbnail: picture },
      })
      const { redirect_url } = await calls.ok<{ redirect_url: string }>(200, 'thumbnailsIdGet', {
        params: { id: thumbnail.id },
      })
      return new URL(redirect_url)
    }
  }
}

const asAda = () => ({ headers: { authorization: ada.token } })

async function locationOf(url: string): Promise<string> {
  const { headers } = await fetch(url, { ...asAda(), redirect: 'manual' })
  return new URL(headers.get('location') ?? '', url).href
}

/** Status and code of the answer to an address as it is used: an upload stores a block, everything else is read. */
async function answer(
  kind: Kind,
  url: URL,
  method = kind === 'upload' ? 'PUT' : 'GET',
): Promise<(number | string | undefined)[]> {
  const address = kind === 'upload' && method === 'PUT' ? `${url.href}&comp=block&blockid=YQ==` : url.href
  const response = await fetch(address, {
    method,
    redirect: 'manual',
    ...(method === 'PUT' && { body: 'ab' }),
    ...(kind === 'attachment' && asAda()),
  })
  const text = await response.text()
  if (response.status < 400 || text === '') return [response.status]
  return [response.status, (JSON.parse(text) as { errors: { error: string }[] }).errors[0]?.error]
}

const withQuery = (name: string, change: (value: string) => string) => (url: URL) => {
  url.search = url.search.replace(new RegExp(`([?&])${name}=([^&]*)`), (_, mark: string, value: string) => {
    return `${mark}${name}=${change(value)}`
  })
}
const without = (name: string) => (url: URL) => {
  url.search = url.search.replace(new RegExp(`[?&]${name}=[^&]*`), '').replace(/^&?/, '?')
}
const added = (search: (url: URL) => string) => (url: URL) => {
  url.search = search(url)
}
/** Another character in place of one, so that the length stays. */
const otherAt = (at: number) => (value: string) =>
  `${value.slice(0, at)}${value[at] === 'a' ? 'b' : 'a'}${value.slice(at + 1)}`
const segment = (fromEnd: number, change: (value: string) => string) => (url: URL) => {
  const parts = url.pathname.split('/')
  url.pathname = parts.with(-fromEnd, change(parts.at(-fromEnd) ?? '')).join('/')
}

type Change = readonly [what: string, change: (url: URL) => void, refusal: readonly [number, string]]

const FORBIDDEN = [403, 'forbidden'] as const
const TWICE = [400, 'bad_request'] as const
const NOT_FOUND = [404, 'not_found'] as const

const SIGNED: readonly Change[] = [
  ['a later end', withQuery('se', (se) => String(Number(se) + 1)), FORBIDDEN],
  ['an earlier end', withQuery('se', (se) => String(Number(se) - 1)), FORBIDDEN],
  ['an end with more digits', withQuery('se', (se) => `${se}0`), FORBIDDEN],
  ['the end written otherwise', withQuery('se', (se) => `0${se}`), FORBIDDEN],
  ['no end', withQuery('se', () => ''), FORBIDDEN],
  ['more rights', withQuery('sp', () => 'rwd'), FORBIDDEN],
  ['no rights', withQuery('sp', () => ''), FORBIDDEN],
  ['another user', withQuery('su', () => bob.userId), FORBIDDEN],
  ['any user', withQuery('su', () => ''), FORBIDDEN],
  ['a delegate', withQuery('su', (su) => `${su}.${bob.userId}`), FORBIDDEN],
  ['the first digit of the signature', withQuery('sig', otherAt(0)), FORBIDDEN],
  ['the last digit of the signature', withQuery('sig', otherAt(63)), FORBIDDEN],
  ['a shorter signature', withQuery('sig', (sig) => sig.slice(0, -1)), FORBIDDEN],
  ['a longer signature', withQuery('sig', (sig) => `${sig}0`), FORBIDDEN],
  ['an empty signature', withQuery('sig', () => ''), FORBIDDEN],
  ['a second end behind', added((url) => `${url.search}&se=9999999999`), TWICE],
  ['a second end before', added((url) => `?se=9999999999&${url.search.slice(1)}`), TWICE],
  ['a second user behind', added((url) => `${url.search}&su=`), TWICE],
  ['without its signature', without('sig'), FORBIDDEN],
  ['without its end', without('se'), FORBIDDEN],
  ['without its rights', without('sp'), FORBIDDEN],
  ['without its user', without('su'), FORBIDDEN],
]

const OF_KIND: Readonly<Record<Kind, readonly Change[]>> = {
  upload: [...SIGNED, ['another upload', segment(1, otherAt(0)), FORBIDDEN]],
  bytes: [...SIGNED, ['another file', segment(1, (id) => `${id}1`), FORBIDDEN]],
  folder: [...SIGNED, ['another folder', segment(2, (name) => `${name}0`), FORBIDDEN]],
  attachment: [
    ['another attachment', segment(2, otherAt(35)), NOT_FOUND],
    ['another digest', segment(1, otherAt(0)), NOT_FOUND],
    ['a shorter digest', segment(1, (digest) => digest.slice(0, -1)), NOT_FOUND],
    ['a longer digest', segment(1, (digest) => `${digest}0`), NOT_FOUND],
  ],
  thumbnail: [
    ['another picture', segment(2, otherAt(35)), NOT_FOUND],
    ['another digest', segment(1, otherAt(0)), NOT_FOUND],
    ['a shorter digest', segment(1, (digest) => digest.slice(0, -1)), NOT_FOUND],
    ['a longer digest', segment(1, (digest) => `${digest}0`), NOT_FOUND],
  ],
}

const GOOD: Readonly<Record<Kind, number>> = { upload: 201, bytes: 200, folder: 200, attachment: 302, thumbnail: 302 }

describe.each(Object.entries(OF_KIND) as [Kind, readonly Change[]][])('an address of kind %s', (kind, changes) => {
  it('works as it was given, and refuses each part of it that is changed, without any effect', async () => {
    const given = (await addressOf(kind)).href
    const before = databaseContent(server.connection)

    const answers: unknown[] = []
    for (const [what, change] of changes) {
      const url = new URL(given)
      change(url)
      expect([what, url.href]).not.toEqual([what, given])
      answers.push([what, ...(await answer(kind, url))])
    }

    expect(answers).toEqual(changes.map(([what, , refusal]) => [what, ...refusal]))
    expect(databaseContent(server.connection)).toBe(before)
    expect(await answer(kind, new URL(given))).toEqual([GOOD[kind]])
  })
})

it.each<[Kind, string]>([
  ['upload', 'GET'],
  ['upload', 'DELETE'],
  ['bytes', 'PUT'],
  ['bytes', 'DELETE'],
  ['attachment', 'PUT'],
  ['thumbnail', 'DELETE'],
])('an address of kind %s › is good for no %s', async (kind, method) => {
  const url = await addressOf(kind)
  const before = databaseContent(server.connection)

  const [status] = await answer(kind, url, method)

  expect([403, 404, 405]).toContain(status)
  expect(databaseContent(server.connection)).toBe(before)
})

it.each<Kind>(['upload', 'bytes', 'folder'])(
  'an address of kind %s › means no more with something added',
  async (kind) => {
    const url = await addressOf(kind)
    url.search += '&sv=2020-01-01&folder=other'

    expect(await answer(kind, url)).toEqual([GOOD[kind]])
  },
)

it('the lasting address of an attachment › is no good without its user, or with another one', async () => {
  const url = await addressOf('attachment')

  expect((await fetch(url, { redirect: 'manual' })).status).toBe(401)
  const asBob = await fetch(url, { redirect: 'manual', headers: { authorization: bob.token } })
  expect(asBob.status).toBe(404)
})

it('the signature of one address › is no good for another one', async () => {
  const [upload, bytes, folder] = [await addressOf('upload'), await addressOf('bytes'), await addressOf('folder')]
  const pairs: [Kind, URL, URL][] = [
    ['upload', upload, bytes],
    ['upload', upload, folder],
    ['bytes', bytes, folder],
    ['folder', folder, upload],
  ]

  for (const [kind, address, other] of pairs) {
    const mixed = new URL(address)
    mixed.search = other.search
    expect(await answer(kind, mixed)).toEqual([...FORBIDDEN])
  }
})

it.each<[Kind, number]>([
  ['upload', 60],
  ['bytes', 5],
  ['folder', 60],
])('an address of kind %s › ends after %i minutes', async (kind, minutes) => {
  const url = await addressOf(kind)

  server.clock.advanceMs(minutes * 60_000)

  expect(await answer(kind, url)).toEqual([410, 'url_expired'])
})
