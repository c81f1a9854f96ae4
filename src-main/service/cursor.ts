import { faultyFieldsError } from '../../shared/contract/errors.ts'
import type { Cursor, Page, PageRequest, PagingReply, SortOrder } from '../../shared/contract/paging.ts'
import { DEFAULT_PER_PAGE } from '../../shared/contract/paging.ts'
import { isUuid } from '../../shared/contract/values.ts'

const URL_SAFE_BASE64 = /^[A-Za-z0-9_-]+$/

/** `next_page_after`: URL-safe Base64 of the JSON text `[sort value, id]`, opaque to callers. */
export function encodeCursor({ sortValue, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sortValue, id]), 'utf8').toString('base64url')
}

/**
 * @param isId tests whether a value is an id of the list
 * @throws {ServiceError} `invalid_cursor` for anything but the text of {@link encodeCursor}.
 */
export function decodeCursor(text: string, isId: (value: unknown) => value is string = isUuid): Cursor {
  const parts = URL_SAFE_BASE64.test(text) ? parsed(Buffer.from(text, 'base64url').toString('utf8')) : undefined
  if (isList(parts) && parts.length === 2) {
    const [sortValue, id] = parts
    if (typeof sortValue === 'string' && isId(id)) return { sortValue, id }
  }
  const rule = 'is not a cursor of this list: send it as you received it'
  throw faultyFieldsError([{ path: 'next_page_after', code: 'invalid_cursor', rule }])
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the caller refuses it
  }
}

interface PagingQuery {
  readonly next_page_after?: string | undefined
  readonly per_page?: number | undefined
  readonly order?: SortOrder | undefined
}

/**
 * Reads which page a query asks for. An empty cursor means the first page.
 *
 * @throws {ServiceError} `invalid_cursor`
 */
export function readPageRequest(
  query: PagingQuery,
  defaultOrder: SortOrder = 'asc',
  isId: (value: unknown) => value is string = isUuid,
): PageRequest {
  const cursor = query.next_page_after ?? ''
  return {
    after: cursor === '' ? undefined : decodeCursor(cursor, isId),
    perPage: query.per_page ?? DEFAULT_PER_PAGE,
    order: query.order ?? defaultOrder,
  }
}

/** The paging members of a reply. */
export function pagingFields(page: Page<unknown>, request: PageRequest, orderBy = 'created_at'): PagingReply {
  return {
    next_page_after: page.next === undefined ? null : encodeCursor(page.next),
    meta: [
      {
        next_page_exists: page.next !== undefined,
        per_page: request.perPage,
        order: request.order,
        order_by: orderBy,
      },
    ],
  }
}

/**
 * Makes a page of rows that were read with one row more than a page holds.
 *
 * @param place gives the cursor of a row
 */
export function pageOf<Row>(rows: readonly Row[], perPage: number, place: (row: Row) => Cursor): Page<Row> {
  if (rows.length <= perPage) return { rows, next: undefined }
  const shown = rows.slice(0, perPage)
  const last = shown.at(-1)
  return { rows: shown, next: last && place(last) }
}
