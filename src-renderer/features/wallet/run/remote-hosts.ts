const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Hosts of a deep link that are not on this computer, each once. What is no link has none: the wallet says which rule
 * broke.
 *
 * @param own base address of the service of this program, where it is served
 */
export function remoteHosts(link: string, own?: string): readonly string[] {
  const hosts = addressesOf(link)
    .filter(({ origin, hostname }) => !LOOPBACK.test(hostname) && origin !== originOf(own))
    .map(({ host }) => host)
  return [...new Set(hosts)]
}

function addressesOf(link: string): readonly URL[] {
  if (!URL.canParse(link)) return []
  const { searchParams } = new URL(link)
  return ['definition', 'destination'].flatMap((name) => {
    const value = searchParams.get(name) ?? ''
    return URL.canParse(value) ? [new URL(value)] : []
  })
}

function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined
}

/** `host:port` of an address, for a person; the text itself when it is no address. */
export function hostOf(address: string | null): string {
  if (address === null) return ''
  return URL.canParse(address) ? new URL(address).host : address
}
