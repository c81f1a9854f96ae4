import { z } from 'zod'
import { ISSUER_NAME } from '../../../shared/contract/workbench-exchange.ts'
import type { TrustRow } from '../../../shared/contract/workbench-exchange.ts'
import { Label } from '../../../shared/contract/values.ts'
import { text } from '../../i18n/i18n.ts'
import { startOfDay } from '../../ui/typed-date.ts'
import type { TrustInput } from './use-trust.ts'

/** The fields of the dialog: lists with one name a line, dates in the person's time zone, `until` inclusive. */
export const trustEntryForm = () =>
  z
    .object({
      did: z.string().trim().regex(ISSUER_NAME, text('trust.entry.didWrong')),
      name: z.string().trim().min(1, text('trust.entry.nameMissing')).pipe(Label),
      types: z.string(),
      schemas: z.string(),
      from: z.string(),
      until: z.string(),
    })
    .refine(({ from, until }) => from === '' || until === '' || from <= until, {
      error: text('trust.entry.untilWrong'),
      path: ['until'],
    })
    .transform(({ did, name, types, schemas, from, until }): TrustInput => ({
      did,
      name,
      types: linesOf(types),
      schemas: linesOf(schemas),
      valid_from: from === '' ? null : startOfDay(from),
      valid_until: until === '' ? null : startOfDay(until, 1),
    }))

/** The values of an existing entry. Times are rounded to days, because the dialog has only days. */
export function valuesOf({ did, name, types, schemas, valid_from, valid_until }: TrustRow) {
  return {
    did,
    name,
    types: (types ?? []).join('\n'),
    schemas: (schemas ?? []).join('\n'),
    from: valid_from === null ? '' : dayOf(new Date(valid_from)),
    until: valid_until === null ? '' : dayOf(new Date(Date.parse(valid_until) - 1)),
  }
}

/** The lines of a text; null, meaning all, if there are none. */
function linesOf(lines: string): string[] | null {
  const names = lines.split('\n').flatMap((line) => line.trim() || [])
  return names.length === 0 ? null : [...new Set(names)]
}

function dayOf(date: Date): string {
  const digits = (value: number, length: number) => String(value).padStart(length, '0')
  return `${digits(date.getFullYear(), 4)}-${digits(date.getMonth() + 1, 2)}-${digits(date.getDate(), 2)}`
}
