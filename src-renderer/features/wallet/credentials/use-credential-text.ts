import type { WalletCredential } from '../../../../shared/contract/workbench-wallet.ts'
import { d, t } from '../../../i18n/i18n.ts'
import { useCredentialState } from '../../../parts/credential-state.ts'
import { usePresenting } from '../../../ui/presenting.ts'
import { sentDate } from '../../../ui/sent-date.ts'
import { shortDid } from '../../../ui/short-did.ts'
import { useIssuedStatuses } from '../issued.ts'

/** Facts of a credential in words. */
export function useCredentialText() {
  const presenting = usePresenting()
  const statuses = useIssuedStatuses()
  const { now, lookOf, stateOf: stateOfFacts } = useCredentialState()

  /** The name of its issuer, else the DID, shortened. */
  function issuerOf({ issuer_name, issuer }: Pick<WalletCredential, 'issuer' | 'issuer_name'>): string {
    return issuer_name ?? (issuer === null ? t('wallet.credential.noIssuer') : unnamedIssuer(issuer))
  }

  const unnamedIssuer = (did: string): string => presenting.unnamed(shortDid(did), t('wallet.credential.unnamedIssuer'))

  /** The expiry; empty without one, or if malformed. */
  function endOf({ expires }: Pick<WalletCredential, 'expires'>): string {
    const end = expires === null ? undefined : sentDate(expires)
    if (end === undefined) return ''
    const ended = end.getTime() <= now.value.getTime()
    return t(ended ? 'wallet.credential.ended' : 'wallet.credential.ends', { day: d(end, 'date') })
  }

  function ofFacts({ credential_id, issued, expires }: WalletCredential) {
    return stateOfFacts({ status: statuses()?.get(credential_id ?? ''), from: issued, until: expires })
  }

  /** Remarks about its state, unless it is valid. */
  function remarksOf(credential: WalletCredential) {
    const look = ofFacts(credential)
    const isPlain = look.id === 'active' || look.id === 'unknown'
    return [...(isPlain ? [] : [look]), ...(isInvalid(credential) ? [lookOf('invalid')] : [])]
  }

  /** Revocation comes first, then the verification at import, then the validity period. */
  function stateOf(credential: WalletCredential) {
    const look = ofFacts(credential)
    const isTaken = look.id === 'suspended' || look.id === 'revoked'
    return isInvalid(credential) && !isTaken ? lookOf('invalid') : look
  }

  return { issuerOf, endOf, remarksOf, stateOf }
}

const isInvalid = ({ verified }: WalletCredential): boolean => verified?.valid === false
