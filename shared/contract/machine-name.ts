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
 * What a label is compared by: equal ones are one label, all others are two (docs/contract/vault.md, Machine names). It
 * is stored: whoever changes this makes a step for what is there.
 */
export function labelKey(label: string): string {
  return foldCase(label.normalize('NFC').trim())
}

/** What gets a machine name, as it is called where its label leaves no stem. */
export type NamedKind = 'item' | 'slot' | 'scheme' | 'node' | 'template'

/**
 * The machine name of what has a label: the name derived from it, where that keeps every letter and digit and is free,
 * and otherwise what is left of it (or the kind), `_` and eight hexadecimal digits of the label. Two labels never get
 * one name (docs/contract/vault.md, Machine names).
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

/** What may be called by a text: a slot, a tag, a scheme, a template. */
export interface Called {
  readonly name: string
  readonly label: string
}

/** What somebody calls a thing by: its machine name or its label in `name`, or its label. */
export interface Calling {
  readonly name?: string | null | undefined
  readonly label?: string | null | undefined
}

/**
 * Whether somebody means this thing: by its machine name, by a label that is the same, or, where its name was not made
 * from its label, by a text that its name could have been made from.
 */
export function isCalled(calling: Calling, thing: Called): boolean {
  return nameIndex([thing]).find(calling) !== undefined
}

/** Things of one kind, to be found by what somebody calls them; each label is folded once, when it is asked for. */
export function nameIndex<Thing extends Called>(things: readonly Thing[]) {
  const entries = things.map(entryOf)
  return {
    add: (thing: Thing) => void entries.push(entryOf(thing)),
    /** The first one that is called so, of those that can be meant; one with that name comes before the others. */
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
    /** A name that was made from the label says no more than that. */
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

/** The thing a caller means, as {@link isCalled} says it, by at most three look-ups. */
export function findCalled<Thing extends Called>(calling: Calling, by: CalledBy<Thing>): Thing | undefined {
  const text = callingText(calling)
  if (text === undefined) return undefined
  const meant = (thing: Thing | undefined) => (thing !== undefined && isCalled(calling, thing) ? thing : undefined)
  return meant(by.name(text)) ?? meant(by.label(text, labelKey(text))) ?? meant(by.name(machineName(text)))
}

/** Published clients send an empty text where they have nothing to say. */
export function textOrNull(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/gu

/** Whether the derived name has every letter and digit of the text, once accents are gone; one without any has none. */
function keepsItsLetters(text: string): boolean {
  const letters = text.normalize('NFKD').toLowerCase().match(LETTER_OR_DIGIT)
  return letters?.every((letter) => /[a-z0-9]/.test(letter)) === true
}

function distinctName(kind: NamedKind, stem: string, key: string): string {
  return `${stem === '' ? kind : stem}_${digitsOf(key)}`
}

const FNV_OFFSET_BASIS = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** Eight hexadecimal digits: FNV-1a, 32 bits, over UTF-8. Not a secret, and not a proof of anything. */
function digitsOf(text: string): string {
  const hash = new TextEncoder()
    .encode(text)
    .reduce((value, byte) => Math.imul(value ^ byte, FNV_PRIME), FNV_OFFSET_BASIS)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
