import type { Review } from '../../../session/review-queue.ts'
import type { ListSort } from '../../../ui/list-model.ts'

/** The reviews in the order of a column; as the service has them, oldest first, without one. */
export function sortedReviews(reviews: readonly Review[], sort: ListSort | undefined): readonly Review[] {
  if (sort === undefined) return reviews
  const direction = sort.direction === 'ascending' ? 1 : -1
  const valueOf = (review: Review): string =>
    ({ name: review.record.name, kind: review.kind })[sort.id] ?? review.record.created_at
  return [...reviews].sort((a, b) => direction * valueOf(a).localeCompare(valueOf(b)))
}
