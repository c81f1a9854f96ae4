import type { NetworkInterfaceInfo } from 'node:os'

/** Interfaces of containers, virtual machines and VPNs, which a phone nearby cannot reach. */
const VIRTUAL = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|vethernet|tun|tap|utun|wg|tailscale|zt)/i

/** The IPv4 addresses at which other devices may reach this computer, the most likely first. */
export function networkAddresses(
  interfaces: Readonly<Partial<Record<string, readonly NetworkInterfaceInfo[]>>>,
): readonly string[] {
  const found = Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    addresses
      .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
      .map(({ address }) => ({ address, isVirtual: VIRTUAL.test(name) })),
  )
  return [...found.filter(({ isVirtual }) => !isVirtual), ...found.filter(({ isVirtual }) => isVirtual)].map(
    ({ address }) => address,
  )
}
