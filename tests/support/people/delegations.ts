import { expect } from 'vitest'
import type { Connection } from '../../../shared/contract/connections.ts'
import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'
import type { Delegation } from '../../../shared/contract/delegations.ts'
import type { User } from '../../../shared/contract/users.ts'
import { signDelegationToken } from '../../../src-main/crypto/delegation-signature.ts'
import { newKeyPair } from '../../../src-main/crypto/key-pair.ts'
import type { KeyPair } from '../../../src-main/crypto/key-pair.ts'
import type { ServiceRequest } from '../../../src-main/service/reply.ts'
import type { Caller } from '../service/builders.ts'
import { bodyOf, OWN_WRAPPED_KEY, refusalOf } from '../service/keystore-accounts.ts'
import type { TestService } from '../service/test-service.ts'
import { CIPHER_TEXT } from '../service/vault-calls.ts'
import { peopleCalls } from './people.ts'

/** Cipher text to a public key; to the service it is opaque. */
export const SEALED_KEK = `pdv1.bs.akek.HC3CH2sxSVk.${'A'.repeat(96)}`
/** Cipher text under the delegate's own key. */
export const TAKEN_KEK = `pdv1.xc.akek.HC3CH2sxSVk.${'B'.repeat(96)}`

type Parts = Pick<ServiceRequest, 'params' | 'query' | 'body'>

/** The headers of a call that somebody makes for another one. */
export const actingFor = <Headers extends Caller['headers']>(
  { headers }: { readonly headers: Headers },
  accountOwnerId: string,
) => ({ ...headers, 'service-delegation-id': accountOwnerId })

/** Somebody as another one: what the calls of tests take for a caller. */
export const asDelegate = <Delegate extends Caller>(
  { headers }: Delegate,
  { userId }: Pick<Caller, 'userId'>,
): Pick<Delegate, 'userId' | 'headers'> => ({ userId, headers: actingFor({ headers }, userId) })

/** Calls of the key-store about delegations. */
export function delegationCalls(running: Pick<TestService, 'send'>, { headers }: Pick<Caller, 'headers'>) {
  const call = (name: string, parts: Parts = {}) => running.send({ operation: `keystore.${name}`, headers, ...parts })
  const byToken = (delegation_token: string) => ({ params: { delegation_token } })
  const answered = async (status: number, name: string, parts: Parts) =>
    bodyOf<{ delegation: Delegation }>(await call(name, parts), status).delegation
  return {
    call,
    make: (body: object = {}) => answered(201, 'delegationsPost', { body }),
    read: (token: string) => answered(200, 'delegationsDelegationTokenGet', byToken(token)),
    share: (token: string, delegate_public_key?: string, encrypted_kek = SEALED_KEK) =>
      answered(200, 'delegationsDelegationTokenSharePut', {
        ...byToken(token),
        body: { encrypted_kek, ...(delegate_public_key !== undefined && { delegate_public_key }) },
      }),
    claim: (token: string, delegate_signature: string) =>
      answered(200, 'delegationsDelegationTokenClaimPost', { ...byToken(token), body: { delegate_signature } }),
    async takeOver(token: string, encrypted_kek = TAKEN_KEK): Promise<void> {
      const parts = { ...byToken(token), body: { encrypted_kek } }
      expect(await call('delegationsDelegationTokenReencryptPut', parts)).toMatchObject({ status: 204 })
    },
    async end(token: string): Promise<void> {
      expect(await call('delegationsDelegationTokenDelete', byToken(token))).toMatchObject({ status: 204 })
    },
    refused: async (name: string, parts: Parts) => refusalOf(await call(name, parts)),
  }
}

/** A delegation that goes on, from the side of the account owner. */
export interface TestDelegation {
  readonly token: string
  readonly role: DelegationRole
  /** Id of the account owner's side of the connection. */
  readonly ownerSideId: string
  readonly delegateSideId: string
  /** Of the delegate's side. */
  readonly pair: KeyPair
}

/** The two connect by an invitation to act for its sender; nothing is claimed yet. */
export async function offerAndAccept(
  running: TestService,
  owner: Caller,
  delegate: Caller,
  role: DelegationRole = 'reader',
): Promise<TestDelegation & { readonly connection: Connection }> {
  const { delegation_token: token } = await delegationCalls(running, owner).make({ delegation_role: role })
  const invitation = await peopleCalls(running, owner).invite({ delegation_token: token, delegate_role: role })
  const pair = newKeyPair()
  const key = { public_key: pair.publicKey, keypair_external_id: 'my key' }
  const { connection } = await peopleCalls(running, delegate).connect(invitation.token, key)
  const ownerSideId = connection.the_other_user.id
  return { token, role, ownerSideId, delegateSideId: connection.own.id, pair, connection }
}

