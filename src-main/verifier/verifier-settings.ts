import type { FaultyField } from '../../shared/contract/errors.ts'
import { faultyFieldsError } from '../../shared/contract/errors.ts'
import { DEFAULT_WALLET_SCHEME } from '../../shared/contract/verifier-requests.ts'
import type { VerifierSettings } from '../../shared/contract/workbench-exchange.ts'
import { deepLinkOf, MAX_DEEP_LINK_LENGTH } from '../../shared/presentation-exchange/deep-link.ts'
import { requestLink } from './verifier-addresses.ts'
import type { VerifierSettingsStore } from './verifier-settings-store.ts'

/** The settings of a workspace's verifier (docs/contract/exchange.md, Wallet endpoints, Deep link). */
export type VerifierSettingsAccess = ReturnType<typeof createVerifierSettings>

const DEFAULTS: VerifierSettings = {
  wallet_scheme: DEFAULT_WALLET_SCHEME,
  explain: true,
  cors_origins: [],
  base_url: null,
}

export function createVerifierSettings(store: VerifierSettingsStore, onChange: () => void) {
  let cached: VerifierSettings | undefined
  return {
    get: () => (cached ??= store.read() ?? DEFAULTS),
    /** @throws {ServiceError} `invalid_params` */
    save(requested: VerifierSettings) {
      const settings = { ...requested, base_url: requested.base_url?.replace(/\/+$/, '') ?? null }
      const faults = faultsOf(settings)
      if (faults.length > 0) throw faultyFieldsError(faults)
      store.save(settings)
      cached = settings
      onChange()
    },
  }
}

function faultsOf({ cors_origins, base_url, wallet_scheme }: VerifierSettings): readonly FaultyField[] {
  const origins = cors_origins.flatMap((origin, index) =>
    isOrigin(origin) ? [] : [fault(`cors_origins[${index}]`, 'is not an origin, such as https://wallet.example')],
  )
  return base_url === null ? origins : [...origins, ...baseUrlFaults(base_url, wallet_scheme)]
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.parse(text)?.origin === text
}

function baseUrlFaults(base_url: string, scheme: string): readonly FaultyField[] {
  if (!/^https?:\/\/[^\s\\@?#]+$/.test(base_url) || !URL.canParse(base_url)) {
    return [fault('base_url', 'is not an address of the form http://host:port/path')]
  }
  const link = deepLinkOf(scheme, requestLink(base_url, 'x'.repeat(22)))
  return link.length > MAX_DEEP_LINK_LENGTH ? [fault('base_url', 'is too long to stand in a link')] : []
}

function fault(path: string, rule: string): FaultyField {
  return { path, code: 'invalid_params', rule }
}
