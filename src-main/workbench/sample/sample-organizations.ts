import { managementOperations } from '../../../shared/contract/management.ts'
import type { MemberRole } from '../../../shared/contract/organization-rights.ts'
import type { AgentOf } from '../../client/agents/agent-of.ts'
import { requestOrganization, requestService } from '../../client/agents/request-organization.ts'
import type { Client } from '../../client/client.ts'
import { acceptShare, openShare } from '../../client/items/open-items.ts'
import { createItem } from '../../client/items/sealed-items.ts'
import type { ShareItemsOrder } from '../../client/shares/share-items.ts'
import type { ActingMember } from '../users/simulated-users.ts'
import type { OpenWorkspace } from '../workspaces/open-workspace.ts'
import type { SampleItem } from './sample-data.ts'
import { connectPair, itemNamed, shareOne } from './sample-flows.ts'

/** Organizations of the sample workspace. Names and addresses are invented. */

interface SampleOrganization {
  /** Full name of the sample user who asks for it, and becomes its owner. */
  readonly requestedBy: string
  readonly name: string
  readonly description: string
  readonly url: string
  readonly email: string
  /** Undefined: the request waits. */
  readonly approved?: {
    readonly members: readonly { readonly full_name: string; readonly role: MemberRole }[]
    readonly services: readonly SampleService[]
  }
}

interface SampleService {
  readonly name: string
  readonly description: string
  readonly contract: string
  /** Who uses it; undefined: the request waits. */
  readonly approved?: {
    readonly user: string
    /** Of the user, for the service. */
    readonly receives: { readonly item: string; readonly terms: string }
    /** Of the service, for the user. */
    readonly gives: SampleItem
  }
}

const [ALICE, BOB, DANA] = ['Alice Weber', 'Bob Okafor', 'Dana Novak'] as const

/** In whose session the operator reviews: not in that of who asked. */
const SAMPLE_REVIEWER = 'Carlos Ruiz'

const SAMPLE_ORGANIZATIONS: readonly SampleOrganization[] = [
  {
    requestedBy: DANA,
    name: 'Harbour Clinic',
    description: 'General practice, laboratory and travel medicine at the old ferry terminal.',
    url: 'https://harbour-clinic.example',
    email: 'office@harbour-clinic.example',
    approved: {
      members: [{ full_name: ALICE, role: 'admin' }],
      services: [
        {
          name: 'Appointments',
          description: 'Books, moves and confirms appointments.',
          contract: 'We read what you share for your appointments only, and delete it 30 days after the last one.',
          approved: {
            user: BOB,
            receives: { item: 'Health insurance', terms: 'For my appointments at the clinic.' },
            gives: {
              template_name: 'custom',
              label: 'Check-up with Dr. Lindqvist',
              slots: [
                { label: 'Time', slot_type_name: 'datetime', value: '2026-06-03T09:40:00.000Z' },
                { label: 'Place', slot_type_name: 'key_value', value: 'Second floor, room 2.14' },
                { label: 'Phone', slot_type_name: 'phone_number', value: '+44 20 7946 0755' },
                { label: 'Note', slot_type_name: 'note_text', value: 'Please come without breakfast.' },
              ],
              tags: ['Appointments'],
            },
          },
        },
        {
          name: 'Lab results',
          description: 'Sends findings of the laboratory to patients.',
          contract: 'Findings can be opened for one year.',
        },
      ],
    },
  },
  {
    requestedBy: DANA,
    name: 'Pier Car Hire',
    description: 'Cars, vans and boats by the hour.',
    url: 'https://pier-car-hire.example',
    email: 'desk@pier-car-hire.example',
  },
]

/** What was made of the sample so far, and how to tell how far it is. */
interface Stage {
  readonly workspace: OpenWorkspace
  /** Users of the workspace, by full name. */
  readonly userIds: ReadonlyMap<string, string>
  readonly finish: (step: string) => void
}

const { managementRequestedOrganizationsIdValidatePut, managementRequestedOrganizationServicesIdValidatePut } =
  managementOperations

export const SAMPLE_ORGANIZATION_STEPS = SAMPLE_ORGANIZATIONS.reduce(
  (steps, { approved }) => steps + 1 + (approved?.members.length ?? 0) + (approved?.services.length ?? 0),
  0,
)

/**
 * Requests, reviews and opens the sample organizations and their services, connects people with them and lets both
 * sides share, as it would be done by hand. Nobody has to know the operator's password: it is remembered.
 */
