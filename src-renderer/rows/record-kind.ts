import { computed, toValue } from 'vue'
import type { Component, ComputedRef, MaybeRefOrGetter } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import { failureOf } from '../api/refusal.ts'
import { useConfirm } from '../api/use-confirm.ts'
import { n, text } from '../i18n/i18n.ts'
import type { PageDialog } from '../session/requested-dialog.ts'
import { useOpenOnRequest } from '../session/requested-dialog.ts'
import type { Definition } from '../ui/definition-line.ts'
import type { EmptyAction, EmptyTexts } from '../ui/empty-texts.ts'
import type { Failure } from '../ui/failure.ts'
import type { Tone } from '../ui/tone.ts'
import type { Filter } from '../ui/chosen-filters.ts'
import { showToast } from '../ui/toasts.ts'
import type { RowAction, RowChoice, RowColumn, RowRemoval } from './list-rows.ts'

/**
 * What a kind of record is: where its records are shown, what is said of them, and what is done with one. Every word is the
 * key of a message, written out in full, so that whoever looks for the message finds it here.
 */
export interface RecordKind<Row> {
  /** The name of its list, under which columns and widths are kept. */
  readonly name: string
  readonly keyOf: (row: Row) => string
  /** The address of a record; without id, of the list alone. */
  readonly placeOf: (id?: string) => RouteLocationRaw
  readonly icon: Component
  readonly words: {
    readonly list: string
    readonly one: string
    readonly filter: string
    readonly filterHint?: string
    /** What these records are, in a line below them. */
    readonly text?: string
    readonly none: string
    readonly noneText?: string
    /** The label of the button that takes a filter away, and what is said while one hides all of them. */
    readonly clear?: string
    readonly noMatch?: string
    /** Said of one that is not there any more. */
    readonly gone?: string
    readonly goneText?: string
  }
  /** The call or the scope that leads to such records, for whoever has none. */
  readonly hint: string
  /** The first one names the record, unless another one does. */
  readonly fields: readonly [RecordField<Row>, ...RecordField<Row>[]]
  readonly actions?: readonly RecordAction<Row>[]
  /** What is made beside the list. */
  readonly makes?: readonly RecordCreation[]
  /** What can be done where there are none; each label is a key. */
  readonly offers?: () => readonly EmptyAction[]
  /** What messages about one record name. */
  readonly valuesOf?: (row: Row) => Values
  /** What messages about all of them name. */
  readonly values?: () => Values
  /** Its id at the service, where that is not its key: what is copied, and what its calls are found by. */
  readonly idOf?: (row: Row) => string
  /** Reads one as the service holds it, where the list has it otherwise. */
  readonly read?: (row: Row) => Promise<unknown>
  /** Whether an address names this record; by its key where it is not given. */
  readonly isNamed?: (row: Row, id: string) => boolean
  /**
   * The address of a record that left this list; undefined where it ended. Whoever looks at it goes along.
   *
   * @param gone it, as it was, if it was in the list before
   */
  readonly movedTo?: (id: string, gone: Row | undefined) => RouteLocationRaw | undefined
  /** What opening one does where it has no detail beside the list. */
  readonly open?: ((row: Row) => unknown) | 'nothing'
}

type Values = Readonly<Record<string, unknown>>

/** A field of a record, in its list, in its detail, or in both. */
export interface RecordField<Row> extends Pick<
  RowColumn<Row>,
  | 'text'
  | 'time'
  | 'order'
  | 'mono'
  | 'look'
  | 'leaves'
  | 'hideLabel'
  | 'align'
  | 'sortable'
  | 'tone'
  | 'icon'
  | 'badges'
