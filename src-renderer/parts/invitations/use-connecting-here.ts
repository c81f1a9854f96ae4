import { computed, ref, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import type { ConnectionRow } from '../../../shared/contract/workbench-sharing.ts'
import { workbenchPeopleOperations } from '../../../shared/contract/workbench-sharing.ts'
import type { CallSummary } from '../../../shared/contract/workbench.ts'
import { journalOperations } from '../../../shared/contract/workbench.ts'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/refusal.ts'
import { oneOf } from '../../i18n/i18n.ts'
import type { Failure } from '../../ui/failure.ts'

/** Both sides of a connection that was just made in this workspace. */
export interface ConnectedHere {
  readonly other: WorkbenchUser
  /** As the one who accepted sees it. */
  readonly connection: ConnectionRow
  readonly existedAlready: boolean
  /** With what both sides made the connection, in the order of time. */
  readonly calls: readonly CallSummary[]
}

const MOST_CALLS = 100

/** Invites another user of this workspace and accepts as that user, one after the other. */
export function useConnectingHere(inviter: () => string, invite: (name: string) => Promise<{ readonly link: string }>) {
  const { t } = useI18n()
  const step = ref<'invite' | 'accept'>()
  const other = shallowRef<WorkbenchUser>()
  const done = shallowRef<ConnectedHere>()
  const failure = shallowRef<Failure>()

  const busy = computed(() => step.value !== undefined)
  const steps = computed(() => {
    const names = { inviter: inviter(), other: other.value?.full_name ?? '' }
    return (['invite', 'accept'] as const).map((id) => ({
      id,
      label: t(oneOf('people.here.step.*', id), names),
      state:
        step.value === id ? ('running' as const) : step.value === 'accept' ? ('done' as const) : ('waiting' as const),
    }))
  })

  async function connect(user: WorkbenchUser): Promise<void> {
    if (busy.value) return
    failure.value = undefined
    other.value = user
    step.value = 'invite'
    try {
      const before = await newestCalls(1)
      const { link } = await invite(user.full_name)
      step.value = 'accept'
      const { connection, existed_already } = await call(workbenchPeopleOperations.invitationAccept, {
        params: { user_id: user.id },
        body: { link, name: inviter(), passphrase: null, compatible: false },
      })
      const calls = (await newestCalls(MOST_CALLS)).filter(({ number }) => number > (before[0]?.number ?? 0))
      // What only reads is of the lists that follow.
      const own = calls.filter(({ source, method }) => source === 'client' && method !== 'GET').toReversed()
      done.value = { other: user, connection, existedAlready: existed_already, calls: own }
    } catch (error) {
      failure.value = failureOf(error)
    } finally {
      step.value = undefined
    }
  }

  return { steps, busy, done, failure, connect }
}

async function newestCalls(limit: number): Promise<readonly CallSummary[]> {
  return (await call(journalOperations.callsGet, { query: { limit } })).calls
}
