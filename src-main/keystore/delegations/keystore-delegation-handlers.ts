import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'
import type { delegationOperations } from '../../../shared/contract/delegations.ts'
import { faultyFieldsError, ServiceError } from '../../../shared/contract/errors.ts'
import { isUuid } from '../../../shared/contract/values.ts'
import { readPublicKey } from '../../crypto/session-token-seal.ts'
import { hasDelegateRole } from '../../service/acting-for-another.ts'
import type { HandlersFor, KeystoreCall } from '../../service/call.ts'
import { namingPublicKeyFaults } from '../../service/public-key-faults.ts'
import type { DelegationStore, ReadDelegation } from './delegation-store.ts'
import {
  claimed,
  keyHandedOver,
  keyTakenOver,
  newDelegation,
  noDelegation,
  renderDelegation,
} from './delegation-rules.ts'
import type { VaultOfDelegations } from './vault-of-delegations.ts'

interface DelegationDependencies {
  readonly delegations: DelegationStore
  readonly vault: VaultOfDelegations
  readonly newToken: () => string
}

const DEFAULT_ROLE: DelegationRole = 'reader'

/** Delegations (docs/contract/keystore.md, Delegations). */
export function delegationHandlers({
  delegations,
  vault,
  newToken,
}: DelegationDependencies): HandlersFor<typeof delegationOperations> {
  return {
    delegationsPost(call, { body }) {
      const { keystoreUserId, vaultUserId } = call
      if (vaultUserId === null)
        throw new ServiceError('forbidden', 'Create a vault account first: there is nothing to act for yet.')
      if (body.vault_account_id !== undefined && body.vault_account_id.toLowerCase() !== vaultUserId) {
        const rule = 'is not your own vault user'
        throw faultyFieldsError([{ path: 'vault_account_id', code: 'invalid_params', rule }])
      }
      const delegation = newDelegation({
        token: newToken(),
        accountOwnerId: keystoreUserId,
        vaultAccountOwnerId: vaultUserId,
        role: body.delegation_role ?? DEFAULT_ROLE,
        nowMs: call.nowMs,
      })
      delegations.add(delegation)
      return rendered(call, delegation)
    },

    delegationsGet({ keystoreUserId }) {
      const all = [...delegations.grantedBy(keystoreUserId), ...delegations.grantedTo(keystoreUserId)]
      return {
        delegations: all
          .toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1))
          .map((one) => renderDelegation(one, keystoreUserId)),
      }
    },

    delegationsDelegationTokenGet(call, { params }) {
      return rendered(call, ownDelegation(call, params.delegation_token))
    },

    delegationsDelegationTokenDelete(call, { params }) {
      const { delegation_token } = ownDelegation(call, params.delegation_token)
      vault.end(call, delegation_token)
      delegations.delete(delegation_token)
      return undefined
    },

    delegationsDelegationTokenSharePut(call, { params, body }) {
      const stored = ownDelegation(call, params.delegation_token)
      if (stored.account_owner_id !== call.keystoreUserId) {
        throw new ServiceError('forbidden', 'Only the account owner can hand over their key.')
      }
      const { encrypted_kek, delegate_public_key } = body
      if (delegate_public_key !== undefined) {
        namingPublicKeyFaults(() => readPublicKey(delegate_public_key), 'delegate_public_key')
      }
      const connectionKey = vault.delegateOf(stored.delegation_token)?.publicKey
      const shared = keyHandedOver(stored, { encrypted_kek, delegate_public_key, connectionKey, now: call.now })
      delegations.update(shared)
      vault.keyHandedOver(call, stored.delegation_token)
      return rendered(call, shared)
    },

    delegationsDelegationTokenReencryptPut(call, { params, body }) {
      const stored = ownDelegation(call, params.delegation_token)
      if (stored.delegate_id !== call.keystoreUserId) {
        throw new ServiceError('forbidden', 'Only the delegate can take over the key.')
      }
      delegations.update(keyTakenOver(stored, body.encrypted_kek))
      vault.keyTakenOver(call, stored.delegation_token)
      return undefined
    },

    delegationsDelegationTokenClaimPost(call, { params, body }) {
      const stored = delegations.find(folded(params.delegation_token))
      if (stored === undefined) throw noDelegation()
      const updated = claimed(stored, {
        delegateId: call.keystoreUserId,
        signature: body.delegate_signature,
        now: call.now,
      })
      requireSameDelegate(call, stored.delegation_token)
      if (updated !== stored) delegations.update(updated)
      return rendered(call, updated)
    },
  }

  /**
   * Finds a delegation by token or, for the delegate, by the account owner's vault user.
   *
   * @throws {ServiceError} `not_found`
   */
  function ownDelegation({ keystoreUserId }: KeystoreCall, tokenOrOwner: string): ReadDelegation {
    const wanted = folded(tokenOrOwner)
    const byToken = delegations.find(wanted)
    const isOwn = byToken?.account_owner_id === keystoreUserId || byToken?.delegate_id === keystoreUserId
    const found = isOwn ? byToken : delegations.findClaimed(keystoreUserId, wanted)
    if (found === undefined) throw noDelegation()
    return found
  }

  /** Requires the delegate of the connection, so that a leaked token is useless to anybody else. */
  function requireSameDelegate({ vaultUserId }: KeystoreCall, token: string): void {
    const inVault = vault.delegateOf(token)
    if (inVault === undefined || inVault.vaultUserId === vaultUserId) return
    throw new ServiceError('delegation_token_unknown', 'The connection of this delegation is not yours.')
  }
}

function folded(token: string): string {
  const lower = token.toLowerCase()
  return isUuid(lower) ? lower : token
}

/** Hides the key from callers who act for a delegate with less than the role `owner`. */
function rendered({ keystoreUserId, delegation: right }: KeystoreCall, delegation: ReadDelegation) {
  const shown = renderDelegation(delegation, keystoreUserId)
  return { delegation: hasDelegateRole(right, 'owner') ? shown : { ...shown, account_owner_kek: null } }
}
