import { phrase, sentenceText, ServiceError, messageFields } from '../../../shared/contract/errors.ts'
import type { WalletRun } from '../../../shared/contract/workbench-wallet.ts'
import { calledBy, isRequestLink, readRequestLink } from '../../../shared/openid4vp/link.ts'
import type { RequestLink } from '../../../shared/openid4vp/link.ts'
import { DEEP_LINK_RULES, readDeepLink } from '../../../shared/presentation-exchange/deep-link.ts'
import type { DeepLink } from '../../../shared/presentation-exchange/deep-link.ts'
import type { Message } from '../../../shared/phrase.ts'
import type { WalletPorts } from '../store/wallet-ports.ts'

const LEAVES = 'leaves_this_computer'

/** Where a link leads, of which nothing was called yet. */
export interface ReadLink {
  readonly text: string
  /** What is fetched first; null where the link has everything. */
  readonly asks: string | null
  /** Where the answer goes; null where the request that is fetched says it. */
  readonly answers: string | null
  /** The request of OpenID4VP; undefined for a deep link. */
  readonly openid4vp: RequestLink | undefined
}

/** @throws {ServiceError} `wallet_link_invalid` with the rule that the link breaks */
export function readLink(text: string, { walletScheme }: Pick<WalletPorts, 'walletScheme'>): ReadLink {
  const scheme = walletScheme()
  if (isRequestLink(text, scheme)) {
    const reading = readRequestLink(text)
    if (!reading.ok) throw invalidLink(reading.reason, reading.message)
    const called = calledBy(reading.link)
    const answers = called.find(({ use }) => use === 'answer')
    const asks = called.find(({ use }) => use !== 'answer')
    return { text, asks: asks?.url ?? null, answers: answers?.url ?? null, openid4vp: reading.link }
  }
  const reading = readDeepLink(text, scheme)
  if (!reading.ok) throw invalidLink(reading.rule, DEEP_LINK_RULES[reading.rule])
  const { definition, destination } = reading.link
  return { text, asks: definition, answers: destination, openid4vp: undefined }
}

function invalidLink(reason: string, message: Message): ServiceError {
  return new ServiceError('wallet_link_invalid', sentenceText(message), { extraInfo: { reason } })
}

/** Where the answer of a run goes and what it is bound to. A deep link may have a former scheme of the wallet. */
export function linkOf({
  link,
  openid4vp,
  destination_url,
}: Pick<WalletRun, 'link' | 'openid4vp' | 'destination_url'>): Omit<DeepLink, 'definition'> {
  if (openid4vp !== null && destination_url !== null) {
    const { nonce, client_id } = openid4vp
    return { destination: destination_url, nonce, client_id }
  }
  const reading = readDeepLink(link, link.slice(0, link.indexOf(':')))
  if (!reading.ok) throw new Error('a run goes on with a link that was read')
  return reading.link
}

/** Warnings for the user before anything is sent (docs/contract/exchange.md, Deep link). */
export function warningsOf(
  { asks, answers }: Pick<ReadLink, 'asks' | 'answers'>,
  reachOf: WalletPorts['reachOf'],
): WalletRun['warnings'] {
  const [from, to] = [asks, answers].map((url) => (url === null ? undefined : new URL(url)))
  const warnings: WalletRun['warnings'] = []
  if (from !== undefined && to !== undefined && from.origin !== to.origin) {
    const message = phrase`${from.origin} asks, and the answer goes to ${to.origin}`
    warnings.push({ code: 'different_origin', ...messageFields(message) })
  }
  const called = [from, to].filter((url) => url !== undefined)
  const remote = new Set(called.filter(({ href }) => reachOf(href) === 'remote').map(({ host }) => host))
  if (remote.size > 0) {
    warnings.push({ code: LEAVES, ...messageFields(phrase`not on this computer: ${[...remote].join(', ')}`) })
  }
  return warnings
}

/** Whether a run leaves this computer, which the user must have allowed at the start. */
export function isRemote({ warnings }: Pick<WalletRun, 'warnings'>): boolean {
  return warnings.some(({ code }) => code === LEAVES)
}

/** Whether a run may call an address. For one on another computer, the user must have allowed it at the start. */
export function mayCall(run: Pick<WalletRun, 'warnings'>, url: string, reachOf: WalletPorts['reachOf']): boolean {
  return reachOf(url) !== 'remote' || isRemote(run)
}

/** The id of the request that an answer belongs to, if the verifier of this program made it. */
export function ownRequestId(answers: string | null, reachOf: WalletPorts['reachOf']): string | null {
  if (answers === null || reachOf(answers) !== 'own') return null
  return /\/requests\/([^/]+)\/(?:presentations|response)\/?$/.exec(new URL(answers).pathname)?.[1] ?? null
}
