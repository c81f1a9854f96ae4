import { computed } from 'vue'
import { delegationInvitationOperations } from '../../../shared/contract/delegation-invitations.ts'
import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'
import type { DelegationRow, DelegationStep } from '../../../shared/contract/workbench-delegations.ts'
import { workbenchDelegationOperations } from '../../../shared/contract/workbench-delegations.ts'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import { vaultOperations } from '../../../shared/contract/index.ts'
import { asUser, call, callService } from '../../api/call.ts'
import { isParent } from '../../session/acting-through.ts'
import { useActor } from '../../session/use-actor.ts'
import { useVaultReading } from '../../session/use-vault-changes.ts'

/** The delegates of an actor, the accounts the actor acts for, and the actions on them. */
export function useDelegations(actor: string) {
  const as = asUser(actor)
  const { user } = useActor(actor)
  const { value: rows, ...reading } = useVaultReading(actor, read, { kept: `delegations ${actor}` })

  function read(): Promise<readonly DelegationRow[]> {
    return delegationsOf(actor)
  }

  /** Takes the next step, if it is the actor's. */
  async function takeStep(row: DelegationRow, step: DelegationStep): Promise<void> {
    await takeStepAs(actor, row, step)
    await reading.reload()
  }

  /** Takes the next step for the other user, who is signed in here and has another id for the delegation. */
  async function takeStepOf(
    other: WorkbenchUser,
    { kind, direction }: DelegationRow,
    step: DelegationStep,
  ): Promise<void> {
    const theirs = (await delegationsOf(other.id)).find(
      (one) =>
        one.kind === kind &&
        one.direction !== direction &&
        one.person.user_id === user.value?.vault_user_id &&
        one.next?.mine === true &&
        one.next.step === step,
    )
    if (theirs !== undefined) await takeStepAs(other.id, theirs, step)
    await reading.reload()
  }

  async function setRole({ connection_id }: DelegationRow, delegation_role: DelegationRole): Promise<void> {
    const params = { connection_id: connection_id ?? '' }
    await callService(as, vaultOperations.delegationsConnectionIdPut, { params, body: { delegation_role } })
    await reading.reload()
  }

  /** Ends a delegation, its offer or its invitation. */
  async function end({ id, kind, direction, connection_id }: DelegationRow): Promise<void> {
    const { delegationInvitationsIdDelete, delegationInvitationsIdRejectDelete } = delegationInvitationOperations
    if (kind === 'invitation') await callService(as, vaultOperations.invitationsIdDelete, { params: { token: id } })
    else if (kind === 'connection') {
      await callService(as, vaultOperations.delegationsConnectionIdDelete, {
        params: { connection_id: connection_id ?? '' },
      })
    } else if (direction === 'granted') await callService(as, delegationInvitationsIdDelete, { params: { id } })
    else await callService(as, delegationInvitationsIdRejectDelete, { params: { id } })
    await reading.reload()
  }

  return { rows, ...reading, takeStep, takeStepOf, setRole, end }
}

async function delegationsOf(user_id: string): Promise<readonly DelegationRow[]> {
  return (await call(workbenchDelegationOperations.delegationRows, { params: { user_id } })).rows
}

async function takeStepAs(user_id: string, { id, connection_id }: DelegationRow, step: DelegationStep): Promise<void> {
  if (step === 'accept') {
    await call(workbenchDelegationOperations.delegationOfferAccept, { params: { user_id, offer_id: id } })
  } else if (connection_id !== null) {
    const params = { user_id, connection_id }
    await call(workbenchDelegationOperations.delegationStep, { params, body: { step } })
  }
}

export type Delegations = ReturnType<typeof useDelegations>

export const DELEGATION_STATES = ['inUse', 'usable', 'yours', 'theirs', 'rejected'] as const

/** The text for the state of a delegation. */
export function stateOf({ active, next, rejected }: DelegationRow): (typeof DELEGATION_STATES)[number] {
  if (rejected) return 'rejected'
  if (next === null) return 'inUse'
  if (active) return 'usable'
  return next.mine ? 'yours' : 'theirs'
}

/** The verb for ending a delegation, by its side and kind: withdraw, decline and so on. */
export function endingOf({ kind, direction }: DelegationRow): 'withdraw' | 'decline' | 'takeBack' | 'giveUp' {
  if (kind !== 'connection') return direction === 'granted' ? 'withdraw' : 'decline'
  return direction === 'granted' ? 'takeBack' : 'giveUp'
}

/** The actions on delegations that an actor has. Only people act for others or let others act, but not children. */
export function useDelegationRights(actor: string) {
  const { user } = useActor(actor)
  const isPerson = computed(() => user.value?.agent === null && user.value.delegation === null)
  const decides = ({ direction }: Pick<DelegationRow, 'direction'>): boolean =>
    isPerson.value || (direction === 'granted' && isParent(user.value))
  return { isPerson, decides }
}

export const DELEGATION_TONES = {
  inUse: 'ok',
  usable: 'ok',
  yours: 'warn',
  theirs: 'neutral',
  rejected: 'bad',
} as const
