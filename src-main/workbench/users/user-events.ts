import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import type { StoredEvent } from '../../service/emitted-events.ts'
import type { Log } from '../../service/ports.ts'
import type { AutomaticTasks } from './automatic-tasks.ts'
import type { SignedInUsers } from './signed-in.ts'
import type { UserAgents } from './user-agents.ts'
import type { UserDelegations } from './user-delegations.ts'

interface UserEventsOptions {
  readonly signedIn: Pick<SignedInUsers, 'all' | 'get'>
  readonly userAgents: Pick<UserAgents, 'endWhere'>
  readonly userDelegations: Pick<UserDelegations, 'noteEvent'>
  readonly automaticTasks: Pick<AutomaticTasks, 'lookAt'>
  readonly announce: (event: WorkbenchEvent) => void
  readonly announceUsers: () => void
  readonly log: Log
}

const TASK_CREATED = 'task.created'
const MEMBER_REMOVED = 'member.removed'
const MEMBER_UPDATED = 'member.updated'

/** Applies events of the service to the signed-in users. */
export function createUserEvents(options: UserEventsOptions) {
  const { signedIn, userAgents, userDelegations, automaticTasks, announce, announceUsers, log } = options

  return { noteEvent }

  /** Passes on a change of the service to the lists of the users who see it. */
  function noteEvent(event: StoredEvent): void {
    const seers = signedIn.all().filter(({ account }) => account.vaultUserId === event.user_id)
    for (const { client, tasks } of seers) {
      client.noteChange(event)
      if (event.name === TASK_CREATED) automaticTasks.lookAt(tasks)
    }
    userDelegations.noteEvent(event)
    if (event.name === MEMBER_REMOVED || event.name === MEMBER_UPDATED) void endAgentsOf(event)
    if (seers.length > 0) announce(changeOf(event))
  }

  /** Ends sessions that a former role opened, when a person is no longer member or owner. */
  async function endAgentsOf({ name, user_id, value }: StoredEvent): Promise<void> {
    const stays = name === MEMBER_UPDATED && value?.['role'] === 'owner'
    if (stays) return
    try {
      const ended = await userAgents.endWhere(
        ({ organization_id, service_id, through_user_id }) =>
          organization_id === value?.['organization_id'] &&
          signedIn.get(through_user_id)?.account.vaultUserId === user_id &&
          (name === MEMBER_REMOVED || service_id === null),
      )
      if (ended) announceUsers()
    } catch (error) {
      log.error('the session of an organization was not ended at the service; its keys are gone here', error)
    }
  }
}

/** Translates an event for the window. An event about something in an item has the item's id in `value`. */
function changeOf({ user_id, name, eventable_type, eventable_id, value }: StoredEvent): WorkbenchEvent {
  const named = value?.['item_id']
  const item_id = eventable_type === 'Item' ? eventable_id : typeof named === 'string' ? named : null
  const share_id = typeof value?.['share_id'] === 'string' ? value['share_id'] : null
  return { type: 'change', vault_user_id: user_id, name, eventable_type, eventable_id, item_id, share_id }
}
