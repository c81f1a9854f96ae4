import { CallError } from '../../../api/call.ts'
import { refusalOf } from '../../../api/refusal.ts'
import { z } from 'zod'
import { IssuingAlgorithm, IssuingFormat } from '../../../../shared/contract/workbench-issuer.ts'
import { jsonPointer } from '../../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../../shared/presentation-exchange/json.ts'
import { text } from '../../../i18n/i18n.ts'
import type { Refusal } from '../../../ui/use-form.ts'

/** How many digests that nothing belongs to may be added, as options of the form. */
export const DECOYS = ['0', '5', '10', '20'] as const

export const UNTIL = ['year', 'never', 'day'] as const

const day = z.iso.date({ error: () => text('wallet.issue.notADay') })

/** The issuer's form: everything as typed. */
export const issueForm = z
  .object({
    issuer_id: z.string().min(1, { error: () => text('wallet.issue.noIssuer') }),
    schema: z.string().min(1, { error: () => text('wallet.issue.noSchema') }),
    format: IssuingFormat,
    algorithm: IssuingAlgorithm,
    /** Names of the claims that an SD-JWT VC always tells. */
    told: z.array(z.string()),
    decoys: z.enum(DECOYS),
    bound: z.boolean(),
    values: z.record(z.string(), z.string()),
    from: z.union([z.literal(''), day]),
    until: z.enum(UNTIL),
    untilDay: z.string(),
    subject: z.string().trim(),
    with_status: z.boolean(),
    issue_anyway: z.boolean(),
  })
  .refine(({ until, untilDay }) => until !== 'day' || day.safeParse(untilDay).success, {
    path: ['untilDay'],
    error: () => text('wallet.issue.notADay'),
  })

type Typed = z.output<typeof issueForm>

/** Days begin at midnight UTC, like the dates in credentials. */
const beginning = (day: string): string => `${day}T00:00:00Z`

/** The period and the subject of an order; null leaves them to the issuer. */
export function termsOf({ from, until, untilDay, subject }: Pick<Typed, 'from' | 'until' | 'untilDay' | 'subject'>) {
  return {
    issued_at: from === '' ? null : beginning(from),
    expires_at: until === 'never' ? ('never' as const) : until === 'day' ? beginning(untilDay) : null,
    subject: subject === '' ? null : subject,
  }
}

/** The terms of an SD-JWT VC; nothing for other formats. @param values that are issued: others cannot be withheld */
export function sdJwtTermsOf(
  { format, told, decoys, bound }: Pick<Typed, 'format' | 'told' | 'decoys' | 'bound'>,
  values: JsonObject,
) {
  if (format !== 'dc+sd-jwt') return {}
  const withheld = Object.keys(values).filter((name) => !told.includes(name))
  return { sd_jwt: { disclosable: withheld.map((name) => jsonPointer([name])), decoys: Number(decoys), bound } }
}

interface Violation {
  readonly pointer: string
  readonly keyword: string
  readonly message: string
}

/**
 * Maps a refusal to the form: violations of the schema go to their fields.
 *
 * @param names the properties the form has fields for
 */
export function issueRefusal(error: unknown, names: readonly string[]): Refusal {
  const fields = violationsOf(error).flatMap(({ pointer, message }) => {
    const name = pointer.split('/').find((part) => names.includes(part))
    return name === undefined ? [] : [{ path: `values.${name}`, text: message }]
  })
  return fields.length > 0 ? { fields } : refusalOf(error, () => undefined)
}

function violationsOf(error: unknown): readonly Violation[] {
  const found = error instanceof CallError ? error.errors[0]?.extra_info['violations'] : undefined
  return Array.isArray(found) ? (found as Violation[]) : [] // the contract defines the type
}

/** The example of a schema, with the name of the person whom the credential is for. */
export function exampleFor(example: JsonObject, name: string): JsonObject {
  const words = name.trim().split(/\s+/)
  const named = { givenName: words.slice(0, -1).join(' '), familyName: words.at(-1), accountHolder: name }
  const known = Object.entries(named).filter(([member, said]) => Object.hasOwn(example, member) && Boolean(said))
  return { ...example, ...Object.fromEntries(known) }
}
