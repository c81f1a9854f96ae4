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
 * The description of a kind of record: where its records are shown, their fields, and their actions. Every text is the
 * full key of a message, so that a search for the message finds it here.
 */
export interface RecordKind<Row> {
  /** The name of its list, under which columns and widths are stored. */
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
    /** A line of explanation above the list. */
    readonly text?: string
    readonly none: string
    readonly noneText?: string
    /** The label of the button that clears a filter, and the text while one hides all records. */
    readonly clear?: string
    readonly noMatch?: string
    /** The text for a record that no longer exists. */
    readonly gone?: string
    readonly goneText?: string
  }
  /** The first one is the record's name, unless another one is. */
  readonly fields: readonly [RecordField<Row>, ...RecordField<Row>[]]
  readonly actions?: readonly RecordAction<Row>[]
  /** The creation buttons beside the list. */
  readonly createActions?: readonly RecordCreation[]
  /** The actions of an empty list; each label is a key. */
  readonly offers?: () => readonly EmptyAction[]
  /** The values for messages about one record. */
  readonly valuesOf?: (row: Row) => Values
  /** The values for messages about all of them. */
  readonly values?: () => Values
  /** Its id at the service, if that is not its key: for copying, and to find its calls. */
  readonly idOf?: (row: Row) => string
  /** Reads the record in the form of the service, if the list has another form. */
  readonly read?: (row: Row) => Promise<unknown>
  /** Whether an address refers to this record; by its key by default. */
  readonly isNamed?: (row: Row, id: string) => boolean
  /**
   * The new address of a record that left this list, to follow it; undefined if it ended.
   *
   * @param gone the record as it was, if it was in the list before
   */
  readonly movedTo?: (id: string, gone: Row | undefined) => RouteLocationRaw | undefined
  /** The action of opening one without a detail beside the list. */
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
  /** Its label. */
  readonly label: string
  /** True for the record's name, if not the first field. */
  readonly lead?: true
  /** Hides the icon of the kind: the cell has one of its own. */
  readonly bare?: true
  /** The id of its column in addresses and slots, if that is not the last word of its label. */
  readonly id?: string
  /** The width of its column; a field without it is no column. */
  readonly width?: string
  /** A count: shown, sorted by, and aligned to the end. */
  readonly count?: (row: Row) => number
  /** A state: one of a few values, each with a text. */
  readonly state?: (row: Row) => string
  readonly states?: Readonly<Record<string, string>>
  /** Shows the state as a badge in these tones. */
  readonly tones?: Readonly<Record<string, Tone>>
  /** The options for states with names of their own. */
  readonly options?: () => Filter['options']
  /** The name of the filter by state, in addresses. `several` allows several states at once. */
  readonly filter?: string
  readonly several?: boolean
  /** The text without a value; by default the detail leaves the field out. */
  readonly none?: string
  /** Whether it is in the detail; by default every field except the first, which is the title. */
  readonly fact?: boolean | ((row: Row) => boolean)
}

export interface RecordAction<Row> {
  /** `remove` also handles Delete in a list without deferred removal, and `edit` F2 (useKindRows). */
  readonly id: string
  /** The label of its icon, with the record's name. */
  readonly label: string | ((row: Row) => string)
  /** A shorter name, beside the name of the record. */
  readonly short?: string
  readonly icon: Component
  /** The records it applies to; all by default. */
  readonly on?: (row: Row) => boolean
  /** The reason why it cannot be done now. */
  readonly whyNot?: (row: Row | undefined) => string | undefined
  readonly asks?: {
    readonly title: string
    readonly text: string | ((row: Row) => string)
    readonly confirm: string
    /** Replaces "Cancel" where that would read like the action itself. */
    readonly keep?: string
    /** Describes a refusal that needs a text of its own. */
    readonly refused?: (error: unknown) => Failure
  }
  readonly run?: (row: Row) => unknown
  /** Used instead for the selection when Delete is pressed, with Undo. */
  readonly runAll?: (rows: readonly Row[]) => unknown
  /** Called with all selected records when the button for the selection is pressed. */
  readonly runSelected?: (rows: readonly Row[]) => unknown
  readonly done?: string
  /** Makes it the action of Ctrl Enter. */
  readonly first?: true
}

