import type { Component, Ref } from 'vue'
import { computed, ref, shallowRef, watch } from 'vue'
import { n, t, text } from '../i18n/i18n.ts'
import type { Filter } from '../ui/chosen-filters.ts'
import type { Failure } from '../ui/failure.ts'
import type { ListColumn, ListSort } from '../ui/list-model.ts'
import type { Export } from './export/use-export.ts'
import type { Tone } from '../ui/tone.ts'
import type { KeyOf } from './row-pages.ts'

/**
 * A column of a RowList. Its text or time is used for sorting, export and its cells, unless the list has a slot with
 * the column's id.
 */
export interface RowColumn<Row> extends ListColumn {
  readonly text?: (row: Row) => string
  /** A time. Without one, the text is shown, or a dash. */
  readonly time?: (row: Row) => string | null
  /** The sort value, if not the shown text: numbers by their size. */
  readonly order?: (row: Row) => string | number
  /** Shown before the cell's content. */
  readonly icon?: ((row: Row) => Component) | undefined
  /** Shown after the cell's content, and in the head of the detail. */
  readonly badges?: (row: Row) => readonly RowBadge[]
  /** Shows its text as a state, in a badge of this tone. */
  readonly tone?: (row: Row) => Tone
  /** Classes of a text that looks otherwise than most. */
  readonly look?: string
}

export interface RowBadge {
  readonly label: string
  readonly tone?: Tone
}

/** A filter chip that distinguishes rows by a property, such as their state. Rows without a value match no option. */
export interface RowChoice<Row> extends Filter {
  readonly of: (row: Row) => string | undefined
}

/** The rows of a list, however they are read. */
export interface ListRows<Row> {
  readonly keyOf: KeyOf<Row>
  readonly count: Readonly<Ref<number>>
  /** The row with this number; undefined while it has not been read. */
  readonly at: (row: number) => Row | undefined
  /** The number of the row with this key; undefined if no such row was read. */
  readonly rowOf: (key: string) => number | undefined
  /** Whether there was a first answer. */
  readonly isRead: Readonly<Ref<boolean>>
  readonly busy: Readonly<Ref<boolean>>
  readonly failure: Readonly<Ref<Failure | undefined>>
  /**
   * The number of rows added while the list was held; 0 or less if rows only moved or were removed, undefined if
   * unchanged.
   */
  readonly added: Readonly<Ref<number | undefined>>
  readonly showNewer: () => void
  /** Rows from `first` to `last` are in view, or nearly. */
  readonly show: (first: number, last: number) => unknown
  readonly reload: () => unknown
  /** Reads every row that matches the filter; undefined when it was cancelled or locked. */
  readonly readAll: (progress: ReadingProgress) => Promise<readonly Row[] | undefined>
  /** The searched words. */
  readonly words?: Readonly<Ref<string>>
  /** Lets every column with text be sorted. Without it, columns have the sort fields of the service. */
  readonly sortsItself?: true
  /** Lets rows be selected. Those of a log cannot be. */
  readonly selection?: RowSelection<Row>
  readonly view: ListView
}

/** An action on a row without opening it. */
export interface RowAction {
  readonly id: string
  readonly label: string
  /** A shorter label, for the detail, which shows the name of the record. */
  readonly short?: string
  readonly icon: Component
  readonly run: () => unknown
  /** The reason why it cannot be done now. */
  readonly whyNot?: string | undefined
  /** Makes it the action of Ctrl Enter while the row has the focus. */
  readonly first?: true
}

/**
 * "18 items" beside the title of their page, "5 of 18 items" while a filter leaves some out.
 * @param key of the message that counts them; @param total `atLeast` so many if older ones are not counted
 */
export function countText(key: string, shown: number, total: number, atLeast = false): string {
  const count = `${n(total)}${atLeast ? '+' : ''}`
  const counted = t(key, { count }, total)
  return shown === total && !atLeast ? counted : text('rows.shown', { shown: n(shown), total: counted })
}

/** The hint of an action on the selection that is possible for some of the rows only. @param key of the message */
export const someText = (key: string, some: number, selected: number): string | undefined =>
  some < selected ? text(key, { count: n(some), of: n(selected) }) : undefined

/** Runs the action of a key on a row, if it is possible now. */
export function runAction(actions: readonly RowAction[] | undefined, isMeant: (action: RowAction) => boolean): void {
  const action = actions?.find(isMeant)
  if (action?.whyNot === undefined) void action?.run()
}

/** An action on the selection: how rows leave the list, with one Undo. */
export interface RowRemoval<Row> {
  /** The label of the button among the actions on the selection. */
  readonly label: string
  readonly icon: Component
  readonly whyNot?: string | undefined
  /** Whether this row can leave; by default every row can. */
  readonly appliesTo?: (row: Row) => boolean
  readonly run: (rows: readonly Row[]) => unknown
}

export interface ReadingProgress {
  readonly onRead: (count: number) => void
  readonly isCancelled: () => boolean
}

/** The selected rows of a list. The list knows them by their numbers. */
export interface RowSelection<Row> {
  readonly keys: Readonly<Ref<ReadonlySet<string>>>
  readonly items: Readonly<Ref<readonly Row[]>>
  readonly choose: (numbers: ReadonlySet<string>) => unknown
  readonly clear: () => void
}

