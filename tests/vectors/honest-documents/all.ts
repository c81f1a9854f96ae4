import { BADGE_DOCUMENTS } from './badges.ts'
import { DATA_MODEL_DOCUMENTS } from './data-model.ts'
import type { HonestDocument } from './document.ts'
import { JSON_LD_DOCUMENTS } from './json-ld.ts'
import { TRADE_DOCUMENTS } from './trade.ts'

export const HONEST_DOCUMENTS: readonly HonestDocument[] = [
  ...DATA_MODEL_DOCUMENTS,
  ...BADGE_DOCUMENTS,
  ...TRADE_DOCUMENTS,
  ...JSON_LD_DOCUMENTS,
]
