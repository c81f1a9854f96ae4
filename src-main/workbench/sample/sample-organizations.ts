import { managementOperations } from '../../../shared/contract/management.ts'
import type { MemberRole } from '../../../shared/contract/organization-rights.ts'
import type { AgentOf } from '../../client/agents/agent-of.ts'
import { requestOrganization, requestService } from '../../client/agents/request-organization.ts'
import type { Client } from '../../client/client.ts'
import { acceptShare, openShare } from '../../client/items/open-items.ts'
import { createItem } from '../../client/items/sealed-items.ts'
import type { ShareItemsOrder } from '../../client/shares/share-items.ts'
import type { OpenWorkspace } from '../workspaces/open-workspace.ts'
import type { SampleItem } from './sample-data.ts'
import { slotDraftsOf } from './sample-data.ts'
import type { SampleContext, SampleStep } from './sample-flows.ts'
import { connectPair, itemNamed, shareOne } from './sample-flows.ts'
import { phrase } from '../../../shared/phrase.ts'

/** Organizations of the sample workspace. Names and addresses are invented. */

interface SampleRequested {
  readonly name: string
  readonly description: string
  readonly requestedDaysAgo: number
}

/** The operator's decision, with its time; absent while the request waits. */
type Reviewed<Approved> =
  | { readonly approvedDaysAgo: number; readonly approved: Approved }
  | { readonly rejectedDaysAgo: number; readonly reason: string }
  | { readonly waits: true }

type SampleOrganization = SampleRequested & {
  /** Full name of the sample user who asks for it, and becomes its owner. */
  readonly requestedBy: string
  readonly url: string
  readonly email: string
} & Reviewed<{
    readonly members: readonly {
      readonly full_name: string
      readonly role: MemberRole
      readonly daysAgo: number
    }[]
    readonly services: readonly SampleService[]
  }>

type SampleService = SampleRequested & { readonly contract: string } & Reviewed<{
    readonly user: string
    readonly daysAgo: number
    /** The item of the user that the service receives. */
    readonly receives: { readonly item: string; readonly terms: string }
    /** The item that the service gives the user. */
    readonly gives: Omit<SampleItem, 'daysAgo'>
  }>

const [ALICE, BOB, CARLOS, DANA] = ['Alice Weber', 'Bob Okafor', 'Carlos Ruiz', 'Dana Novak'] as const

/** The operator reviews in this user's session, not in the requestor's. */
const SAMPLE_REVIEWER = CARLOS

