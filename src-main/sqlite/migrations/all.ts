import type { Migration } from '../migrate.ts'
import { accounts } from './0010-accounts.ts'
import { keys } from './0020-keys.ts'
import { events } from './0030-events.ts'
import { items } from './0040-items.ts'
import { workbench } from './0050-workbench.ts'
import { connections } from './0060-connections.ts'
import { shares } from './0070-shares.ts'
import { eventCounts } from './0080-event-counts.ts'
import { deletionQueues } from './0090-deletion-queues.ts'
import { exchange } from './0100-exchange.ts'
import { verifications } from './0110-verifications.ts'
import { verifierRequests } from './0120-verifier-requests.ts'
import { registries } from './0130-registries.ts'
import { wallets } from './0140-wallets.ts'
import { issuers } from './0150-issuers.ts'
import { organizations } from './0160-organizations.ts'
import { catalogue } from './0170-catalogue.ts'
import { usage } from './0180-usage.ts'
import { workbenchAgents } from './0190-workbench-agents.ts'
import { shareCounts } from './0200-share-counts.ts'
import { agentInvitations } from './0210-agent-invitations.ts'
import { organizationEvents } from './0220-organization-events.ts'
import { sessionOrigins } from './0230-session-origins.ts'
import { replacedPassphrases } from './0240-replaced-passphrases.ts'

/** All steps in order. Steps that were released are frozen. */
export const MIGRATIONS: readonly Migration[] = [
  accounts,
  keys,
  events,
  items,
  workbench,
  connections,
  shares,
  eventCounts,
  deletionQueues,
  exchange,
  verifications,
  verifierRequests,
  registries,
  wallets,
  issuers,
  organizations,
  catalogue,
  usage,
  workbenchAgents,
  shareCounts,
  agentInvitations,
  organizationEvents,
  sessionOrigins,
  replacedPassphrases,
]
