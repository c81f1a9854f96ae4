import { z } from 'zod'
import { atMost } from './bounds.ts'
import { failsWith, namedObject } from './values.ts'

export const DEFAULT_PER_PAGE = 100
export const MAX_PER_PAGE = 500

/** `per_page`: a positive whole number; more than 500 is lowered to 500. */
const PerPage = z
  .union([z.number(), z.string()], 'must be a positive whole number')
  .transform((value) => Math.min(typeof value === 'number' || /^\d+$/.test(value) ? Number(value) : NaN, MAX_PER_PAGE))
  .refine(
    (value) => Number.isInteger(value) && value >= 1,
    failsWith('invalid_params', 'must be a positive whole number'),
  )
  .meta({ type: 'integer', minimum: 1, maximum: MAX_PER_PAGE })

/** Query keys of every paginated list. */
export const pagingQuery = {
  next_page_after: z.string().check(atMost(2048)).optional(),
  per_page: PerPage.optional(),
}

export const SortOrder = z.enum(['asc', 'desc']).meta({ id: 'SortOrder' })
export type SortOrder = z.infer<typeof SortOrder>

/** `order` of a query; one published client also sends 1 and -1. */
export const OrderQuery = z
  .union([SortOrder, z.literal([1, -1, '1', '-1'])], { error: 'must be asc or desc' })
  .transform((value): SortOrder => (value === 'asc' || Number(value) === 1 ? 'asc' : 'desc'))
  .meta({ id: 'OrderQuery', type: 'string', enum: ['asc', 'desc'], description: '1 and -1 are accepted, too.' })

const Meta = namedObject('Meta', {
  next_page_exists: z.boolean(),
  per_page: z.int(),
  order: SortOrder,
  order_by: z.string(),
})

/** Reply keys of every paginated list. `meta` is an array, because the published SDK calls `meta.some`. */
export const pagingReply = {
  next_page_after: z.string().nullable(),
  meta: z.array(Meta),
}
export type PagingReply = z.infer<z.ZodObject<typeof pagingReply>>

/** A place in a list: the sort value and the id of the last row of the previous page. */
export interface Cursor {
  readonly sortValue: string
  readonly id: string
}

export interface PageRequest {
  readonly after: Cursor | undefined
  readonly perPage: number
  readonly order: SortOrder
}

/** Rows of one page and where the next one begins; `next` is undefined on the last page. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next: Cursor | undefined
}