const SAMPLE_ORGANIZATIONS: readonly SampleOrganization[] = [
  {
    requestedBy: DANA,
    name: 'Harbour Clinic',
    description: 'General practice, laboratory and travel medicine at the old ferry terminal.',
    url: 'https://harbour-clinic.example',
    email: 'office@harbour-clinic.example',
    requestedDaysAgo: 329.4,
    approvedDaysAgo: 327.9,
    approved: {
      // The window opens with Alice: as an owner she sees the members.
      members: [
        { full_name: ALICE, role: 'owner', daysAgo: 324.6 },
        { full_name: CARLOS, role: 'admin', daysAgo: 291.5 },
      ],
      services: [
        {
          name: 'Appointments',
          description: 'Books, moves and confirms appointments.',
          contract: 'We read what you share for your appointments only, and delete it 30 days after the last one.',
          requestedDaysAgo: 286.3,
          approvedDaysAgo: 284.8,
          approved: {
            user: BOB,
            daysAgo: 29.4,
            receives: { item: 'Health insurance', terms: 'For my appointments at the clinic.' },
            gives: {
              template_name: 'custom',
              label: 'Check-up with Dr. Lindqvist',
              slots: [
                { label: 'Time', slot_type_name: 'datetime', value: { inDays: 12, at: '09:40' } },
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
          requestedDaysAgo: 5.7,
          waits: true,
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
    requestedDaysAgo: 4.3,
    waits: true,
  },
  {
    requestedBy: BOB,
    name: 'Tidewater Loans',
    description: 'Small loans within an hour.',
    url: 'https://tidewater-loans.example',
    email: 'hello@tidewater-loans.example',
    requestedDaysAgo: 121.2,
    rejectedDaysAgo: 119.5,
    reason: 'The address does not lead to anybody who lends money. Please send the licence with the next request.',
  },
]

/** The days are those before the first review. */
const CONSOLE_DAYS_AGO = 330

const {
  managementRequestedOrganizationsIdValidatePut: approveOrganization,
  managementRequestedOrganizationsIdRejectDelete: rejectOrganization,
  managementRequestedOrganizationServicesIdValidatePut: approveService,
  managementRequestedOrganizationServicesIdRejectDelete: rejectService,
} = managementOperations

/**
 * Requests, reviews and opens the sample organizations and their services, connects people with them and lets both
 * sides share, as it would be done by hand. Nobody has to know the operator's password: it is remembered.
 */
export function organizationSteps(context: SampleContext): SampleStep[] {
  const operatorConsole = {
    name: 'the operator console',
    daysAgo: CONSOLE_DAYS_AGO,
    run: () => openConsole(context.workspace),
  }
  return [operatorConsole, ...SAMPLE_ORGANIZATIONS.flatMap((sample) => stepsOf(context, sample))]
}

/** Agents stay users of the workspace, so that anybody can act as one directly, in a new session. */
export async function openSampleAgents({ workspace: { users } }: SampleContext): Promise<void> {
  for (const { id, agent } of users.list()) {
    if (agent === null) continue
    await users.signOut(id)
    await users.signIn(id, null)
  }
}

/** The console is opened also where the command line gave a password. */
async function openConsole({ operator }: OpenWorkspace): Promise<void> {
  if (operator.state().remembered) await operator.open({ password: null, remember: false })
  else operator.setPassword({ password: null, remember: true })
}

function stepsOf(context: SampleContext, sample: SampleOrganization): SampleStep[] {
  const { name, description, url, email, requestedBy, requestedDaysAgo } = sample
  let organizationId = ''
  const request = async () =>
    context.asMember(requestedBy, async ({ requester }) => {
      const details = { name, description, url, email, compatible: false }
      organizationId = (await requestOrganization(requester, details)).id
    })
  const steps = [
    { name, daysAgo: requestedDaysAgo, run: request },
    ...reviewSteps(context, sample, {
      approve: approveOrganization,
      reject: rejectOrganization,
      id: () => organizationId,
    }),
  ]
  if (!('approved' in sample)) return steps
  const organization = () => openAgent(context, requestedBy, { organizationId, serviceId: null })
  return [
    ...steps,
    ...sample.approved.members.map(({ full_name, role, daysAgo }) => ({
      name: `${name}: ${full_name}`,
      daysAgo,
      run: async () =>
        connectPair(
          { from: await organization(), to: await context.clientOf(full_name) },
          { inviter: name, invitee: full_name },
          role,
        ),
    })),
    ...sample.approved.services.flatMap((service) =>
      serviceSteps(context, service, { requestedBy, name, id: () => organizationId }),
    ),
  ]
}

function serviceSteps(
  context: SampleContext,
  service: SampleService,
  of: { readonly requestedBy: string; readonly name: string; readonly id: () => string },
): SampleStep[] {
  const { name, description, contract, requestedDaysAgo } = service
  let serviceId = ''
  const request = async () =>
    context.asMember(of.requestedBy, async ({ requester }) => {
      serviceId = (await requestService(requester, of.id(), { name, description, contract, compatible: false })).id
    })
  const steps = [
    { name: `${of.name}: ${name}`, daysAgo: requestedDaysAgo, run: request },
    ...reviewSteps(context, service, { approve: approveService, reject: rejectService, id: () => serviceId }),
  ]
  if (!('approved' in service)) return steps
  const { approved } = service
  const use = async () =>
    useService(context, {
      ...{ name, approved },
      service: await openAgent(context, of.requestedBy, { organizationId: of.id(), serviceId }),
    })
  return [...steps, { name: `${name}: ${approved.user}`, daysAgo: approved.daysAgo, run: use }]
}

interface Review {
  readonly approve: { readonly id: string }
  readonly reject: { readonly id: string }
  /** The id of the organization or service to review. */
  readonly id: () => string
}

function reviewSteps(
  context: SampleContext,
  sample: SampleRequested & Reviewed<unknown>,
  { approve, reject, id }: Review,
): SampleStep[] {
  if ('approved' in sample) {
    const run = () => review(context, approve, { id: id() })
    return [{ name: phrase`${sample.name} approved`, daysAgo: sample.approvedDaysAgo, run }]
  }
  if (!('reason' in sample)) return []
  const run = () => review(context, reject, { id: id(), body: { reason: sample.reason } })
  return [{ name: phrase`${sample.name} rejected`, daysAgo: sample.rejectedDaysAgo, run }]
}

async function review(
  { workspace, idOf }: SampleContext,
  operation: { readonly id: string },
  { id, body }: { readonly id: string; readonly body?: unknown },
): Promise<void> {
  const user_id = idOf(SAMPLE_REVIEWER)
  const reply = await workspace.forward({ as: 'operator', operation: operation.id, params: { id }, body, user_id })
  if (!reply.ok) throw new Error(`a review of the sample failed: ${reply.body.errors[0]?.message ?? ''}`)
}

interface Use {
  readonly name: string
  readonly approved: Extract<SampleService, { readonly approved: unknown }>['approved']
  readonly service: Client
}

/** Connects a user with the service, and lets them share an item with each other. */
async function useService({ clientOf, madeAtMs }: SampleContext, { name, approved, service }: Use): Promise<void> {
  const user = await clientOf(approved.user)
  await connectPair({ from: service, to: user }, { inviter: name, invitee: approved.user })
  const { item, terms } = approved.receives
  const received = await shareOne(
    { from: user, to: service },
    orderOf(await itemNamed(user, item, true), { acceptance_required: 'acceptance_required', terms }),
  )
  await acceptShare(service, received, null)
  const { slots, tags, ...given } = approved.gives
  const made = await createItem(service.account, { ...given, slots: slotDraftsOf(slots, madeAtMs), tags: [...tags] })
  const open = { acceptance_required: 'acceptance_not_required', terms: null } as const
  await openShare(user, await shareOne({ from: service, to: user }, orderOf(made.item.id, open)))
}

function orderOf(item_id: string, how: Pick<ShareItemsOrder, 'acceptance_required' | 'terms'>) {
  return { ...how, items: [{ item_id, slot_id: null }], onsharing_permitted: false, expires_at: null }
}

/** The session begins now: one that was opened before may have run out. */
async function openAgent({ workspace, asMember }: SampleContext, member: string, agent: AgentOf): Promise<Client> {
  const { users } = workspace
  const isIt = (one: { agent: { organization_id: string; service_id: string | null } | null }) =>
    one.agent?.organization_id === agent.organizationId && one.agent.service_id === agent.serviceId
  const known = users.list().find(isIt)
  if (known !== undefined) await users.signOut(known.id)
  const { id } = await asMember(member, ({ act }) => act(agent))
  return users.withAccount(id, ({ client }) => Promise.resolve(client))
}
