export interface ItemViewStore {
  /** Whether the user's feed has a view of the item after this time. */
  wasViewedAfter(userId: string, itemId: string, time: string): boolean
}
