import { connectionOperations } from '../../../shared/contract/connections.ts'
import { offerDelegation } from '../../client/delegations/grant-delegation.ts'
import { invite } from '../../client/invitations/connect-people.ts'
import type { Client } from '../../client/client.ts'
import type { PassphraseCost } from '../../crypto/passphrase.ts'
import { isoTime } from '../../service/ports.ts'
import { SAMPLE_INVITATIONS, SAMPLE_LOGIN_KEY, SAMPLE_OFFER, SAMPLE_TOKEN_ISSUER } from './sample-data.ts'
import type { SampleContext, SampleStep } from './sample-flows.ts'
import { itemNamed } from './sample-flows.ts'
import { phrase } from '../../../shared/phrase.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const HOUR_SECONDS = 60 * 60

/** The passphrase of an invitation is random, and its items are fictitious, so a fast hash is enough. */
const LOCK_COST: PassphraseCost = { opsLimit: 1, memoryKib: 8 }

/** Ways in that were opened and wait: invitations, an offer to act for somebody, a login key, an issuer of tokens. */
export function accessSteps(context: SampleContext): SampleStep[] {
  const { workspace, clientOf, idOf } = context
  const { of, label, days } = SAMPLE_LOGIN_KEY
  return [
    ...SAMPLE_INVITATIONS.map((invitation) => ({
      name: phrase`${invitation.from} invited ${invitation.name}`,
      daysAgo: invitation.daysAgo,
      run: async () => inviteSomebody(await clientOf(invitation.from), invitation),
    })),
    {
      name: `${SAMPLE_OFFER.to} may act for ${SAMPLE_OFFER.from}`,
      daysAgo: SAMPLE_OFFER.daysAgo,
      run: async () => offer(await clientOf(SAMPLE_OFFER.from), await clientOf(SAMPLE_OFFER.to)),
    },
    {
      name: `${of}: login key`,
      daysAgo: SAMPLE_LOGIN_KEY.daysAgo,
      run: async () => {
        const expire_at = isoTime(workspace.nowMs() + days * DAY_MS)
        return workspace.users.makeLoginKey(idOf(of), { label, expire_at, passphrase: null })
      },
    },
    ...tokenSteps(context),
  ]
}

type Invitation = (typeof SAMPLE_INVITATIONS)[number]

async function inviteSomebody(client: Client, { name, days, item }: Invitation): Promise<void> {
  const planned = {
    slot_id: null,
    onsharing_permitted: false,
    acceptance_required: 'acceptance_not_required' as const,
    terms: null,
    expires_at: null,
  }
  const shares = item === undefined ? [] : [{ ...planned, item_id: await itemNamed(client, item, true) }]
  await invite({ ...client, cost: LOCK_COST }, { name, expires_in_days: days, compatible: false, shares })
}

async function offer(from: Client, to: Client): Promise<void> {
  const { connections } = await from.account.call(connectionOperations.connectionsGet, { query: {} })
  const found = connections.find(({ the_other_user: other }) => other.user_id === to.account.vaultUserId)
  if (found === undefined) throw new Error('the two of the offer are not connected')
  await offerDelegation(from, found.own.id, SAMPLE_OFFER.role)
}

function tokenSteps({ workspace: { tokenIssuers } }: SampleContext): SampleStep[] {
  const { name, daysAgo, subjects } = SAMPLE_TOKEN_ISSUER
  let testId = ''
  const make = async () => {
    testId = (await tokenIssuers.createTest({ name, algorithm: 'ES256' })).test_id ?? ''
  }
  return [
    { name: `tokens of ${name}`, daysAgo, run: make },
    ...subjects.map(({ daysAgo: cameDaysAgo, ...who }) => ({
      name: `${who.full_name} came with a token`,
      daysAgo: cameDaysAgo,
      run: () => tokenIssuers.mint(testId, { ...who, valid_for_seconds: HOUR_SECONDS, fault: 'none' }),
    })),
  ]
}
