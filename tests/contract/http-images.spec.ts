// Proves docs/contract/vault.md, Images.

import { afterEach, expect, it } from 'vitest'
import type { SystemImage } from '../../shared/contract/system-catalogue.ts'
import { createHttpApp } from '../../src-main/http/http-app.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { PNG } from '../support/service/images.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'
import { OPERATOR } from '../support/service/vault-accounts.ts'

let server: TestHttpServer

afterEach(async () => {
  expect(server.faults).toEqual([])
  await server.close()
})

async function addImage(): Promise<SystemImage> {
  const response = await fetch(`${server.url}/vault/system/images`, {
    method: 'POST',
    headers: { ...OPERATOR, 'content-type': 'application/json' },
    body: JSON.stringify({ image: PNG }),
  })
  return ((await response.json()) as { image: SystemImage }).image
}

it.each(['/vault', ''])('images on the mount "%s" › two redirects within it lead to the bytes', async (mount) => {
  server = await startHttpServer()
  const { id, image_url } = await addImage()
  const { headers } = aSignedInUser(server)

  const first = await fetch(`${server.url}${mount}/images/${id}`, { headers, redirect: 'manual' })
  expect(first.status).toBe(302)
  expect(`${server.url}${first.headers.get('location') ?? ''}`).toBe(image_url.replace('/vault/', `${mount}/`))
  expect(await first.text()).toBe('')
  // Clients follow with all their headers (docs/contract/vault.md, Images); nothing of them counts in the block store.
  const response = await fetch(`${server.url}${mount}/images/${id}`, { headers })

  expect(response.status).toBe(200)
  expect(new URL(response.url).pathname).toBe(`${mount}/blob-store/public/${id}`)
  expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(PNG.contents)
})

it('images in the window › are reached under its own scheme, without any port', async () => {
  server = await startHttpServer()
  const { image_url } = await addImage()
  const app = createHttpApp({ service: () => server.service })
  const get = (path: string) => app.fetch(new Request(`vaultbench://app${path}`))

  const redirect = await get(new URL(image_url).pathname)
  const response = await get(redirect.headers.get('location') ?? '')

  expect([redirect.status, response.status]).toEqual([302, 200])
  expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(PNG.contents)
})

it('the bytes of an image › have the headers of data: nothing in them runs, is framed or guessed', async () => {
  server = await startHttpServer()
  const { image_url } = await addImage()

  const response = await fetch(image_url)

  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(Buffer.from(PNG.contents, 'base64').length),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=31536000, immutable',
  })
  expect(response.headers.getSetCookie()).toEqual([])
  const head = await fetch(image_url, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(response.headers.get('content-length'))
})

it('a redirect › is not kept longer than the address it leads to is good', async () => {
  server = await startHttpServer()
  const { image_url } = await addImage()

  const { headers } = await fetch(image_url, { redirect: 'manual' })

  expect(headers.get('cache-control')).toBe('private, max-age=150')
  expect(headers.getSetCookie()).toEqual([])
})

it('what is public › needs no subscription key where all else does, and in the block store no header counts', async () => {
  server = await startHttpServer({ requireSubscriptionKey: true })
  aSubscriptionKey(server)
  const refused = await fetch(`${server.url}/vault/images/01890000-0000-7000-8000-000000000001`)
  expect(refused.status).toBe(401)

  const unknown = await fetch(`${server.url}/vault/blobs/public/01890000-0000-7000-8000-000000000001/x`)
  const unsigned = await fetch(`${server.url}/vault/blob-store/public/01890000-0000-7000-8000-000000000001`, {
    headers: { 'service-subscription-key': 'wrong', authorization: 'v_wrong' },
  })

  expect([unknown.status, unsigned.status]).toEqual([404, 403])
})

it('POST /images › is gone; images are made by the operator', async () => {
  server = await startHttpServer()
  const response = await fetch(`${server.url}/vault/images`, { method: 'POST' })
  expect(response.status).toBe(410)
  expect(await response.json()).toMatchObject({
    errors: [{ error: 'endpoint_removed', extra_info: { replacement: 'POST /system/images' } }],
  })
})
