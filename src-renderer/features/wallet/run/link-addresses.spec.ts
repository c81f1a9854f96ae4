// Proves docs/contract/window.md, Wallet.

import { describe, expect, it } from 'vitest'
import { hostOf, linkAddresses } from './link-addresses.ts'

const link = (definition: string, destination = definition): string =>
  `vaultbench-wallet://request?definition=${encodeURIComponent(definition)}&destination=${encodeURIComponent(destination)}`
const OWN = 'http://127.0.0.1:4000'

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
      { method: 'GET', isRemote: false },
      { method: 'POST', isRemote: false },
    ])
    expect(linkAddresses(link(`${OWN}/verifier/a`, address), OWN)).toHaveLength(2)
  })

  it('show host, port and path with its query', () => {
    expect(linkAddresses(link('http://127.0.0.1/admin/delete?all=1', 'https://b.example/p'))).toEqual([
      { method: 'GET', host: '127.0.0.1:80', path: '/admin/delete?all=1', isRemote: false },
      { method: 'POST', host: 'b.example:443', path: '/p', isRemote: true },
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

describe('hostOf', () => {
  it('is the host with its port, or the text itself', () => {
    expect(hostOf('http://127.0.0.1:4000/p')).toBe('127.0.0.1:4000')
    expect(hostOf('nowhere')).toBe('nowhere')
    expect(hostOf(null)).toBe('')
  })
})
