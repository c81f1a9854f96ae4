import { expect } from 'vitest'
import type { ChallengePurpose } from '../../../shared/contract/srp-values.ts'
import { answerSrpChallenge, createSrpVerifier, startSrpLogin } from '../../../src-main/crypto/srp-client.ts'
import type { ServiceReply } from '../../../src-main/service/reply.ts'
import type { TestService } from './test-service.ts'

type Running = Pick<TestService, 'send'>

/** A key-store user who registered and logged in through the interface. */
export interface RegisteredUser {
  readonly keystoreUserId: string
  readonly username: string
  readonly password: string
  readonly token: string
  readonly headers: { readonly authorization: string }
}

/** Well-formed wrapped keys of both families; to the service they are opaque. */
export const PUBLISHED_WRAPPED_KEY = 'Aes256Gcm.c2VhbGVk.QUAAAAAFaXYADAAAAAA='
export const OWN_WRAPPED_KEY = `pdv1.xc.kek.-.${'A'.repeat(96)}`

/** The body of a success; fails the test when the call was refused. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- names what the caller goes on to read
export function bodyOf<Body>(reply: ServiceReply, status = 200): Body {
  expect(reply).toMatchObject({ ok: true, status })
  // The service filtered it by the reply schema; each test names the part it reads.
  return reply.body as Body
}

/** What a refusal says: its status and the code of its first error. */
export function refusalOf(reply: ServiceReply): { readonly status: number; readonly code: string | undefined } {
  return { status: reply.status, code: reply.ok ? undefined : reply.body.errors[0]?.error }
}

export async function reserveUsername(running: Running): Promise<string> {
  return bodyOf<{ username: string }>(await running.send({ operation: 'keystore.srpUsernamePost', body: {} })).username
}

/** Registers and logs in; `password` is the SRP password, not a passphrase. */
export async function registerUser(running: Running, password = 'srp password of a test'): Promise<RegisteredUser> {
  const username = await reserveUsername(running)
  const registered = await running.send({
    operation: 'keystore.srpUsersPost',
    body: { username, ...createSrpVerifier({ username, password }) },
  })
  const { user } = bodyOf<{ user: { id: string } }>(registered, 201)
  const { session } = bodyOf<SessionBody>(await logIn(running, { username, password }), 201)
  const token = session.session_authentication_string
  return { keystoreUserId: user.id, username, password, token, headers: { authorization: token } }
}

export interface SessionBody {
  readonly session: {
    readonly id: string
    readonly session_authentication_string: string
    readonly valid_from: string
    readonly valid_till: string
    readonly username: string
  }
}

/** A whole SRP login; answers the reply of the session call. `extra` goes into its body. */
export async function logIn(
  running: Running,
  identity: Identity,
  extra: Readonly<Record<string, unknown>> = {},
): Promise<ServiceReply> {
  return running.send({
    operation: 'keystore.srpSessionPost',
    body: { ...(await proofFor(running, identity)), ...extra },
  })
}

/** Who can prove a password. */
export interface Identity {
  readonly username: string
  readonly password: string | Uint8Array
}

/** A proof of a password, and whose. */
export interface ProofBody {
  readonly username: string
  readonly srp_a: string
  readonly srp_m: string
}

/** Opens a challenge and works out the proof for it, ready to be sent; for a login, unless a purpose is named. */
export async function proofFor(
  running: Running,
  { username, password }: Identity,
  purpose?: ChallengePurpose,
): Promise<ProofBody> {
  const login = startSrpLogin()
  const body = { username, srp_a: login.srp_a, ...(purpose !== undefined && { purpose }) }
  const reply = await running.send({ operation: 'keystore.srpChallengesPost', body })
  const { challenge } = bodyOf<{ challenge: { challenge_salt: string; challenge_b: string } }>(reply)
  const { srp_m } = answerSrpChallenge(login, { username, password }, challenge)
  return { username, srp_a: login.srp_a, srp_m }
}

/** Lets a user whom a builder put into the database prove a password. */
export function givePassphrase<User extends { readonly keystoreUserId: string }>(
  { connection }: Pick<TestService, 'connection'>,
  user: User,
): User & Identity {
  const identity = { username: `name of ${user.keystoreUserId}`, password: 'srp password of a builder' }
  const { srp_salt, srp_verifier } = createSrpVerifier(identity)
  connection
    .prepare('UPDATE keystore_users SET username = ?, srp_salt = ?, srp_verifier = ? WHERE id = ?')
    .run(identity.username, srp_salt, srp_verifier, user.keystoreUserId)
  return { ...user, ...identity }
}

/** Who makes login keys: signed in, and able to prove the password. */
export interface LoginKeyMaker extends Identity {
  readonly headers: Readonly<Record<string, string>>
}

/** The reply of a call for a login key, with a fresh proof. */
export async function requestLoginKey(running: Running, maker: LoginKeyMaker, body: object): Promise<ServiceReply> {
  const { srp_a, srp_m } = await proofFor(running, maker, 'login_key')
  const { headers } = maker
  return running.send({ operation: 'keystore.loginKeysPost', headers, body: { srp_a, srp_m, ...body } })
}
