import { z } from 'zod'
import { text } from '../i18n/i18n.ts'

type Typed = Readonly<Record<string, unknown>>

/** A field of a RecordDialog. Its texts are full keys of messages. */
export interface RecordField {
  /** A line of text by default; `choice` shows all of its options side by side. */
  readonly kind?: 'text' | 'date' | 'select' | 'person' | 'choice' | 'check' | 'passphrase'
  readonly label: string
  /** Values for its label, if other than those of the dialog. */
  readonly names?: Readonly<Record<string, unknown>>
  readonly hint?: string | ((typed: Typed) => string)
  /** A warning above it, about something irreversible. */
  readonly warning?: string
  /** The text before anything is chosen. */
  readonly placeholder?: string
  /** The error if it is empty; without it the field may stay empty. */
  readonly missing?: string
  /** True if the rules of the whole dialog require it. */
  readonly required?: boolean
  /** Shows next to the label that it is optional. */
  readonly optional?: boolean
  /** The rule for a value that is not empty. */
  readonly rule?: z.ZodType<unknown, string>
  /** The initial value, if not empty. A value other than text needs a control in a slot. */
  readonly begins?: unknown
  /** The labels of the fields of its control, by their paths in the form. */
  readonly parts?: Readonly<Record<string, string>>
  /** The options to choose from. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** Whether the field is shown; a hidden one is not validated either. */
  readonly shown?: boolean | ((typed: Typed) => boolean)
  /** Half as wide as the dialog, beside its neighbour. */
  readonly half?: boolean
  /** Its name at the service, if different. */
  readonly parameter?: string
  /** Error codes to show at this field although the service gives no field. */
  readonly codes?: readonly string[]
  /** Makes it a text area with this many lines. */
  readonly rows?: number
  readonly mono?: boolean
  readonly readonly?: boolean
}

export type RecordFields = Readonly<Record<string, RecordField>>

/** The validated values of the fields. */
export type ValuesOf<Fields> = {
  readonly [Id in keyof Fields]: Fields[Id] extends { readonly rule: z.ZodType<infer Value> }
    ? Value
    : TypedOf<Fields>[Id]
}

/** The typed values of the fields. */
export type TypedOf<Fields> = {
  -readonly [Id in keyof Fields]: Fields[Id] extends { readonly kind: 'check' }
    ? boolean
    : Fields[Id] extends { readonly begins: infer Begins }
      ? TextOr<Begins>
      : string
}

type TextOr<Begins> = Begins extends string ? string : Begins

/** The rule of a field. */
export function ruleOf({ kind, missing, begins = '', rule = z.string() }: RecordField): z.ZodType {
  const words = missing && text(missing)
  if (kind === 'check') return words ? z.boolean().refine(Boolean, words) : z.boolean()
  if (typeof begins !== 'string') return z.unknown().refine((held) => !words || held !== begins, words)
  // Every character of a passphrase counts.
  const typed = kind === 'passphrase' ? z.string() : z.string().trim()
  return words ? typed.min(1, words).pipe(rule) : rule
}
