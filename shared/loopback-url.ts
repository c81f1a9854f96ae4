/** Whether an absolute URL names the computer it is read on, so that no other device can follow it. */
export function isLoopbackUrl(url: string): boolean {
  const parsed = URL.parse(url)
  if (parsed === null) return false
  // URL writes every spelling of an IPv4 address with four decimal numbers.
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(parsed.hostname)
}
