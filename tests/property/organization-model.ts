import type { MemberRole } from '../../shared/contract/organization-rights.ts'

/*
 * What membership promises, in a few lines: a model beside the service. It knows who is a member of which organization
 * and who waits for deletion; what a step does or why it is refused follows from that alone.
 */

/** A person by number. */
export type PersonNumber = number

export interface ModelOrganization {
  readonly requestor: PersonNumber
  state: 'requested' | 'validated' | 'rejected' | 'gone'
  readonly members: Map<PersonNumber, MemberRole>
  /**
   * Who is connected with the agent. Members are by their membership, all but the first owner, until that one comes back
   * by invitation; others as people who met.
   */
  readonly connected: Map<PersonNumber, 'member' | 'plain'>
}

export interface Model {
  now: number
  readonly organizations: ModelOrganization[]
  readonly gone: Set<PersonNumber>
  /** When a waiting person is due. */
  readonly queued: Map<PersonNumber, number>
  /** When a person's key-store account is due, and with it the session. */
  readonly keystoreQueued: Map<PersonNumber, number>
  readonly signedOut: Set<PersonNumber>
}

export const newModel = (): Model => ({
  now: 0,
  organizations: [],
  gone: new Set(),
  queued: new Map(),
  keystoreQueued: new Map(),
  signedOut: new Set(),
})

export const ownersOf = ({ members }: ModelOrganization): readonly PersonNumber[] =>
  [...members].filter(([, role]) => role === 'owner').map(([person]) => person)

export const isLastOwner = (organization: ModelOrganization, person: PersonNumber): boolean =>
  organization.members.get(person) === 'owner' && ownersOf(organization).length === 1

/** Whether an organization would be left without an owner. */
export const isLastOwnerOfAny = ({ organizations }: Model, person: PersonNumber): boolean =>
  organizations.some((organization) => isLastOwner(organization, person))

/** The code of the refusal of what only owners do; undefined where it is allowed. */
export function refusedToOwnersOnly(organization: ModelOrganization, by: PersonNumber | 'agent'): string | undefined {
  if (by === 'agent') return 'role_not_sufficient'
  if (organization.state === 'gone') return 'not_found'
  if (organization.state !== 'validated') return organization.requestor === by ? 'wrong_status' : 'not_found'
  const role = organization.members.get(by)
  if (role === undefined) return 'not_organization_member'
  return role === 'owner' ? undefined : 'role_not_sufficient'
}

export function removeMember(organization: ModelOrganization, person: PersonNumber): void {
  organization.members.delete(person)
  if (organization.connected.get(person) === 'member') organization.connected.delete(person)
}

/** A person goes with everything, also with requests nobody has answered. */
export function removePerson(model: Model, person: PersonNumber): void {
  for (const organization of model.organizations) {
    removeMember(organization, person)
    organization.connected.delete(person)
    if (organization.requestor === person && organization.state !== 'validated') organization.state = 'gone'
  }
  model.gone.add(person)
  model.queued.delete(person)
}

/** Deletes who is due and not the last owner of anything; those wait until somebody else owns it too. */
export function settle(model: Model): void {
  for (const [person, due] of model.keystoreQueued) {
    if (due > model.now) continue
    model.keystoreQueued.delete(person)
    model.signedOut.add(person)
  }
  const due = [...model.queued].filter(([, time]) => time <= model.now).map(([person]) => person)
  for (const person of due.toSorted((left, right) => left - right))
    if (!isLastOwnerOfAny(model, person)) removePerson(model, person)
}