/** A record to create, by a button in the head of the page or the palette. */
export interface RecordCreation {
  readonly label: string
  readonly icon: Component
  readonly making?: PageDialog
  /** The reason why it cannot be created now. */
  readonly whyNot?: string | undefined
  /** Also shown in an empty list. */
  readonly whenNone?: boolean
  /** The keyboard shortcut: `Ctrl+N`. */
  readonly shortcut?: string
  readonly run: () => unknown
}

/** A kind of record in the words of the window, as a RecordList shows it. */
export interface ShownKind<Row> {
  /** The name of the list, under which its columns and the width of its detail are stored. */
  readonly name: string
  readonly keyOf: (row: Row) => string
  /** The address of a record; without id, of the list alone. */
  readonly placeOf: (id?: string) => RouteLocationRaw
  readonly columns: readonly RowColumn<Row>[]
  /** The choices of the filter chips, which never change. */
  readonly choices: readonly RowChoice<Row>[]
  /** The label of the list, and of the open row's pane. */
  readonly label: string
  readonly detailLabel: string
  readonly filterLabel: string
  readonly placeholder?: string | undefined
  /** A line of explanation above the list. */
  readonly text?: string | undefined
  readonly titleOf: (row: Row) => string
  readonly idOf: (row: Row) => string
  readonly read: (row: Row) => Promise<unknown>
  readonly factsOf: (row: Row) => readonly Definition[]
  readonly actionsOf: (row: Row) => readonly RowAction[]
  /** Removes several records with one Undo. Without it, the action `remove` is used for one. */
  readonly removal?: RowRemoval<Row> | undefined
  /** Further actions on the selection. */
  readonly bulk: readonly RowRemoval<Row>[]
  /** The creation buttons in the head of the page; the last one is the main one. */
  readonly createActions: readonly RecordCreation[]
  /** The texts without rows. */
  readonly nothing: EmptyTexts & { readonly actions: readonly EmptyAction[] }
  readonly noMatch: string
  /** The texts when the open record is missing. */
  readonly gone: { readonly title: string; readonly text: string }
  readonly isNamed: (row: Row, id: string) => boolean
  readonly movedTo?: RecordKind<Row>['movedTo'] | undefined
  readonly open?: RecordKind<Row>['open'] | undefined
}

/**
 * Everything a RecordList needs to show this kind of record, except the records. A kind that depends on state is given
 * as a function.
 */
export function useRecordKind<Row>(given: MaybeRefOrGetter<RecordKind<Row>>): ComputedRef<ShownKind<Row>> {
  const run = useActionRun(() => toValue(given))
  for (const { making, run: make } of toValue(given).createActions ?? [])
    if (making !== undefined) useOpenOnRequest(making, make)

  return computed(() => {
    const kind = toValue(given)
    const values = kind.values?.() ?? {}
    const createActions = (kind.createActions ?? []).map((one) => ({ ...one, label: text(one.label) }))
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
      createActions,
      nothing: nothingOf(kind, createActions),
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

/** The texts and actions of an empty list. */
function nothingOf<Row>({ icon, words, offers }: RecordKind<Row>, createActions: readonly RecordCreation[]) {
  return {
    icon,
    title: text(words.none),
    text: textIf(words.noneText) ?? '',
    ...(words.clear !== undefined && { clearLabel: text(words.clear) }),
    actions: [
      ...createActions
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

  /** A confirmed action shows its refusal in the dialog; others show a message. */
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

/** The text of a field for a row; empty without a value. */
function textOf<Row>({ text: words, count, state, states }: RecordField<Row>): (row: Row) => string {
  if (count !== undefined) return (row) => n(count(row))
  if (words === undefined && state !== undefined) return (row) => stateText(states, state(row))
  return words ?? (() => '')
}

/** The text of a state; a state that another program introduced has none, and is shown as it is. */
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
      ...cellTextOf(field),
      id: idOf(field),
      label: text(field.label),
      width,
    }
  })
}

/** The text of the cells, or the replacement for a missing time. */
function cellTextOf<Row>(field: RecordField<Row>): Pick<RowColumn<Row>, 'text'> {
  const { time, none, text: words, count, state } = field
  // A column of buttons has no text.
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

/** An action for all selected records. */
function severalOf<Row>(
  { short, label, icon, on, whyNot }: RecordAction<Row>,
  run: ((rows: readonly Row[]) => unknown) | undefined,
): RowRemoval<Row>[] {
  if (run === undefined) return []
  const words = short ?? (typeof label === 'string' ? label : '')
  return [{ label: text(words), icon, run, whyNot: whyNot?.(undefined), ...(on && { appliesTo: on }) }]
}