/** The delegate signs, the account owner hands the key over, and the delegate takes it over. */
export async function handOver(
  running: TestService,
  { owner, delegate }: { readonly owner: Pick<Caller, 'headers'>; readonly delegate: Pick<Caller, 'headers'> },
  { token, pair }: Pick<TestDelegation, 'token' | 'pair'>,
): Promise<void> {
  await delegationCalls(running, delegate).claim(token, signDelegationToken(pair, token))
  await delegationCalls(running, owner).share(token, pair.publicKey)
  await delegationCalls(running, delegate).takeOver(token)
}

/** All steps of a delegation, through the interface. */
export async function aDelegation(
  running: TestService,
  owner: Caller,
  delegate: Caller,
  role: DelegationRole = 'reader',
): Promise<TestDelegation> {
  const made = await offerAndAccept(running, owner, delegate, role)
  await handOver(running, { owner, delegate }, made)
  return made
}

export interface TestChild {
  readonly userId: string
  readonly token: string
  /** Id of the parent's side of the connection. */
  readonly parentSideId: string
  readonly childSideId: string
  readonly pair: KeyPair
}

/** A child user of the vault, without keys. */
export async function anUnfinishedChild(running: TestService, parent: Caller): Promise<TestChild> {
  const [ofParent, ofChild] = [newKeyPair(), newKeyPair()]
  const { user, connection_from_parent_to_child: made } = await peopleCalls(running, parent).ok<{
    user: User
    connection_from_parent_to_child: Connection
  }>(201, 'childUsersPost', {
    body: {
      parent_public_key_for_connection: { pem: ofParent.publicKey, external_id: 'my child' },
      child_public_key_for_connection: { pem: ofChild.publicKey, external_id: 'parent_connection' },
    },
  })
  return {
    userId: user.id,
    token: made.the_other_user.integration_data?.delegation_token ?? '',
    parentSideId: made.own.id,
    childSideId: made.the_other_user.id,
    pair: ofChild,
  }
}

/** What the key-store is told about a child. */
export const keysOfChild = ({ userId, token, pair }: Pick<TestChild, 'userId' | 'token' | 'pair'>) => ({
  vault_child_id: userId,
  child_kek: TAKEN_KEK,
  child_dek: OWN_WRAPPED_KEY,
  child_keypair_for_connection: {
    encrypted_private_key: OWN_WRAPPED_KEY,
    public_key: pair.publicKey,
    external_id: 'parent_connection',
  },
  delegation_token: token,
})

/** A child user with its keys. */
export async function aChild(running: TestService, parent: Caller): Promise<TestChild> {
  const child = await anUnfinishedChild(running, parent)
  const { headers } = parent
  const reply = await running.send({ operation: 'keystore.childUsersPost', headers, body: keysOfChild(child) })
  expect(reply).toMatchObject({ status: 201 })
  return child
}

interface SecondParent {
  readonly child: Pick<Caller, 'userId'>
  readonly parent: Caller
  readonly second: Caller
  /** Whoever has less than `owner` acts for the child and is no parent of it. */
  readonly role?: DelegationRole
}

/** Another parent of a child: the first one connects the two in the child's name, and hands the key over. */
export async function aSecondParent(
  running: TestService,
  { child, parent, second, role = 'owner' }: SecondParent,
): Promise<TestDelegation> {
  const asChild = asDelegate(parent, child)
  const invitation = await peopleCalls(running, asChild).invite({ encrypted_recipient_name: CIPHER_TEXT })
  const pair = newKeyPair()
  const key = { public_key: pair.publicKey, keypair_external_id: 'the child' }
  const { connection } = await peopleCalls(running, second).connect(invitation.token, key)
  const ownerSideId = connection.the_other_user.id
  const { connection: upgraded } = await peopleCalls(running, asChild).ok<{ connection: Connection }>(
    200,
    'connectionsIdPut',
    { params: { id: ownerSideId }, body: { role } },
  )
  const token = upgraded.own.delegation_token ?? ''
  await handOver(running, { owner: asChild, delegate: second }, { token, pair })
  return { token, role, ownerSideId, delegateSideId: connection.own.id, pair }
}