export async function makeSampleOrganizations(stage: Stage): Promise<void> {
  await openDesk(stage.workspace)
  for (const sample of SAMPLE_ORGANIZATIONS) {
    await asMember(stage, sample.requestedBy, (owner) => makeOrganization(stage, owner, sample))
  }
}

/** Also where the command line gave a password. */
async function openDesk({ operator }: OpenWorkspace): Promise<void> {
  if (operator.state().remembered) await operator.open({ password: null, remember: false })
  else operator.setPassword({ password: null, remember: true })
}

async function makeOrganization(
  stage: Stage,
  owner: ActingMember,
  { approved, requestedBy: _, ...details }: SampleOrganization,
): Promise<void> {
  const { id } = await requestOrganization(owner.requester, { ...details, compatible: false })
  if (approved !== undefined) await review(stage, managementRequestedOrganizationsIdValidatePut, id)
  stage.finish(details.name)
  if (approved === undefined) return
  const from = await openAgent(stage, owner, { organizationId: id, serviceId: null })
  for (const { full_name, role } of approved.members) {
    const to = await clientOf(stage, full_name)
    await connectPair({ from, to }, { inviter: details.name, invitee: full_name }, role)
    stage.finish(`${details.name}: ${full_name}`)
  }
  for (const service of approved.services) {
    await makeService(stage, owner, { ...service, organizationId: id })
    stage.finish(`${details.name}: ${service.name}`)
  }
}

async function makeService(
  stage: Stage,
  owner: ActingMember,
  { organizationId, approved, ...details }: SampleService & { readonly organizationId: string },
): Promise<void> {
  const { id } = await requestService(owner.requester, organizationId, { ...details, compatible: false })
  if (approved === undefined) return
  await review(stage, managementRequestedOrganizationServicesIdValidatePut, id)
  const service = await openAgent(stage, owner, { organizationId, serviceId: id })
  await useService(stage, { name: details.name, approved, service })
}

interface Use {
  readonly name: string
  readonly approved: NonNullable<SampleService['approved']>
  readonly service: Client
}

/** Its user connects with it, and each of them gets an item of the other one. */
async function useService(stage: Stage, { name, approved, service }: Use): Promise<void> {
  const user = await clientOf(stage, approved.user)
  await connectPair({ from: service, to: user }, { inviter: name, invitee: approved.user })
  const { item, terms } = approved.receives
  const received = await shareOne(
    { from: user, to: service },
    orderOf(await itemNamed(user, item, true), { acceptance_required: 'acceptance_required', terms }),
  )
  await acceptShare(service, received, null)
  const { slots, tags, ...given } = approved.gives
  const made = await createItem(service.account, { ...given, slots: [...slots], tags: [...tags] })
  const open = { acceptance_required: 'acceptance_not_required', terms: null } as const
  await openShare(user, await shareOne({ from: service, to: user }, orderOf(made.item.id, open)))
}

function orderOf(item_id: string, how: Pick<ShareItemsOrder, 'acceptance_required' | 'terms'>) {
  return { ...how, items: [{ item_id, slot_id: null }], onsharing_permitted: false, expires_at: null }
}

async function review({ workspace, userIds }: Stage, operation: { readonly id: string }, id: string): Promise<void> {
  const user_id = idOf(userIds, SAMPLE_REVIEWER)
  const reply = await workspace.forward({ as: 'operator', operation: operation.id, params: { id }, user_id })
  if (!reply.ok) throw new Error(`a review of the sample failed: ${reply.body.errors[0]?.message ?? ''}`)
}

/** The agent stays a user of the workspace: whoever looks around can act as it at once. */
async function openAgent({ workspace }: Stage, owner: ActingMember, agent: AgentOf): Promise<Client> {
  const { id } = await owner.act(agent)
  return workspace.users.withAccount(id, ({ client }) => Promise.resolve(client))
}

function clientOf({ workspace, userIds }: Stage, fullName: string): Promise<Client> {
  return workspace.users.withAccount(idOf(userIds, fullName), ({ client }) => Promise.resolve(client))
}

function asMember(
  { workspace, userIds }: Stage,
  fullName: string,
  work: (member: ActingMember) => Promise<void>,
): Promise<void> {
  return workspace.users.asMember(idOf(userIds, fullName), work)
}

function idOf(ids: ReadonlyMap<string, string>, fullName: string): string {
  const id = ids.get(fullName)
  if (id === undefined) throw new Error(`${fullName} is no sample user`)
  return id
}