> {
  /** Names it. */
  readonly label: string
  /** It names the record in place of the first one. */
  readonly lead?: true
  /** The icon of the kind does not stand before it: the cell shows a sign of its own. */
  readonly bare?: true
  /** The id of its column in addresses and slots, if that is not the last word of its label. */
  readonly id?: string
  /** The width of its column; a field without it is no column. */
  readonly width?: string
  /** How many there are: what it shows and is sorted by, at the end of the column. */
  readonly count?: (row: Row) => number
  /** One of a few values, each with a word. */
  readonly state?: (row: Row) => string
  readonly states?: Readonly<Record<string, string>>
  /** Shows the state as a badge in these tones. */
  readonly tones?: Readonly<Record<string, Tone>>
  /** The options for states that have names of their own. */
  readonly options?: () => Filter['options']
  /** Rows are told apart by their state, with this name in addresses. `several` states can be chosen at once. */
  readonly filter?: string
  readonly several?: boolean
  /** What is said where there is no text or time; without it the detail leaves the field out. */
  readonly none?: string
  /** Whether it is in the detail; all are, but the first one, which is its title. */
  readonly fact?: boolean | ((row: Row) => boolean)
}

export interface RecordAction<Row> {
  /** `remove` is also what Delete does in a list where nothing goes at once, and `edit` what F2 does (useKindRows). */
  readonly id: string
  /** The label of its icon, with the record named. */
  readonly label: string | ((row: Row) => string)
  /** A shorter name, beside the name of the record. */
  readonly short?: string
  readonly icon: Component
  /** Says with which records it can be done; without it, with all of them. */
  readonly on?: (row: Row) => boolean
  /** Why it cannot be done now. */
  readonly whyNot?: (row: Row | undefined) => string | undefined
  readonly asks?: {
    readonly title: string
    readonly text: string | ((row: Row) => string)
    readonly confirm: string
    /** Replaces "Cancel" where that would read like the action itself. */
    readonly keep?: string
    /** Says why it was refused, if that needs other words than most refusals. */
    readonly refused?: (error: unknown) => Failure
  }
  readonly run?: (row: Row) => unknown
  /** Done instead with all that are selected when Delete is pressed; it can be taken back. */
  readonly runAll?: (rows: readonly Row[]) => unknown
  /** Done with all that are selected when a button is pressed. */
  readonly runSelected?: (rows: readonly Row[]) => unknown
  readonly done?: string
  /** Ctrl Enter does it. */
  readonly first?: true
}

/** Something that a button in the head of the page makes, or the palette. */
export interface RecordCreation {
  readonly label: string
  readonly icon: Component
  readonly making?: PageDialog
  /** Why it cannot be made now. */
  readonly whyNot?: string | undefined
  /** It is offered where there are none, too. */
  readonly whenNone?: boolean
  /** The keys that make one: `Ctrl+N`. */
  readonly shortcut?: string
  readonly run: () => unknown
}

/** A kind of record in the words of the window, as a RecordList shows it. */
export interface ShownKind<Row> {
  /** The name of the list, under which its columns and the width of its detail are kept. */
  readonly name: string
  readonly keyOf: (row: Row) => string
  /** The address of a record; without id, of the list alone. */
  readonly placeOf: (id?: string) => RouteLocationRaw
  readonly columns: readonly RowColumn<Row>[]
  /** What is told apart by chips; they stay the same ones. */
  readonly choices: readonly RowChoice<Row>[]
  /** Names the list, and the pane of the row that is open. */
  readonly label: string
  readonly detailLabel: string
  readonly filterLabel: string
  readonly placeholder?: string | undefined
  /** What these rows are, in a line below them. */
  readonly text?: string | undefined
  readonly titleOf: (row: Row) => string
  readonly idOf: (row: Row) => string
  readonly read: (row: Row) => Promise<unknown>
  readonly factsOf: (row: Row) => readonly Definition[]
  readonly actionsOf: (row: Row) => readonly RowAction[]
  /** Lets several records be removed with one Undo. Without it, the action `remove` is done with one of them. */
  readonly removal?: RowRemoval<Row> | undefined
  /** What else is done with all that are selected. */
  readonly bulk: readonly RowRemoval<Row>[]
  /** What is made here, in the head of the page: the last one first of all. */
  readonly makes: readonly RecordCreation[]
  /** What is said when there are no rows. */
  readonly nothing: EmptyTexts & { readonly actions: readonly EmptyAction[] }
  readonly noMatch: string
  /** What is said where the open one is not there. */
  readonly gone: { readonly title: string; readonly text: string }
  readonly isNamed: (row: Row, id: string) => boolean
  readonly movedTo?: RecordKind<Row>['movedTo'] | undefined
  readonly open?: RecordKind<Row>['open'] | undefined
}

