/** `host:port` of an address; the text itself if it is not an address. */
export function hostOf(address: string | null): string {
  if (address === null) return ''
  return URL.canParse(address) ? new URL(address).host : address
}
