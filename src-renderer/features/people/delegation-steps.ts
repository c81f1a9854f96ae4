import type { DelegationRow } from '../../../shared/contract/workbench-delegations.ts'
import { oneOf, text } from '../../i18n/i18n.ts'

interface Parties {
  readonly owner: string
  readonly delegate: string
}

type StepState = 'waiting' | 'done' | 'failed'

/** The four steps of a delegation with their state, in the order this program takes them, each with its party. */
export function delegationSteps({ steps, next, rejected }: DelegationRow, parties: Parties) {
  const done = { created: true, claimed: false, shared: false, reencrypted: false, ...steps }
  const running = { accept: 'claimed', claim: 'claimed', share: 'shared', reencrypt: 'reencrypted' } as const
  const current = next === null ? undefined : running[next.step]
  return (['created', 'claimed', 'shared', 'reencrypted'] as const).map((id) => ({
    id,
    label: text(oneOf('people.delegation.step.*', id)),
    detail: text(oneOf('people.delegation.stepText.*', id), { ...parties }),
    state: stateOf(id),
  }))

  function stateOf(id: keyof typeof done): StepState {
    if (done[id]) return 'done'
    return rejected && id === current ? 'failed' : 'waiting'
  }
}