/** The tools of a list, for the bar above it. */
export interface ListTools {
  /** The list's name, under which columns and filters are stored. */
  readonly name: string
  /** Columns that can be hidden, in their order. */
  readonly columns: Readonly<Ref<readonly { readonly id: string; readonly label: string; readonly shown: boolean }[]>>
  readonly toggle: (id: string) => void
  readonly sort: Ref<ListSort | undefined>
  readonly exporting: Export
  /** Whether there is anything to export. */
  readonly isAny: Readonly<Ref<boolean>>
}

interface ListControls {
  readonly focus: () => unknown
  readonly toTop: () => void
  readonly step: (by: number) => unknown
  readonly scrollTo: (key: string) => void
  readonly has: (element: Element) => boolean
  readonly tools: ListTools
}

/** The owner's view of the list on screen, with functions to control it. */
export function useListView() {
  const controls = shallowRef<ListControls>()
  const pointed = ref(false)
  const scrolled = ref(false)

  /** Lets the next change move the rows, because it was requested. */
  function release(): void {
    pointed.value = false
    scrolled.value = false
  }

  return {
    /** The tools of the list on screen: columns, order, export. */
    tools: computed(() => controls.value?.tools),
    /** Called when the list is on screen. */
    attach: (list: ListControls): void => void (controls.value = list),
    detach(list: ListControls): void {
      if (controls.value !== list) return
      controls.value = undefined
      release()
    },
    point: (now: boolean): void => void (pointed.value = now),
    scroll: (now: boolean): void => void (scrolled.value = now),
    /** True while rows must not move: the pointer is on the list, or it was scrolled. */
    held: computed(() => pointed.value || scrolled.value),
    release,
    focus: (): void => void controls.value?.focus(),
    toTop: (): void => controls.value?.toTop(),
    /** Moves the focus by this many rows. */
    step: (by: number): void => void controls.value?.step(by),
    /** Scrolls the row with this key into view, if it was read. */
    scrollTo: (key: string): void => controls.value?.scrollTo(key),
    /** Whether this is an element of the list on screen. */
    has: (element: Element): boolean => controls.value?.has(element) ?? false,
  }
}

export type ListView = ReturnType<typeof useListView>

interface ReadRows<Row> {
  readonly keyOf: KeyOf<Row>
  readonly rows: () => readonly Row[] | undefined
  readonly busy: Readonly<Ref<boolean>>
  readonly failure: Readonly<Ref<Failure | undefined>>
  readonly reload: () => unknown
  readonly added?: () => number | undefined
  readonly showNewer?: () => void
  readonly show?: (first: number, last: number) => unknown
  readonly view?: ListView
}

/** Makes the rows of a list from an array. */
export function useReadRows<Row>({
  keyOf,
  rows,
  busy,
  failure,
  reload,
  added = () => undefined,
  showNewer = () => undefined,
  show = () => undefined,
  view = useListView(),
}: ReadRows<Row>): ListRows<Row> & { readonly list: Readonly<Ref<readonly Row[] | undefined>> } {
  const list = computed(rows)
  const numbers = computed(() => new Map(list.value?.map((row, number) => [keyOf(row), number])))
  return {
    keyOf,
    list,
    readAll: () => Promise.resolve(list.value),
    count: computed(() => list.value?.length ?? 0),
    at: (row: number): Row | undefined => list.value?.[row],
    rowOf: (key: string): number | undefined => numbers.value.get(key),
    isRead: computed(() => list.value !== undefined),
    busy,
    failure,
    added: computed(added),
    showNewer,
    show,
    reload,
    view,
  }
}

/**
 * The row to open when the open one is removed: the next one that stays, or the last before it. Undefined if nothing is
 * left, or the next one was not read yet.
 */
export function nextRow<Row>(
  { rowOf, at, keyOf, count }: Pick<ListRows<Row>, 'rowOf' | 'at' | 'keyOf' | 'count'>,
  opened: string | undefined,
  going: ReadonlySet<string>,
): Row | undefined {
  const number = opened === undefined ? undefined : rowOf(opened)
  if (number === undefined) return undefined
  const staying = (from: number, step: 1 | -1): Row | undefined => {
    for (let place = from; place >= 0 && place < count.value; place += step) {
      const row = at(place)
      if (row === undefined || !going.has(keyOf(row))) return row
    }
    return undefined
  }
  return staying(number + 1, 1) ?? staying(number - 1, -1)
}

/**
 * The key of the row to open when the open one is answered, ended or deleted. It stays known if the list drops that row
 * before the answer arrives.
 *
 * @param opened the key of the open row, also after it left the list
 */
export function useFollowing<Row>(
  rows: () => Pick<ListRows<Row>, 'rowOf' | 'at' | 'keyOf' | 'count'>,
  opened: () => string | undefined,
): () => string | undefined {
  const last = shallowRef<{ readonly of: string; readonly key: string | undefined }>()
  watch(
    () => {
      const [list, of] = [rows(), opened()]
      if (of === undefined || list.rowOf(of) === undefined) return undefined
      const next = nextRow(list, of, new Set([of]))
      return { of, key: next && list.keyOf(next) }
    },
    (now) => now && (last.value = now),
    { immediate: true },
  )
  return () => (last.value?.of === opened() ? last.value?.key : undefined)
}
