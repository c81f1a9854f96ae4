// Proves docs/contract/workbench.md, Workspaces: locking, Agents.

import { beforeEach, describe, expect, it } from 'vitest'
import { vaultOperations } from '../../../shared/contract/index.ts'
import type { ClientPeople } from '../../../tests/support/people/client-people.ts'
import { anOrganizationOf, startClientPeople } from '../../../tests/support/people/client-people.ts'
import type { AgentOf } from '../../client/agents/agent-of.ts'
import type { PersonClient } from '../../client/client.ts'
import { createTaskRunner } from '../../client/tasks/task-runner.ts'
import { newLocalKey } from '../../crypto/keys.ts'
import { workbenchAgentStore } from './workbench-agent-store.ts'
import { workbenchDelegationStore } from './workbench-delegation-store.ts'
import { workbenchUserStore } from './workbench-user-store.ts'
import { createSignedInUsers } from './signed-in.ts'
import type { SignedInUsers } from './signed-in.ts'
import { createUserAgents } from './user-agents.ts'
import type { Member, UserAgents } from './user-agents.ts'
import { createUserRecords } from './user-records.ts'

let people: ClientPeople
let client: PersonClient
let dana: Member
let clinic: AgentOf
let signedIn: SignedInUsers
let userAgents: UserAgents

beforeEach(async () => {
  people = startClientPeople()
  client = await people.register('Dana')
  clinic = await anOrganizationOf(people, client)
  dana = { id: 'dana', account: client.account }
  signedIn = createSignedInUsers(() => undefined)
  const { connection, clock } = people.service
  const store = workbenchUserStore(connection)
  const agents = workbenchAgentStore(connection)
  const records = createUserRecords({
    store,
    agents,
    delegations: workbenchDelegationStore(connection),
    localKey: newLocalKey(),
    mayRemember: true,
    clock,
    signedIn,
  })
  const secretString = '2.M9znjHbD5Xi.4wBqpZ-M9xaSh-eZzJSM-awUKKw-hdpChK-bZ5eu5-ky4Vig-w'
  store.save(records.newUser({ id: dana.id, secretString, passphrase: undefined }, { full_name: 'Dana', email: '' }))
  userAgents = createUserAgents({
    agents,
    records,
    signedIn,
    sendAs: () => people.send,
    tasksOf: (_, of) => createTaskRunner(of, () => undefined),
    automaticTasks: { lookAt: () => undefined },
    announceUsers: () => undefined,
    newId: () => crypto.randomUUID(),
    cost: undefined,
  })
})

function signIn(): Promise<void> {
  return signedIn.keep(dana.id, {
    account: client.account,
    client,
    tasks: createTaskRunner(client, noProgress),
    agent: null,
    throughUserId: null,
  })
}

const noProgress = () => undefined

describe('actOnce', () => {
  it('does not take the end of the agent’s session for the end of the member’s', async () => {
    const work = userAgents.actOnce(dana, clinic, async ({ account }) => {
      await account.call(vaultOperations.sessionAllDelete, {})
      return account.call(vaultOperations.meGet, {})
    })

    await expect(work).rejects.toMatchObject({ name: 'ServiceError', code: 'user_locked' })
    expect(await client.account.call(vaultOperations.meGet, {})).toBeDefined()
  })

  it('ends its session whatever the work does, and keeps no agent', async () => {
    let account: PersonClient['account'] | undefined
    const failing = userAgents.actOnce(dana, clinic, (agent) => {
      account = agent.account as PersonClient['account'] // only called with
      return Promise.reject(new Error('no'))
    })

    await expect(failing).rejects.toThrow('no')
    await expect(account?.call(vaultOperations.meGet, {})).rejects.toMatchObject({ code: 'user_locked' })
    expect(signedIn.all()).toEqual([])
  })
})

describe('act', () => {
  it('keeps no agent whose member signed out meanwhile', async () => {
    await expect(userAgents.act(dana, clinic)).rejects.toMatchObject({ code: 'user_locked' })

    expect(signedIn.all()).toEqual([])
  })

  it('opens one agent when asked twice at the same time, and goes on with the keys in use', async () => {
    await signIn()

    const [first, second] = await Promise.all([userAgents.act(dana, clinic), userAgents.act(dana, clinic)])
    const open = signedIn.get(first.id)
    const third = await userAgents.act(dana, clinic)

    expect([second.id, third.id]).toEqual([first.id, first.id])
    expect(signedIn.all()).toHaveLength(2)
    expect(signedIn.get(first.id)).toBe(open)
    expect(open?.account.keys()).toBeDefined()
  })

  it('wipes the keys of the agent when the member signs out', async () => {
    await signIn()
    const { id } = await userAgents.act(dana, clinic)
    const account = signedIn.get(id)?.account

    await signedIn.end(dana.id)

    expect(signedIn.all()).toEqual([])
    expect(() => account?.keys()).toThrow('Sign in first')
  })
})
