import { faultyFieldsError } from '../../../shared/contract/errors.ts'
import type { Profile } from '../../../shared/contract/workbench-wallet.ts'
import { canSign } from '../presentations/sign.ts'
import type { HeldCredential } from '../store/credentials.ts'
import type { HolderKeys, OpenHolderKey } from '../store/holder-keys.ts'
import { holderOf } from './candidates.ts'

/** The requested key, else one that is the subject of a credential, else the default one. */
export async function holderFor(
  { holder_key_id }: { readonly holder_key_id: string | null },
  chosen: readonly HeldCredential[],
  keys: HolderKeys,
): Promise<OpenHolderKey> {
  const held = await keys.list()
  if (holder_key_id !== null) {
    const requested = held.find(({ id }) => id === holder_key_id)
    if (requested === undefined) throw invalidKey('this wallet has no such holder key')
    return keys.open(requested.id)
  }
  const dids = held.map(({ did }) => did)
  const subject = chosen.map((credential) => holderOf(credential, ['', ...dids])).find((did) => did !== '')
  const key = held.find(({ did }) => did === subject) ?? held.find(({ is_default }) => is_default) ?? held[0]
  if (key === undefined) throw new Error('a wallet has at least one holder key')
  return keys.open(key.id)
}

/** Refuses a key that cannot sign presentations of a profile. @throws {ServiceError} `invalid_params` */
export function refuseUnusableKey(holder: OpenHolderKey, profile: Profile): void {
  if (canSign(holder, { profile })) return
  throw invalidKey(`names a key of ${holder.algorithm}, which signs presentations of the profile jwt only`)
}

/** The error for a holder key that cannot sign the answer. */
export function invalidKey(rule: string): Error {
  return faultyFieldsError([{ path: 'holder_key_id', code: 'invalid_params', rule }])
}
