import { z } from 'zod'
import { text } from '../i18n/i18n.ts'

/** A field of a RecordDialog. Its words are whole keys of messages. */
export interface RecordField {
  /** A line of text where it is not given; `choice` shows all of its options beside each other. */
  readonly kind?: 'text' | 'date' | 'select' | 'choice' | 'check' | 'passphrase'
  readonly label: string
  readonly hint?: string
  /** Stands where nothing was chosen yet. */
  readonly placeholder?: string
  /** What is said where nothing was typed, chosen or ticked; without it the field may stay empty. */
  readonly missing?: string
  /** It has to be filled in, by the rules of the whole dialog. */
  readonly required?: boolean
  /** Said beside the label. */
  readonly optional?: boolean
  /** Holds for what was typed, once that is not missing. */
  readonly rule?: z.ZodType<unknown, string>
  /** What it holds before anything was typed, if not nothing. */
  readonly begins?: string
  /** What can be chosen. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** A field that is not shown is not asked for either. */
  readonly shown?: boolean | ((typed: Readonly<Record<string, unknown>>) => boolean)
  /** Half as wide as the dialog, beside its neighbour. */
  readonly half?: boolean
  /** What the service calls it, where that is not its own name. */
  readonly parameter?: string
  /** Codes of refusals that are said at this field although the service names none. */
  readonly codes?: readonly string[]
  /** Makes it a text of so many lines. */
  readonly rows?: number
  readonly mono?: boolean
  readonly readonly?: boolean
}

export type RecordFields = Readonly<Record<string, RecordField>>

/** What comes of the fields once each followed its rule. */
export type ValuesOf<Fields> = {
  readonly [Id in keyof Fields]: Fields[Id] extends { readonly rule: z.ZodType<infer Value> }
    ? Value
    : TypedOf<Fields>[Id]
}

/** What the fields hold while somebody types. */
export type TypedOf<Fields> = {
  readonly [Id in keyof Fields]: Fields[Id] extends { readonly kind: 'check' } ? boolean : string
}

/** What a field has to hold. */
export function ruleOf({ kind, missing, rule = z.string() }: RecordField): z.ZodType {
  const words = missing && text(missing)
  if (kind === 'check') return words ? z.boolean().refine(Boolean, words) : z.boolean()
  // Every character of a passphrase counts.
  const typed = kind === 'passphrase' ? z.string() : z.string().trim()
  return words ? typed.min(1, words).pipe(rule) : rule
}
