import { verifierRequestOperations } from '../../shared/contract/verifier-requests.ts'

const MOUNT = '/verifier'

const patterns = Object.values(verifierRequestOperations)
  .filter(({ auth }) => auth === 'none')
  .map(({ path }) => new RegExp(`^${MOUNT}${path.replace(/\{\w+\}/g, '[^/]+')}$`))

/** Whether wallets use this path: pages of listed origins, and for a while the local network, may reach it. */
export function isWalletPath(path: string): boolean {
  return path.startsWith(MOUNT) && patterns.some((pattern) => pattern.test(path))
}
