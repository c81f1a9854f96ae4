import type { FormattingOptions } from 'jsonc-parser'
import { applyEdits, modify } from 'jsonc-parser'
import type { Location } from '../../../../shared/presentation-exchange/json.ts'

/** A change of a document that preserves spelling, order and unknown members of everything around it. */
export type JsonEdit =
  | { readonly kind: 'set'; readonly location: Location; readonly value: unknown }
  | { readonly kind: 'remove'; readonly location: Location }
  /** Inserts a value before the entry with that index, or after the last one. */
  | { readonly kind: 'insert'; readonly location: Location; readonly value: unknown }

export const setAt = (location: Location, value: unknown): JsonEdit => ({ kind: 'set', location, value })
export const removeAt = (location: Location): JsonEdit => ({ kind: 'remove', location })
export const insertAt = (location: Location, value: unknown): JsonEdit => ({ kind: 'insert', location, value })

/** The text after some changes, made one after the other. */
export function edited(text: string, edits: readonly JsonEdit[]): string {
  return edits.reduce(applied, text)
}

function applied(text: string, edit: JsonEdit): string {
  const options = { formattingOptions: formattingOf(text), isArrayInsertion: edit.kind === 'insert' }
  const value: unknown = edit.kind === 'remove' ? undefined : edit.value
  return applyEdits(text, modify(text, [...edit.location], value, options))
}

/** Detects the indentation of the text; two spaces by default. */
function formattingOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
}

/** Formats a new document. */
export function printed(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
