import { Ban, CalendarClock, CalendarX, CirclePause, IdCard } from '@lucide/vue'
import type { Component } from 'vue'
import { useI18n } from 'vue-i18n'
import type { WalletCredential } from '../../../../shared/contract/workbench-wallet.ts'
import { usePresenting } from '../../../ui/presenting.ts'
import { useNowEachHalfMinute } from '../../../ui/shared-now.ts'
import { sentDate } from '../../../ui/sent-date.ts'
import { shortDid } from '../../../ui/short-did.ts'
import { useIssuedStatus } from '../issued-status.ts'

type Dated = Pick<WalletCredential, 'issued' | 'expires' | 'period'>

/** Facts of a credential in words. */
export function useCredentialText() {
  const { t, d } = useI18n()
  const now = useNowEachHalfMinute()
  const presenting = usePresenting()
  const statusOf = useIssuedStatus()

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

  /** What stands for it: in force, out of its time, taken back, or found invalid when it came in. */
  function iconOf(credential: WalletCredential): Component {
    const status = statusOf(credential.credential_id)
    if (status === 'revoked' || credential.verified?.valid === false) return Ban
    if (status === 'suspended') return CirclePause
    return { ended: CalendarX, not_yet: CalendarClock, current: IdCard, unknown: IdCard }[periodOf(credential)]
  }

  return { issuerOf, endOf, periodOf, iconOf }
}
