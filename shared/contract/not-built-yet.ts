import { z } from 'zod'
import { defineOperations } from './operation.ts'
import type { Api, Auth, DelegationRule, Method, Operation } from './operation.ts'

/** Name, method, path, what a delegate must be, summary. */
type Row = readonly [string, Method, `/${string}`, DelegationRule, string]

/** For users who are signed in. */
const VAULT: readonly Row[] = [
  ['itemTemplatesPost', 'POST', '/item_templates', 'admin', 'Make an item template of the user alone'],
  ['childUsersPost', 'POST', '/child_users', 'ignored', 'Make a child user and the connection to it'],
  ['delegationsConnectionIdPut', 'PUT', '/delegations/{connection_id}', 'owner', 'Change the role of a delegate'],
  ['delegationsConnectionIdDelete', 'DELETE', '/delegations/{connection_id}', 'owner', 'End a delegation'],
  ['delegationInvitationsPost', 'POST', '/delegation_invitations', 'owner', 'Offer a delegation to a connection'],
  ['delegationInvitationsIncomingGet', 'GET', '/delegation_invitations/incoming', 'reader', 'List offered delegations'],
  [
    'delegationInvitationsOutgoingGet',
    'GET',
    '/delegation_invitations/outgoing',
    'reader',
    'List delegations on offer',
  ],
  ['delegationInvitationsIdGet', 'GET', '/delegation_invitations/{id}', 'reader', 'Read the offer of a delegation'],
  ['delegationInvitationsIdAcceptPut', 'PUT', '/delegation_invitations/{id}/accept', 'owner', 'Accept a delegation'],
  [
    'delegationInvitationsIdRejectDelete',
    'DELETE',
    '/delegation_invitations/{id}/reject',
    'owner',
    'Reject a delegation',
  ],
  [
    'delegationInvitationsIdDelete',
    'DELETE',
    '/delegation_invitations/{id}',
    'owner',
    'Take back an offered delegation',
  ],
]

const KEYSTORE: readonly Row[] = [
  ['delegationsPost', 'POST', '/delegations', 'refused', 'Make a delegation'],
  ['delegationsDelegationTokenGet', 'GET', '/delegations/{delegation_token}', 'reader', 'Read a delegation'],
  ['delegationsDelegationTokenDelete', 'DELETE', '/delegations/{delegation_token}', 'owner', 'Delete a delegation'],
  [
    'delegationsDelegationTokenSharePut',
    'PUT',
    '/delegations/{delegation_token}/share',
    'owner',
    'Hand the key over to a delegate',
  ],
  [
    'delegationsDelegationTokenReencryptPut',
    'PUT',
    '/delegations/{delegation_token}/reencrypt',
    'owner',
    'Take the key over',
  ],
  [
    'delegationsDelegationTokenClaimPost',
    'POST',
    '/delegations/{delegation_token}/claim',
    'refused',
    'Claim a delegation',
  ],
  ['childUsersPost', 'POST', '/child_users', 'owner', 'Store the keys of a child user'],
]

const NOT_BUILT_YET = { notBuiltYet: true, success: { status: 204 }, errors: ['not_built_yet'] } as const

/**
 * Operations of the interface that are not built. Each is served: whoever may call it is answered 501, and whoever may
 * not is refused as everywhere. Building one means to take its line from here.
 */
export const notBuiltYetOperations: readonly Operation[] = [
  ...planned('vault', 'user', VAULT),
  ...planned('keystore', 'user', KEYSTORE),
]

function planned(api: Api, auth: Auth, rows: readonly Row[]): readonly Operation[] {
  const definitions = rows.map(([name, method, path, delegation, summary]) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter)
    const params = names.length > 0 && { params: z.object(Object.fromEntries(names.map((one) => [one, z.string()]))) }
    const definition = { api, method, path, auth, delegation, summary, ...params, ...NOT_BUILT_YET }
    return [name, definition] as const
  })
  return Object.values(defineOperations(Object.fromEntries(definitions)))
}
