import { z } from 'zod'
import { text } from '../i18n/i18n.ts'

type Typed = Readonly<Record<string, unknown>>

/** A field of a RecordDialog. Its words are whole keys of messages. */
export interface RecordField {
  /** A line of text where it is not given; `choice` shows all of its options beside each other. */
  readonly kind?: 'text' | 'date' | 'select' | 'choice' | 'check' | 'passphrase'
  readonly label: string
  /** What its label names otherwise than the words of the dialog. */
  readonly names?: Readonly<Record<string, unknown>>
  readonly hint?: string | ((typed: Typed) => string)
  /** Stands above it, for what cannot be taken back. */
  readonly warning?: string
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
  /** What it holds before anything was typed, if not nothing. What is no text has a control in a slot. */
  readonly begins?: unknown
  /** Names of the fields that its control is made of, by their paths in the form. */
  readonly parts?: Readonly<Record<string, string>>
  /** What can be chosen. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** A field that is not shown is not asked for either. */
  readonly shown?: boolean | ((typed: Typed) => boolean)
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
  -readonly [Id in keyof Fields]: Fields[Id] extends { readonly kind: 'check' }
    ? boolean
    : Fields[Id] extends { readonly begins: infer Begins }
      ? TextOr<Begins>
      : string
}

type TextOr<Begins> = Begins extends string ? string : Begins

/** What a field has to hold. */
export function ruleOf({ kind, missing, begins = '', rule = z.string() }: RecordField): z.ZodType {
  const words = missing && text(missing)
  if (kind === 'check') return words ? z.boolean().refine(Boolean, words) : z.boolean()
  if (typeof begins !== 'string') return z.unknown().refine((held) => !words || held !== begins, words)
  // Every character of a passphrase counts.
  const typed = kind === 'passphrase' ? z.string() : z.string().trim()
  return words ? typed.min(1, words).pipe(rule) : rule
}
