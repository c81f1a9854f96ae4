import { useI18n } from 'vue-i18n'
import type { WalletCredential } from '../../../../shared/contract/workbench-wallet.ts'
import { usePresenting } from '../../../ui/presenting.ts'
import { useNowEachHalfMinute } from '../../../ui/shared-now.ts'
import { sentDate } from '../../../ui/sent-date.ts'
import { shortDid } from '../../../ui/short-did.ts'
import type { CredentialState } from '../credential-state.ts'
import { useCredentialStates } from '../credential-state.ts'
import { useIssuedStatus } from '../issued-status.ts'

type Dated = Pick<WalletCredential, 'issued' | 'expires' | 'period'>

const REMARKABLE = { ended: 'expired', not_yet: 'notYet', current: undefined, unknown: undefined } as const

/** Facts of a credential in words. */
export function useCredentialText() {
  const { t, d } = useI18n()
  const now = useNowEachHalfMinute()
  const presenting = usePresenting()
  const statusOf = useIssuedStatus()
  const { iconOf } = useCredentialStates()

  /** The name of its issuer, else the DID, shortened. */
  function issuerOf({ issuer_name, issuer }: Pick<WalletCredential, 'issuer' | 'issuer_name'>): string {
    return issuer_name ?? (issuer === null ? t('wallet.credential.noIssuer') : unnamedIssuer(issuer))
  }

  const unnamedIssuer = (did: string): string => presenting.unnamed(shortDid(did), t('wallet.credential.unnamedIssuer'))

  /** When it ends or ended; empty where it has no end, or one that cannot be read. */
  function endOf(credential: Dated): string {
    const { expires } = credential
    const end = expires === null ? undefined : sentDate(expires)
    if (end === undefined) return ''
    return t(periodOf(credential) === 'ended' ? 'wallet.credential.ended' : 'wallet.credential.ends', {
      day: d(end, 'date'),
    })
  }

  /** Whether it is in force; it may have begun or ended since the wallet was read. */
  function periodOf({ issued, expires, period }: Dated): WalletCredential['period'] {
    const at = now.value.getTime()
    const [begins, ends] = [issued, expires].map((time) => (time === null ? undefined : sentDate(time)?.getTime()))
    if (period === 'current' && ends !== undefined && ends <= at) return 'ended'
    return period === 'not_yet' && begins !== undefined && begins <= at ? 'current' : period
  }

  /**
   * What is remarkable about it; nothing for a credential in force that was made here or found valid. What its issuer took
   * back since, where it was issued here, comes first.
   */
  function remarksOf(credential: WalletCredential): readonly CredentialState[] {
    const status = statusOf(credential.credential_id)
    const judged: CredentialState | undefined =
      credential.verified?.valid === false ? 'invalid' : REMARKABLE[periodOf(credential)]
    const taken = status === 'active' ? undefined : status
    return [taken, judged].filter((state) => state !== undefined)
  }

  /** The first that is to be said of it; undefined where its dates cannot be read. */
  function stateOf(credential: WalletCredential): CredentialState | undefined {
    return remarksOf(credential)[0] ?? (periodOf(credential) === 'unknown' ? undefined : 'active')
  }

  return { issuerOf, endOf, periodOf, remarksOf, stateOf, iconOf: (one: WalletCredential) => iconOf(stateOf(one)) }
}
