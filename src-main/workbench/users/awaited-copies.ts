import { CallError } from '../../../shared/contract/caller.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { AwaitedCopy } from '../../../shared/contract/workbench-tasks.ts'
import type { Client } from '../../client/client.ts'
import { awaitedValues, copiesOf } from '../../client/shares/awaited-values.ts'
import type { TaskRunOrder, TaskRunReply } from '../../client/tasks/task-runner.ts'
import type { SignedInUsers } from './signed-in.ts'
import type { WithAccount } from './with-account.ts'

interface Dependencies {
  readonly signedIn: Pick<SignedInUsers, 'ids'>
  readonly withAccount: WithAccount
  readonly runTasks: (id: string, order: TaskRunOrder) => Promise<TaskRunReply>
}

/** A copy, and the task of its owner that brings it up to date. */
interface Awaited extends AwaitedCopy {
  readonly by: { readonly user: string; readonly task: string }
}

/**
 * Finds values that a recipient has not received yet. The service does not tell recipients (docs/contract/vault.md,
 * Shares: updating), so this only works for owners who are signed in to the same workspace: from their open tasks, and
 * by comparing.
 */
export function createAwaitedCopies({ signedIn, withAccount, runTasks }: Dependencies) {
  return {
    list: async (id: string): Promise<AwaitedCopy[]> => (await awaitedBy(id)).map(({ by: _, ...copy }) => copy),
    fetch,
  }

  /** Runs the task of the owner, as the owner. @throws {ServiceError} `not_found` when nothing is awaited */
  async function fetch(id: string, itemId: string): Promise<TaskRunReply> {
    const awaited = (await awaitedBy(id)).find(({ item_id }) => item_id === itemId)
    if (awaited === undefined) throw new ServiceError('not_found', 'Nothing is on its way to this item.')
    return runTasks(awaited.by.user, { task_ids: [awaited.by.task], limit: 1 })
  }

  function awaitedBy(id: string): Promise<Awaited[]> {
    return withAccount(id, async (recipient) => {
      const found: Awaited[] = []
      for (const owner of signedIn.ids()) {
        if (owner === id) continue
        found.push(...(await fromOwner(owner, recipient.client)))
      }
      return found
    })
  }

  async function fromOwner(user: string, recipient: Client): Promise<Awaited[]> {
    const tasks = await readAs(user, (owner) => owner.openUpdates.byItem())
    if (tasks === undefined || tasks.size === 0) return []
    const copies = await copiesOf(recipient, [...tasks.keys()])
    const values = copies.length === 0 ? [] : await readAs(user, (owner) => awaitedValues(owner, copies))
    return (values ?? []).flatMap(({ original_id, ...copy }) => {
      const task = tasks.get(original_id)
      return task === undefined ? [] : [{ ...copy, state: task.state, by: { user, task: task.id } }]
    })
  }

  /** The session of somebody else may be over: then nothing is known of that person. */
  async function readAs<Result>(user: string, read: (owner: Client) => Promise<Result>): Promise<Result | undefined> {
    try {
      return await withAccount(user, ({ client }) => read(client))
    } catch (error) {
      if (error instanceof ServiceError || error instanceof CallError) return undefined
      throw error
    }
  }
}