/**
 * Everything a RecordList needs to show this kind of record, but the records themselves. A kind that depends on what is
 * shown is given by a function.
 */
export function useRecordKind<Row>(given: MaybeRefOrGetter<RecordKind<Row>>): ComputedRef<ShownKind<Row>> {
  const run = useActionRun(() => toValue(given))
  for (const { making, run: make } of toValue(given).makes ?? [])
    if (making !== undefined) useOpenOnRequest(making, make)

  return computed(() => {
    const kind = toValue(given)
    const values = kind.values?.() ?? {}
    const makes = (kind.makes ?? []).map((one) => ({ ...one, label: text(one.label) }))
    const { name, keyOf, placeOf, icon, words, fields } = kind
    const titleOf = textOf(fields[leadOf(fields)] ?? fields[0])
    return {
      name,
      keyOf,
      placeOf,
      columns: columnsOf(fields, icon),
      choices: fields.flatMap(choicesOf),
      label: text(words.list, values),
      ...asPhrase(words),
      text: textIf(words.text, values),
      titleOf,
      idOf: kind.idOf ?? keyOf,
      read: kind.read ?? ((row) => Promise.resolve(row)),
      factsOf: (row: Row) =>
        fields
          .filter((field, place) => isFact(field, place === leadOf(fields), row))
          .flatMap((one) => factOf(one, row)),
      actionsOf: (row: Row) => actionsOf(kind, row, run),
      removal: kind.actions?.flatMap((action) => severalOf(action, action.runAll))[0],
      bulk: kind.actions?.flatMap((action) => severalOf(action, action.runSelected)) ?? [],
      makes,
      nothing: nothingOf(kind, makes),
      isNamed: kind.isNamed ?? ((row, id) => keyOf(row) === id),
      movedTo: kind.movedTo,
      open: kind.open,
    }
  })
}

const textIf = (key: string | undefined, values?: Values): string | undefined =>
  key === undefined ? undefined : text(key, values)

function asPhrase({ one, filter, filterHint, noMatch, gone, goneText }: RecordKind<never>['words']) {
  return {
    detailLabel: text(one),
    filterLabel: text(filter),
    placeholder: textIf(filterHint),
    noMatch: text(noMatch ?? 'rows.noMatch'),
    gone: { title: text(gone ?? 'rows.gone'), text: text(goneText ?? 'rows.goneText') },
  }
}

/** What is said, and offered, where there are none. */
function nothingOf<Row>({ icon, words, hint, offers }: RecordKind<Row>, makes: readonly RecordCreation[]) {
  return {
    icon,
    title: text(words.none),
    text: textIf(words.noneText) ?? '',
    hint,
    ...(words.clear !== undefined && { clearLabel: text(words.clear) }),
    actions: [
      ...makes
        .filter(({ whenNone }) => whenNone)
        .toReversed()
        .map((one, place) => ({ ...one, primary: place === 0 })),
      ...(offers?.() ?? []).map((one) => ({ ...one, label: text(one.label) })),
    ],
  }
}

function useActionRun<Row>(kind: () => RecordKind<Row>) {
  const confirm = useConfirm()

  async function act({ run, runAll, done }: RecordAction<Row>, row: Row): Promise<void> {
    const { placeOf, valuesOf } = kind()
    await (runAll?.([row]) ?? run?.(row))
    if (done !== undefined) showToast({ text: text(done, valuesOf?.(row)), link: placeOf() })
  }

  /** What was asked before says a refusal in its question; here a message names what was not done. */
  async function actAndTell(action: RecordAction<Row>, row: Row): Promise<void> {
    const { placeOf, keyOf, valuesOf } = kind()
    try {
      await act(action, row)
    } catch (error) {
      const what = text(wordOf(action.label, row), valuesOf?.(row))
      showToast({ text: `${what}: ${failureOf(error).message}`, tone: 'bad', link: placeOf(keyOf(row)) })
    }
  }

  return (action: RecordAction<Row>, row: Row): Promise<unknown> => {
    const { asks } = action
    if (asks === undefined) return actAndTell(action, row)
    const values = kind().valuesOf?.(row)
    const question = {
      title: text(asks.title, values),
      text: text(wordOf(asks.text, row), values),
      confirmLabel: text(asks.confirm),
      ...(asks.keep !== undefined && { keepLabel: text(asks.keep) }),
    }
    return confirm(question, () => act(action, row), asks.refused)
  }
}

