// Proves docs/contract/exchange.md, Wallet endpoints.

import type { NetworkInterfaceInfo } from 'node:os'
import { expect, it } from 'vitest'
import { networkAddresses } from './network-addresses.ts'

const at = (address: string, internal = false): NetworkInterfaceInfo =>
  ({ address, family: address.includes(':') ? 'IPv6' : 'IPv4', internal }) as NetworkInterfaceInfo

it('networkAddresses › leaves out what nobody else reaches, and puts inner networks last', () => {
  const interfaces = {
    lo: [at('127.0.0.1', true), at('::1', true)],
    docker0: [at('172.17.0.1')],
    wg0: [at('10.8.0.2')],
    wlp3s0: [at('fe80::1'), at('192.168.0.7')],
    eth0: [at('169.254.10.1'), at('10.0.0.5')],
    gone: undefined,
  }

  expect(networkAddresses(interfaces)).toEqual(['192.168.0.7', '10.0.0.5', '172.17.0.1', '10.8.0.2'])
  expect(networkAddresses({})).toEqual([])
})
