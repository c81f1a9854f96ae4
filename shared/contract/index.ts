import { keystoreComponentOperations, vaultComponentOperations } from './component.ts'
import type { Operation } from './operation.ts'

/** Every operation of the vault, by the method names of the published clients. */
export const vaultOperations = {
  ...vaultComponentOperations,
}

/** Every operation of the key-store. */
export const keystoreOperations = {
  ...keystoreComponentOperations,
}

/** Every operation that is served to clients: over HTTP, over IPC and in process. */
export const serviceOperations: readonly Operation[] = [
  ...Object.values(vaultOperations),
  ...Object.values(keystoreOperations),
]
