import {
  KEYSTORE_API_VERSION,
  VAULT_API_VERSION,
  type keystoreComponentOperations,
  type vaultComponentOperations,
} from '../../shared/contract/component.ts'
import type { HandlersFor, PublicCall } from './call.ts'

/**
 * Handlers that report version and health.
 *
 * @param checkDatabase throws when the database cannot be read
 * @param storage whether something can be written: `ok`, or why not
 */
export function vaultComponentHandlers(
  checkDatabase: () => void,
  storage: () => string,
): HandlersFor<typeof vaultComponentOperations> {
  function status({ now }: PublicCall) {
    checkDatabase()
    return { status: 'ok', database: 'ok', storage: storage(), time: now }
  }

  return {
    versionGet: () => ({ component: { api_version: VAULT_API_VERSION, name: 'vault' } }),
    monitorStatusGet: status,
    systemStatusGet: status,
  }
}

export function keystoreComponentHandlers(
  checkDatabase: () => void,
  startedAtMs: number,
): HandlersFor<typeof keystoreComponentOperations> {
  return {
    versionGet: () => ({ component: { api_version: KEYSTORE_API_VERSION, name: 'keystore' } }),
    monitorStatusGet(call) {
      checkDatabase()
      return { status: 'ok', uptime_seconds: Math.floor((call.nowMs - startedAtMs) / 1000), database: 'ok' }
    },
    wellKnownRecaptchaGet: () => ({ site_key: '' }),
  }
}
