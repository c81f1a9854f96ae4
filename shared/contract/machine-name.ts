import { foldCase } from '../folded-text.ts'

/**
 * Derives a machine name from text: NFKD, no combining marks, lower case, every run of other characters than
 * `a-z 0-9 _ -` becomes one `_`, no `_` or `-` at the ends.
 *
 * @returns the name, or an empty string when nothing is left
 */
export function machineName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '_')
    .replace(/_+/g, '_')
    .replace(/^[_-]+/, '')
    .replace(/[_-]+$/, '')
}

/**
 * Returns the key by which labels are compared: equal keys mean equal labels (docs/contract/vault.md, Machine names).
 * Keys are stored, so a change to this function needs a migration.
 */
export function labelKey(label: string): string {
  return foldCase(label.normalize('NFC').trim())
}

/** The kinds of things that get a machine name. The kind is the stem where the label leaves nothing else. */
export type NamedKind = 'item' | 'slot' | 'scheme' | 'node' | 'template'

/**
 * Returns the machine name for a label: the derived name, if it keeps every letter and digit and is free; otherwise
 * what is left of it (or the kind), `_` and eight hexadecimal digits of a hash of the label. No two labels share a name
 * (docs/contract/vault.md, Machine names).
 *
 * @param isTaken whether something else, with another label, has the name
 */
export function nameOfLabel(kind: NamedKind, label: string, isTaken: (name: string) => boolean): string {
  const stem = machineName(label)
  if (keepsItsLetters(label) && !isTaken(stem)) return stem
  const key = labelKey(label)
  let name = distinctName(kind, stem, key)
  for (let attempt = 2; isTaken(name); attempt += 1) name = distinctName(kind, stem, `${key}\0${attempt}`)
  return name
}

/** A thing that callers refer to by name or label: a slot, a tag, a scheme, a template. */
export interface Called {
  readonly name: string
  readonly label: string
}

/** How a request refers to a thing: `name` holds its machine name or its label, `label` its label. */
export interface Calling {
  readonly name?: string | null | undefined
  readonly label?: string | null | undefined
}

/**
 * Tells whether a request refers to this thing: by its machine name, by an equal label, or, where its name was not
 * derived from its label, by any text from which its name can be derived.
 */
export function isCalled(calling: Calling, thing: Called): boolean {
  return nameIndex([thing]).find(calling) !== undefined
}

/** Finds things of one kind by name or label. Labels are folded only when they are first compared. */
export function nameIndex<Thing extends Called>(things: readonly Thing[]) {
  const entries = things.map(entryOf)
  return {
    add: (thing: Thing) => void entries.push(entryOf(thing)),
    /** Finds the first eligible thing that `calling` refers to; an exact machine name wins over a label. */
    find(calling: Calling, canBeMeant: (thing: Thing) => boolean = () => true): Thing | undefined {
      const text = callingText(calling)
      if (text === undefined) return undefined
      const given = textOrNull(calling.name)
      const named = entries.find(({ thing }) => thing.name === given && canBeMeant(thing))
      if (named !== undefined) return named.thing
      const key = labelKey(text)
      const derived = keepsItsLetters(text) ? machineName(text) : undefined
      return entries.find(
        ({ thing, isLabelled, isNamed }) => (isLabelled(key) || isNamed(derived)) && canBeMeant(thing),
      )?.thing
    },
    has: (name: string) => entries.some(({ thing }) => thing.name === name),
  }
}

function entryOf<Thing extends Called>(thing: Thing) {
  let key: string | undefined
  return {
    thing,
    isLabelled: (wanted: string): boolean => (key ??= labelKey(thing.label)) === wanted,
    /** A name that was derived from the label adds nothing to the comparison of labels, so it is ignored here. */
    isNamed: (wanted: string | undefined): boolean => thing.name === wanted && machineName(thing.label) !== thing.name,
  }
}

/** The text that names a thing: its name, or else its label; undefined when both are absent or blank. */
export function callingText({ name, label }: Calling): string | undefined {
  return textOrNull(name) ?? textOrNull(label) ?? undefined
}

interface CalledBy<Thing> {
  readonly name: (name: string) => Thing | undefined
  readonly label: (text: string, key: string) => Thing | undefined
}

/** Finds the thing that a request refers to by the rule of {@link isCalled}, with at most three look-ups. */
export function findCalled<Thing extends Called>(calling: Calling, by: CalledBy<Thing>): Thing | undefined {
  const text = callingText(calling)
  if (text === undefined) return undefined
  const meant = (thing: Thing | undefined) => (thing !== undefined && isCalled(calling, thing) ? thing : undefined)
  return meant(by.name(text)) ?? meant(by.label(text, labelKey(text))) ?? meant(by.name(machineName(text)))
}

/** Returns the trimmed text, or null for a blank one: published clients send an empty text for an absent value. */
export function textOrNull(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/gu

/** Tells whether the derived name keeps every letter and digit of the text, accents aside; false if it has none. */
function keepsItsLetters(text: string): boolean {
  const letters = text.normalize('NFKD').toLowerCase().match(LETTER_OR_DIGIT)
  return letters?.every((letter) => /[a-z0-9]/.test(letter)) === true
}

function distinctName(kind: NamedKind, stem: string, key: string): string {
  return `${stem === '' ? kind : stem}_${hashDigits(key)}`
}

const FNV_OFFSET_BASIS = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** Returns the 32-bit FNV-1a hash of the UTF-8 text as eight hexadecimal digits. The hash is not cryptographic. */
function hashDigits(text: string): string {
  const hash = new TextEncoder()
    .encode(text)
    .reduce((value, byte) => Math.imul(value ^ byte, FNV_PRIME), FNV_OFFSET_BASIS)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
