// Proves docs/contract/window.md, Wallet.

import { describe, expect, it } from 'vitest'
import { hostOf, remoteHosts } from './remote-hosts.ts'

const link = (definition: string, destination = definition): string =>
  `vaultbench-wallet://request?definition=${encodeURIComponent(definition)}&destination=${encodeURIComponent(destination)}`

describe('remoteHosts', () => {
  it('are none on this computer', () => {
    for (const host of ['127.0.0.1:4000', '127.8.8.8', 'localhost', 'desk.localhost:80', '[::1]:9'])
      expect(remoteHosts(link(`http://${host}/d`)), host).toEqual([])
  })

  it('are none at the address of this program', () => {
    expect(remoteHosts(link('http://192.168.1.7:4000/d'), 'http://192.168.1.7:4000')).toEqual([])
    expect(remoteHosts(link('http://192.168.1.7:4001/d'), 'http://192.168.1.7:4000')).toEqual(['192.168.1.7:4001'])
  })

  it('name every other host once', () => {
    expect(remoteHosts(link('https://a.example/d', 'https://b.example:8443/p'))).toEqual([
      'a.example',
      'b.example:8443',
    ])
    expect(remoteHosts(link('https://a.example/d'))).toEqual(['a.example'])
    expect(remoteHosts(link('http://127.0.0.1.example/d'))).toEqual(['127.0.0.1.example'])
  })

  it('are none of what is no link: the wallet says what is wrong with it', () => {
    for (const text of ['', 'hello', 'vaultbench-wallet://request', 'vaultbench-wallet://request?definition=x'])
      expect(remoteHosts(text)).toEqual([])
  })
})

describe('hostOf', () => {
  it('is the host with its port, or the text itself', () => {
    expect(hostOf('http://127.0.0.1:4000/p')).toBe('127.0.0.1:4000')
    expect(hostOf('nowhere')).toBe('nowhere')
    expect(hostOf(null)).toBe('')
  })
})
