import type { JsonObject } from '../../../../shared/presentation-exchange/json.ts'
import { isObject, listOf, memberOf, textOf } from '../../../../shared/presentation-exchange/json.ts'

/** The objects of a list; other values are left out. */
export const objectsOf = (value: unknown): readonly JsonObject[] => listOf(value).filter(isObject)

/** A text member; undefined if empty or not a text. */
export function saidIn(value: unknown, member: string): string | undefined {
  const said = textOf(memberOf(value, member))
  return said === undefined || said.trim() === '' ? undefined : said
}
