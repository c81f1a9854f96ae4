import type { Auth, Operation } from '../../../shared/contract/operation.ts'
import type { ServiceOptions } from '../../../src-main/composition/open-service.ts'
import type { ServiceRequest } from '../../../src-main/service/reply.ts'
import type { SignedInUser } from '../service/builders.ts'
import { aSubscriptionKey } from '../service/subscription-keys.ts'
import type { TestService } from '../service/test-service.ts'
import { OPERATOR } from '../service/vault-accounts.ts'
import type { CallRow } from './call-row.ts'
import { EXCHANGE_ROWS } from './exchange-rows.ts'
import { FILE_ROWS } from './file-rows.ts'
import { KEYSTORE_ROWS } from './keystore-rows.ts'
import { PEOPLE_ROWS } from './people-rows.ts'
import { VAULT_ROWS } from './vault-rows.ts'

/** How to make what a call needs, and a call that is accepted, by operation; without a row it needs nothing but its caller. */
export const ACCEPTED_CALLS: Readonly<Record<string, CallRow>> = {
  ...VAULT_ROWS,
  ...FILE_ROWS,
  ...PEOPLE_ROWS,
  ...KEYSTORE_ROWS,
  ...EXCHANGE_ROWS,
}

/** Where the sender of an invitation confirms. */
const CONFIRMED = [
  'vault.invitationsInvitationTokenAcceptPost',
  'vault.invitationsInvitationTokenRejectDelete',
  'vault.invitationsInvitationIdConfirmPost',
  'vault.invitationsInvitationIdCancelDelete',
]

/** How the service has to be set for the call. */
export function settingsFor({ id }: Pick<Operation, 'id'>): Partial<ServiceOptions['settings']> {
  return CONFIRMED.includes(id) ? { multistepInvitations: true } : {}
}

const SIGNED_IN: readonly Auth[] = ['user', 'token', 'operator_user']
const AS_OPERATOR: readonly Auth[] = ['operator', 'operator_user']

/** A call that the service accepts, after what it needs was made for the user. */
export async function acceptedCall(
  running: TestService,
  user: SignedInUser,
  operation: Operation,
): Promise<ServiceRequest> {
  const { id, params, body } = operation
  const row = ACCEPTED_CALLS[id]
  if (row === undefined && (params ?? body) !== undefined) throw new Error(`${id} has no row in tests/support/calls`)
  const parts = (await row?.(running, user)) ?? {}
  return { operation: id, headers: parts.headers ?? credentialsFor(operation, running, user), ...parts }
}

function credentialsFor({ api, auth }: Operation, running: TestService, user: SignedInUser) {
  return {
    ...(SIGNED_IN.includes(auth) && user.headers),
    ...(AS_OPERATOR.includes(auth) && OPERATOR),
    ...((api === 'exchange' || auth === 'key') && aSubscriptionKey(running, user.userId).headers),
  }
}