const idOf = <Row>({ id, label }: RecordField<Row>): string => id ?? label.slice(label.lastIndexOf('.') + 1)

/** What a field says of a row; empty where there is nothing. */
function textOf<Row>({ text: words, count, state, states }: RecordField<Row>): (row: Row) => string {
  if (count !== undefined) return (row) => n(count(row))
  if (words === undefined && state !== undefined) return (row) => stateText(states, state(row))
  return words ?? (() => '')
}

/** A state of another program may have no word. */
export function stateText(states: Readonly<Record<string, string>> = {}, state: string): string {
  const word = states[state]
  return word === undefined ? state : text(word)
}

const leadOf = <Row>(fields: readonly RecordField<Row>[]): number =>
  Math.max(
    0,
    fields.findIndex(({ lead }) => lead),
  )

function columnsOf<Row>(fields: readonly RecordField<Row>[], icon: Component): RowColumn<Row>[] {
  return fields.flatMap((field, place) => {
    const { width, count, state, tones } = field
    if (width === undefined) return []
    return {
      ...(place === leadOf(fields) && { lead: true, ...(!field.bare && { icon: () => icon }) }),
      ...(count && { align: 'end', order: count }),
      ...(state && tones && { tone: (row: Row) => tones[state(row)] ?? 'neutral' }),
      ...field,
      ...saidOf(field),
      id: idOf(field),
      label: text(field.label),
      width,
    }
  })
}

/** What the cells say; of a time that there is not, what is said instead. */
function saidOf<Row>(field: RecordField<Row>): Pick<RowColumn<Row>, 'text'> {
  const { time, none, text: words, count, state } = field
  // A column of buttons says nothing.
  if (time === undefined) return (words ?? count ?? state) === undefined ? {} : { text: textOf(field) }
  return none === undefined ? {} : { text: () => text(none) }
}

function choicesOf<Row>(field: RecordField<Row>): RowChoice<Row>[] {
  const { filter, state, states = {}, several = false, label } = field
  if (filter === undefined || state === undefined) return []
  const options = field.options?.() ?? Object.entries(states).map(([value, word]) => ({ value, label: text(word) }))
  return [{ id: filter, label: text(label), multiple: several, options, of: state }]
}

function isFact<Row>({ fact }: RecordField<Row>, isLead: boolean, row: Row): boolean {
  return typeof fact === 'function' ? fact(row) : (fact ?? !isLead)
}

function factOf<Row>(field: RecordField<Row>, row: Row): Definition[] {
  const { label, time, mono = false, none } = field
  const named = { id: idOf(field), term: text(label) }
  const at = time?.(row)
  if (at) return [{ ...named, time: at }]
  const words = time ? '' : textOf(field)(row)
  if (words !== '') return [{ ...named, text: words, mono }]
  return none === undefined ? [] : [{ ...named, text: text(none) }]
}

const wordOf = <Row>(label: string | ((row: Row) => string), row: Row): string =>
  typeof label === 'string' ? label : label(row)

function actionsOf<Row>(
  { actions = [], valuesOf }: RecordKind<Row>,
  row: Row,
  run: (action: RecordAction<Row>, row: Row) => unknown,
): RowAction[] {
  return actions
    .filter(({ on }) => on?.(row) ?? true)
    .map((action) => ({
      id: action.id,
      label: text(wordOf(action.label, row), valuesOf?.(row)),
      ...(action.short !== undefined && { short: text(action.short) }),
      icon: action.icon,
      run: () => run(action, row),
      whyNot: action.whyNot?.(row),
      ...(action.first && { first: action.first }),
    }))
}

/** An action that is done with all that are selected. */
function severalOf<Row>(
  { short, label, icon, on, whyNot }: RecordAction<Row>,
  run: ((rows: readonly Row[]) => unknown) | undefined,
): RowRemoval<Row>[] {
  if (run === undefined) return []
  const words = short ?? (typeof label === 'string' ? label : '')
  return [{ label: text(words), icon, run, whyNot: whyNot?.(undefined), ...(on && { takes: on }) }]
}
