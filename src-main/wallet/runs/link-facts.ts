import { phrase, sentenceText, ServiceError, messageFields } from '../../../shared/contract/errors.ts'
import type { WalletRun } from '../../../shared/contract/workbench-wallet.ts'
import { DEEP_LINK_RULES, readDeepLink } from '../../../shared/presentation-exchange/deep-link.ts'
import type { DeepLink } from '../../../shared/presentation-exchange/deep-link.ts'
import type { WalletPorts } from '../store/wallet-ports.ts'

const LEAVES = 'leaves_this_computer'

export interface ReadLink extends DeepLink {
  readonly text: string
  /** The id of the request, if the verifier of this program created it. */
  readonly requestId: string | undefined
}

/** @throws {ServiceError} `wallet_link_invalid` with the rule that the link breaks */
export function readLink(
  text: string,
  { walletScheme, reachOf }: Pick<WalletPorts, 'walletScheme' | 'reachOf'>,
): ReadLink {
  const reading = readDeepLink(text, walletScheme())
  if (reading.ok) return { text, ...reading.link, requestId: ownRequestId(reading.link.destination, reachOf) }
  const { rule } = reading
  throw new ServiceError('wallet_link_invalid', sentenceText(DEEP_LINK_RULES[rule]), { extraInfo: { reason: rule } })
}

/** The link of a run, which may have a former scheme of the wallet. */
export function linkOf({ link }: Pick<WalletRun, 'link'>): DeepLink {
  const reading = readDeepLink(link, link.slice(0, link.indexOf(':')))
  if (!reading.ok) throw new Error('a run goes on with a link that was read')
  return reading.link
}

/** Warnings for the user before anything is sent (docs/contract/exchange.md, Deep link). */
export function warningsOf(
  { definition, destination }: DeepLink,
  reachOf: WalletPorts['reachOf'],
): WalletRun['warnings'] {
  const [asks, answers] = [new URL(definition), new URL(destination)]
  const warnings: WalletRun['warnings'] = []
  if (asks.origin !== answers.origin) {
    const message = phrase`${asks.origin} asks, and the answer goes to ${answers.origin}`
    warnings.push({ code: 'different_origin', ...messageFields(message) })
  }
  const remote = new Set([asks, answers].filter(({ href }) => reachOf(href) === 'remote').map(({ host }) => host))
  if (remote.size > 0) {
    warnings.push({ code: LEAVES, ...messageFields(phrase`not on this computer: ${[...remote].join(', ')}`) })
  }
  return warnings
}

/** Whether a run may call an address. For one on another computer, the user must have allowed it at the start. */
export function mayCall(
  { warnings }: Pick<WalletRun, 'warnings'>,
  url: string,
  reachOf: WalletPorts['reachOf'],
): boolean {
  return reachOf(url) !== 'remote' || warnings.some(({ code }) => code === LEAVES)
}

/** The id of the request that a destination belongs to, if it is one of the verifier in this program. */
function ownRequestId(destination: string, reachOf: WalletPorts['reachOf']): string | undefined {
  if (reachOf(destination) !== 'own') return undefined
  return /\/requests\/([^/]+)\/presentations\/?$/.exec(new URL(destination).pathname)?.[1]
}
