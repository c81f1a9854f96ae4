import { useI18n } from 'vue-i18n'
import type { WalletCredential } from '../../../../shared/contract/workbench-wallet.ts'
import { shortDid } from '../../../ui/short-did.ts'

/** Facts of a credential in words. */
export function useCredentialText() {
  const { t, d } = useI18n()

  /** The name of its issuer, else the DID, shortened. */
  function issuerOf({ issuer_name, issuer }: Pick<WalletCredential, 'issuer' | 'issuer_name'>): string {
    return issuer_name ?? (issuer === null ? t('wallet.credential.noIssuer') : shortDid(issuer))
  }

  /** When it ends or ended; empty where it has no end. */
  function endOf({ expires, period }: Pick<WalletCredential, 'expires' | 'period'>): string {
    if (expires === null || Number.isNaN(Date.parse(expires))) return ''
    return t(period === 'ended' ? 'wallet.credential.ended' : 'wallet.credential.ends', { day: d(expires, 'date') })
  }

  return { issuerOf, endOf }
}
