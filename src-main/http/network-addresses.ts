import type { NetworkInterfaceInfo } from 'node:os'

/** Networks inside of the computer, and those of other offices: no phone on the table is in one. */
const RARELY_REACHED = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|vethernet|tun|tap|utun|wg|tailscale|zt)/i

/** IPv4 addresses under which other devices may reach this computer, most likely ones first. */
export function networkAddresses(
  interfaces: Readonly<Partial<Record<string, readonly NetworkInterfaceInfo[]>>>,
): readonly string[] {
  const found = Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    addresses
      .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
      .map(({ address }) => ({ address, isRare: RARELY_REACHED.test(name) })),
  )
  return [...found.filter(({ isRare }) => !isRare), ...found.filter(({ isRare }) => isRare)].map(
    ({ address }) => address,
  )
}
