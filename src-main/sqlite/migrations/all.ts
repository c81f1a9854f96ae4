import type { Migration } from '../migrate.ts'
import { baseline } from './0330-baseline.ts'
import { madeByDelegation } from './0340-made-by-delegation.ts'
import { labelKeys } from './0350-label-keys.ts'
import { keptDataKeys } from './0360-kept-data-keys.ts'
import { clocksAndRestores } from './0370-clocks-and-restores.ts'
import { lists } from './0380-lists.ts'
import { nodeCounts } from './0390-node-counts.ts'
import { suspendedAgents } from './0400-suspended-agents.ts'
import { openid4vpRequests } from './0410-openid4vp-requests.ts'
import { sharesPassedOn } from './0420-shares-passed-on.ts'

/** All steps in order. Released steps are frozen. */
export const MIGRATIONS: readonly Migration[] = [
  baseline,
  madeByDelegation,
  labelKeys,
  keptDataKeys,
  clocksAndRestores,
  lists,
  nodeCounts,
  suspendedAgents,
  openid4vpRequests,
  sharesPassedOn,
]
