import type { z } from 'zod'
import type {
  AttachmentsReport,
  GlobalConnectionsReport,
  GlobalSharesReport,
  GlobalUsersReport,
  ItemReport,
  ItemReportFilter,
  UserConnectionsReport,
} from '../../../shared/contract/metrics.ts'

/** Whose records are counted: those of one user, or everybody's as far as the operator may ask for them. */
export type Counted = { readonly userId: string } | 'everybody'

/** Users who joined in a time: from `from` on, and before `till`; null has no limit on that side. */
export interface JoinedBetween {
  readonly from: string | null
  readonly till: string | null
}

/** Numbers over all records, counted by the database at the moment they are asked for. */
export interface MetricsStore {
  /**
   * @param nodes `global`: nodes that belong to a user do not count as filter, so that nobody can find out by a guess
   *   how a user names things
   */
  items(whose: Counted, filter: ItemReportFilter, nodes: 'all' | 'global'): z.infer<typeof ItemReport>
  connectionsOf(userId: string): z.infer<typeof UserConnectionsReport>
  connections(): z.infer<typeof GlobalConnectionsReport>
  shares(): z.infer<typeof GlobalSharesReport>
  /** Sums of bytes. */
  attachments(whose: Counted): z.infer<typeof AttachmentsReport>
  users(joined: JoinedBetween): z.infer<typeof GlobalUsersReport>
  /** Users noted on this day or a later one; `sinceDay` is a UTC day such as `2026-01-31`. */
  activeUsers(sinceDay: string): number
}
