import { useI18n } from 'vue-i18n'
import type { WalletCredential } from '../../../../shared/contract/workbench-wallet.ts'
import { sentDate } from '../../../ui/sent-date.ts'
import { shortDid } from '../../../ui/short-did.ts'

/** Facts of a credential in words. */
export function useCredentialText() {
  const { t, d } = useI18n()

  /** The name of its issuer, else the DID, shortened. */
  function issuerOf({ issuer_name, issuer }: Pick<WalletCredential, 'issuer' | 'issuer_name'>): string {
    return issuer_name ?? (issuer === null ? t('wallet.credential.noIssuer') : shortDid(issuer))
  }

  /** When it ends or ended; empty where it has no end, or one that cannot be read. */
  function endOf({ expires, period }: Pick<WalletCredential, 'expires' | 'period'>): string {
    const end = expires === null ? undefined : sentDate(expires)
    if (end === undefined) return ''
    return t(period === 'ended' ? 'wallet.credential.ended' : 'wallet.credential.ends', { day: d(end, 'date') })
  }

  return { issuerOf, endOf }
}
