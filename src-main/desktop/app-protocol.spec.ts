// Proves docs/contract/window.md, Everywhere.

import { describe, expect, it } from 'vitest'
import { APP_SCHEME, APP_SCHEME_PRIVILEGES, isAppUrl, serveAppScheme } from './app-protocol.ts'

type Handler = (request: Request) => Response | Promise<Response>

function registered(): { handler: Handler; served: string[] } {
  const handlers = new Map<string, Handler>()
  const served: string[] = []
  serveAppScheme(
    {
      handle: (scheme, answer) => {
        handlers.set(scheme, answer)
      },
    },
    (request) => {
      served.push(request.url)
      return Promise.resolve(new Response('page'))
    },
  )
  const handler = handlers.get(APP_SCHEME)
  if (handler === undefined) throw new Error('nothing was registered for our scheme')
  return { handler, served }
}

describe('serveAppScheme', () => {
  it('hands a GET of our host to the server of the files', async () => {
    const { handler, served } = registered()

    const response = await handler(new Request('vaultbench://app/assets/index.js'))

    expect(await response.text()).toBe('page')
    expect(served).toEqual(['vaultbench://app/assets/index.js'])
  })

  it.each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])('refuses %s with 405, naming GET', async (method) => {
    const { handler, served } = registered()

    const response = await handler(new Request('vaultbench://app/', { method }))

    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('GET')
    expect(served).toEqual([])
  })

  it('answers 404 under our scheme for another host', async () => {
    const { handler, served } = registered()

    expect((await handler(new Request('vaultbench://other/'))).status).toBe(404)
    expect(served).toEqual([])
  })
})

describe('APP_SCHEME_PRIVILEGES', () => {
  it('is standard and secure, and does not pass over the content policy', () => {
    expect(APP_SCHEME_PRIVILEGES.privileges).toEqual({
      standard: true,
      secure: true,
      supportFetchAPI: true,
      codeCache: true,
    })
  })
})

describe('isAppUrl', () => {
  it.each(['vaultbench://app/', 'vaultbench://app/items/1?tab=a#b', 'VAULTBENCH://app/'])('accepts %s', (address) => {
    expect(isAppUrl(address)).toBe(true)
  })

  it.each([
    '',
    'about:blank',
    'vaultbench://app.evil.example/',
    'vaultbench://evil/app/',
    'vaultbench://user@app/',
    'vaultbench://app:8080/',
    'vaultbench:app',
    'vaultbenchx://app/',
    'https://app/',
    'file:///app/',
    'data:text/html,vaultbench://app/',
  ])('refuses %s', (address) => {
    expect(isAppUrl(address)).toBe(false)
  })
})
