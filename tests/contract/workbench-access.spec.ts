// Proves docs/contract/window.md, Access; docs/contract/workbench.md, Users, Journal.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keystoreOperations, vaultOperations } from '../../shared/contract/index.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { makeLoginKey, openWorkbench, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'

const { forward, callsGet, callGet } = workbenchOperations

let workbench: TestWorkbench
let userId: string

beforeEach(async () => {
  workbench = await openWorkbench()
  userId = (await registerUser(workbench, 'Alice')).user.id
})

afterEach(() => stopWorkbench(workbench))

async function asAlice(operation: { readonly id: string }, body?: object): Promise<unknown> {
  const reply = await workbench.call(forward, { body: { as: 'user', user_id: userId, operation: operation.id, body } })
  return reply.body
}

async function startLimited(operation: { readonly id: string }): Promise<string> {
  const reply = await asAlice(operation, { valid_for: 60 })
  return (reply as { session: { session_authentication_string: string } }).session.session_authentication_string
}

/** Everything the inspector can show. */
async function journalText(): Promise<string> {
  const { calls } = await workbench.call(callsGet, { query: { limit: 500 } })
  const details = await Promise.all(calls.map(({ number }) => workbench.call(callGet, { params: { number } })))
  return JSON.stringify(details)
}

describe('access of a user in the window', () => {
  it.each([
    ['keystore', keystoreOperations.sessionLimitedInTimePost],
    ['vault', vaultOperations.sessionLimitedInTimePost],
  ])('shows the token of a limited session of the %s to whoever started it', async (part, operation) => {
    const token = await startLimited(operation)

    const reply = await fetch(`${workbench.application.url}/${part}/session`, { headers: { authorization: token } })

    expect(reply.status).toBe(200)
    const list = (await asAlice(keystoreOperations.sessionsGet)) as { sessions: readonly object[] }
    expect(list.sessions).toHaveLength(3)
  })

  it('keeps what was shown once out of the journal', async () => {
    const secrets = [
      await startLimited(keystoreOperations.sessionLimitedInTimePost),
      await startLimited(vaultOperations.sessionLimitedInTimePost),
      await makeLoginKey(workbench, userId),
    ]

    const journal = await journalText()

    expect(journal).toContain('loginKeysPost')
    for (const secret of secrets) expect(journal).not.toContain(secret)
  })

  it('never shows the tokens of the session the user is signed in with', async () => {
    const [vault, keystore] = [await asAlice(vaultOperations.sessionGet), await asAlice(keystoreOperations.sessionGet)]

    for (const reply of [vault, keystore]) expect(reply).toMatchObject({ user_access_token: { token: '[hidden]' } })
    expect(await asAlice(keystoreOperations.sessionsGet)).toMatchObject({
      sessions: [
        { issued_by: 'vault', current: false },
        { issued_by: 'keystore', current: true },
      ],
    })
  })
})
