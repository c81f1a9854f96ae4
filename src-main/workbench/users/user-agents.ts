import type { Send } from '../../../shared/contract/caller.ts'
import { CallError, callOver } from '../../../shared/contract/caller.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import type { PersonAccount } from '../../client/account/account.ts'
import type { AgentAccount } from '../../client/agents/agent-account.ts'
import { createAgentClient } from '../../client/agents/agent-account.ts'
import type { AgentOf } from '../../client/agents/agent-of.ts'
import { agentTag } from '../../client/agents/agent-of.ts'
import type { OpenedAgent } from '../../client/agents/open-agent.ts'
import { openAgent } from '../../client/agents/open-agent.ts'
import type { Client } from '../../client/client.ts'
import type { IdSource } from '../../service/ports.ts'
import type { UserSurroundings } from './person-sign-in.ts'
import type { StoredWorkbenchAgent, WorkbenchAgentStore } from './workbench-agent-store.ts'

interface UserAgentsOptions extends UserSurroundings {
  readonly agents: WorkbenchAgentStore
  readonly newId: IdSource
}

export type UserAgents = ReturnType<typeof createUserAgents>

/** The member who opens an agent: a user of the workspace who is signed in. */
export interface Member {
  readonly id: string
  readonly account: PersonAccount
}

/** Codes that mean that the member may not act for the organization or service. */
const NO_RIGHT: readonly string[] = ['not_organization_member', 'role_not_sufficient', 'not_found']

/** Organizations and services as users of a workspace: members open them with the private key. */
export function createUserAgents(options: UserAgentsOptions) {
  const { agents, records, signedIn, sendAs, tasksOf, automaticTasks, announceUsers, newId, cost } = options

  return { act, actOnce, endWhere }

  /**
   * Opens an agent: from now on it is a user of the workspace. One that the member opened before stays as it is, as long
   * as the service still lets the member in.
   *
   * @throws as {@link openAgent}
   */
  function act(member: Member, agent: AgentOf): Promise<WorkbenchUser> {
    return signedIn.exclusively(agentTag(agent), async () => {
      const id = find(agent)?.id ?? newId()
      const opened = await openAs(id, member, agent)
      if (signedIn.isOpenThrough(id, member.id)) {
        await opened.account.signOut() // it has proved that the member may
        return records.shown(id)
      }
      const client = createAgentClient(opened.account, agent, cost)
      const tasks = tasksOf(id, client)
      await signedIn.keep(id, { account: opened.account, client, tasks, agent, throughUserId: member.id })
      agents.save(records.newAgent({ id, member, agent }, opened))
      automaticTasks.lookAt(tasks)
      announceUsers()
      return records.shown(id)
    })
  }

  /** Runs work as an agent, in a session that ends with the work. The service checks that the member may. */
  async function actOnce<Result>(
    member: Member,
    agent: AgentOf,
    work: (client: Client, opened: OpenedAgent) => Promise<Result>,
  ): Promise<Result> {
    const opened = await openAs(find(agent)?.id ?? member.id, member, agent)
    const account = sayingWhoseSessionEnded(opened.account)
    try {
      return await work(createAgentClient(account, agent, cost), { ...opened, account })
    } finally {
      await opened.account.signOut()
    }
  }

  /** A member who lost the right loses the session that was opened with it, too. */
  async function openAs(id: string, member: Member, agent: AgentOf): Promise<OpenedAgent> {
    try {
      return await openAgent({ send: sendAs(id), member: member.account, agent })
    } catch (error) {
      const lostRight = error instanceof CallError && NO_RIGHT.includes(error.code)
      if (lostRight && signedIn.isOpenThrough(id, member.id)) {
        await signedIn.end(id)
        announceUsers()
      }
      throw error
    }
  }

  /** Signs out the agents that pass a test. @returns whether there was one */
  async function endWhere(test: (agent: StoredWorkbenchAgent) => boolean): Promise<boolean> {
    const ending = agents.list().filter((agent) => signedIn.get(agent.id) !== undefined && test(agent))
    await Promise.all(ending.map(({ id }) => signedIn.end(id)))
    return ending.length > 0
  }

  function find({ organizationId, serviceId }: AgentOf): StoredWorkbenchAgent | undefined {
    return agents.list().find((one) => one.organization_id === organizationId && one.service_id === serviceId)
  }
}

/** Reports the end of an agent's session as such, so that it is not mistaken for the member's. */
function sayingWhoseSessionEnded(account: AgentAccount): AgentAccount {
  const send: Send = async (request) => {
    const reply = await account.send(request)
    if (reply.ok || reply.body.errors[0]?.error !== 'unauthorized') return reply
    throw new ServiceError('user_locked', 'The session of the organization ended meanwhile.')
  }
  return { ...account, send, call: callOver(send) }
}
