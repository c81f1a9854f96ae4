// Proves docs/contract/window.md, Wallet; docs/contract/exchange.md, OpenID4VP: wallet.

import { describe, expect, it } from 'vitest'
import { linkFacts } from './request-link-facts.ts'

const link = (definition: string, destination = definition): string =>
  `vaultbench-wallet://request?definition=${encodeURIComponent(definition)}&destination=${encodeURIComponent(destination)}`
const OWN = 'http://127.0.0.1:4000'
const linkAddresses = (text: string, own?: string) => linkFacts(text, own).addresses

describe('linkAddresses', () => {
  it('are none at the verifier of this program', () => {
    expect(linkAddresses(link(`${OWN}/verifier/requests/1/definition`), OWN)).toEqual([])
  })

  it.each([
    ['another path of this program', `${OWN}/workbench/status`],
    ['a path that leads out of the verifier', `${OWN}/verifier/../vault/version`],
    ['another port', 'http://127.0.0.1:4001/verifier/requests/1'],
    ['another scheme', 'https://127.0.0.1:4000/verifier/requests/1'],
    ['another name of this computer', 'http://localhost:4000/verifier/requests/1'],
  ])('are named for loopback, too: %s', (_, address) => {
    expect(linkAddresses(link(address), OWN)).toMatchObject([
      { use: 'definition', isRemote: false },
      { use: 'answer', isRemote: false },
    ])
    expect(linkAddresses(link(`${OWN}/verifier/a`, address), OWN)).toHaveLength(2)
  })

  it('show host, port and path with its query', () => {
    expect(linkAddresses(link('http://127.0.0.1/admin/delete?all=1', 'https://b.example/p'))).toEqual([
      { use: 'definition', host: '127.0.0.1:80', path: '/admin/delete?all=1', isRemote: false },
      { use: 'answer', host: 'b.example:443', path: '/p', isRemote: true },
    ])
  })

  it.each(['127.8.8.8', 'localhost', '[::1]:9'])('are not remote on this computer: %s', (host) => {
    expect(linkAddresses(link(`http://${host}/d`))[0]).toMatchObject({ isRemote: false })
  })

  it.each(['127.0.0.1.example', 'wallet.example:8443', '192.168.1.7', '0x7f.example'])('are remote: %s', (host) => {
    expect(linkAddresses(link(`http://${host}/d`), OWN)[0]).toMatchObject({ isRemote: true })
  })

  it('are none of what is no link: the wallet says what is wrong with it', () => {
    for (const text of ['', 'hello', 'vaultbench-wallet://request', 'vaultbench-wallet://request?definition=x'])
      expect(linkAddresses(text)).toEqual([])
  })
})

describe('linkFacts of a request of OpenID4VP', () => {
  const request = (parameters: Record<string, string>) => `openid4vp://?${String(new URLSearchParams(parameters))}`

  it('say who asks, that it is not signed, and where the answer goes', () => {
    const response_uri = 'https://b.example/r?id=1'
    const asked = { client_id: `redirect_uri:${response_uri}`, response_type: 'vp_token', response_uri }

    expect(linkFacts(request(asked), OWN)).toEqual({
      verifier: { client_id: `redirect_uri:${response_uri}`, isSaidSigned: false },
      addresses: [{ use: 'answer', host: 'b.example:443', path: '/r?id=1', isRemote: true }],
    })
  })

  it('say where a signed one is fetched from, and that only it says where the answer goes', () => {
    const asked = { client_id: 'decentralized_identifier:did:web:a', request_uri: 'http://127.0.0.1:9/admin?all=1' }

    expect(linkFacts(request(asked), OWN)).toEqual({
      verifier: { client_id: asked.client_id, isSaidSigned: true },
      addresses: [{ use: 'request', host: '127.0.0.1:9', path: '/admin?all=1', isRemote: false }],
    })
  })

  it('have no address of this program, and none of a malformed link', () => {
    const own = {
      client_id: 'decentralized_identifier:did:web:a',
      request_uri: `${OWN}/verifier/requests/1/request_object`,
    }

    expect(linkFacts(request(own), OWN).addresses).toEqual([])
    expect(linkFacts('openid4vp://?client_id=a&request_uri=ftp%3A%2F%2Fa', OWN).addresses).toEqual([])
  })
})
