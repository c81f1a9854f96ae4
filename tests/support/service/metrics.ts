import type { SignedInUser } from './builders.ts'
import { connect } from '../people/sharing.ts'
import type { TestService } from './test-service.ts'
import { OPERATOR } from './vault-accounts.ts'

type Running = Pick<TestService, 'connection'>
type Somebody = Pick<SignedInUser, 'userId'>

/** A connection as organizations and services make them: the same type on both sides. */
export function connectAs(running: Running, type: 'member' | 'service', one: Somebody, other: Somebody): void {
  connect(running, one, other)
  running.connection
    .prepare('UPDATE connections SET connection_type = ? WHERE user_id IN (?, ?) AND other_user_id IN (?, ?)')
    .run(type, one.userId, other.userId, one.userId, other.userId)
}

/** A connection through which one user may act for the other, as rows. */
export function delegate(running: Running, owner: Somebody, to: Somebody, role: 'admin' | 'owner' | 'reader'): void {
  connect(running, owner, to)
  const { connection } = running
  const ids = [owner.userId, to.userId]
  connection
    .prepare('UPDATE connections SET delegation_role = ? WHERE user_id IN (?, ?) AND other_user_id IN (?, ?)')
    .run(role, ...ids, ...ids)
  connection
    .prepare("UPDATE connections SET connection_type = 'delegate' WHERE user_id = ? AND other_user_id = ?")
    .run(to.userId, owner.userId)
}

/** What an operation answers to the operator; it must succeed. */
export async function asOperator(running: TestService, name: string, parts: object = {}): Promise<unknown> {
  const reply = await running.send({ operation: `vault.${name}`, headers: OPERATOR, ...parts })
  if (!reply.ok) throw new Error(`${name}: ${reply.body.errors[0]?.message ?? reply.status}`)
  return reply.body
}
