import { z } from 'zod'
import { answer, defineOperations } from './operation.ts'
import { namedObject } from './values.ts'

/** The versions of the published interfaces. */
export const VAULT_API_VERSION = '32.4.3'
export const KEYSTORE_API_VERSION = '5.8.1'

const Component = namedObject('Component', { api_version: z.string(), name: z.string() })
const componentReply = z.object({ component: Component })

const open = { auth: 'none', delegation: 'ignored' } as const

/** `storage` is `ok`, `full` or `read_only`. */
const VaultStatus = z.object({ status: z.string(), database: z.string(), storage: z.string(), time: z.string() })

/** Operations that report version and health (docs/contract/vault.md, Status). */
export const vaultComponentOperations = defineOperations({
  versionGet: {
    ...open,
    api: 'vault',
    endpoint: 'GET /version',
    summary: 'Version of the vault interface',
    success: { status: 200, body: componentReply },
  },
  monitorStatusGet: {
    ...open,
    api: 'vault',
    endpoint: 'GET /monitor/status',
    summary: 'Whether the vault works',
    success: { status: 200, body: VaultStatus },
  },
  systemStatusGet: {
    ...open,
    api: 'vault',
    auth: 'operator',
    endpoint: 'GET /system/status',
    summary: 'Whether the vault works, for the operator',
    success: { status: 200, body: VaultStatus },
  },
})

/** Operations that report version and health (docs/contract/keystore.md, Status). */
export const keystoreComponentOperations = defineOperations({
  versionGet: {
    ...open,
    api: 'keystore',
    endpoint: 'GET /version',
    summary: 'Version of the key-store interface',
    success: { status: 200, body: componentReply },
  },
  monitorStatusGet: {
    ...open,
    api: 'keystore',
    endpoint: 'GET /monitor/status',
    summary: 'Whether the key-store works',
    success: answer(200, { status: z.string(), uptime_seconds: z.int(), database: z.string() }),
  },
  wellKnownRecaptchaGet: {
    ...open,
    api: 'keystore',
    endpoint: 'GET /.well-known/recaptcha',
    summary: 'Site key of the captcha; empty, because there is none',
    success: answer(200, { site_key: z.string() }),
  },
})
