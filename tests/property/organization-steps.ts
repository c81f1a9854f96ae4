import fc from 'fast-check'
import { MEMBER_ROLES } from '../../shared/contract/organization-rights.ts'
import type { MemberRole } from '../../shared/contract/organization-rights.ts'

/* What people, agents, the operator and time can do around organizations; mostly steps that can happen. */

export const PEOPLE = 5

const person = fc.nat({ max: PEOPLE - 1 })
const organization = fc.constantFrom(0, 0, 0, 1)
const role = fc.constantFrom<MemberRole>(...MEMBER_ROLES, 'owner')
const by = fc.oneof(
  { weight: 5, arbitrary: fc.constant('an owner' as const) },
  { weight: 4, arbitrary: person },
  { weight: 1, arbitrary: fc.constant('agent' as const) },
)
/** Mostly somebody who is a member. */
const target = fc.oneof(
  { weight: 3, arbitrary: fc.record({ member: fc.nat({ max: 4 }) }) },
  { weight: 1, arbitrary: person },
)
export const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('invite' as const), organization, role }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('accept' as const), back: fc.constantFrom(0, 0, 0, 1, 2), person }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      organization,
      by,
      target,
      role,
      byMemberId: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('remove' as const), organization, by, target, byMemberId: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('disconnect' as const),
      organization,
      target,
      side: fc.constantFrom('person' as const, 'agent' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('queue' as const, 'queue' as const, 'stay' as const), person }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('meet' as const), organization, person }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('deleteAccount' as const), person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteKeystore' as const), person }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(1, 3, 7, 8) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('request' as const), person }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('validate' as const, 'reject' as const, 'withdraw' as const),
      organization: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('agentEnds' as const),
      organization,
      call: fc.constantFrom('meDelete', 'meDeletionQueuePost'),
    }),
  },
)
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
export type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>
