import { defineStore } from 'pinia'
import { computed, reactive, ref } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import { useNowEachHalfMinute } from './shared-now.ts'
import type { Tone } from './tone.ts'

/** Undoes an action. Its result is why that was refused, if it was; it can then be tried again. */
export type Opposite = () => Promise<string | undefined> | LongWork<string | undefined>

export interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: Tone
  /** The time of the message. */
  readonly at: Date
  /** A link to the subject of the message. */
  readonly link: RouteLocationRaw | null
  /** Counts down while the toast is on screen; at 0 it leaves the screen and stays in the list. */
  secondsLeft: number
  visible: boolean
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
  /** Present while something is held back that can still be undone. */
  held?: Pick<HeldToast, 'commit' | 'undone'> | undefined
  /** Present while its calls are sent; shown once that takes long. */
  work?: (LongWork & { readonly state: { shown: boolean; stopping: boolean } }) | undefined
  /** Available while the message is in the list, also after the toast left the screen. */
  readonly undo?: Opposite | undefined
  undoing: boolean
  undone: boolean
}

export interface ShownToast {
  readonly text: string
  readonly tone?: Tone
  readonly seconds?: number
  readonly action?: { readonly label: string; readonly run: () => void }
  /** The link to its subject, or null without one. */
  readonly link: RouteLocationRaw | null
  readonly undo?: Opposite | undefined
}

/** Calls that are sent one after the other, until a person stops them. */
export interface LongWork<Result = unknown> {
  readonly progress: () => { readonly done: number; readonly of: number } | undefined
  readonly stop: () => void
  readonly ended: Promise<Result>
}

export interface HeldToast extends Pick<ShownToast, 'text' | 'link' | 'seconds'> {
  /** Sends the call that was held back. Work that takes long is shown with progress. */
  readonly commit: () => LongWork | undefined
  /** Shows the hidden rows again. */
  readonly undone?: (() => void) | undefined
}

const KEPT = 50
const SHOWN_SECONDS = 6
/** Progress is shown for work that takes longer. */
const LONG_MS = 500
/** How long a deletion waits for Undo before its call is sent. */
export const UNDO_SECONDS = 8

/**
 * The messages of the window. They leave the screen automatically and stay in the list behind the status bar.
 *
 * A held toast is a deletion with Undo: `commit` runs when the countdown ends. Nothing else runs it, so leaving the
 * application cancels it. Completed actions can be undone while the message is in the list.
 */
export const useToasts = defineStore('toasts', () => {
  const now = useNowEachHalfMinute()
  const toasts = ref<Toast[]>([])
  let nextId = 1
  /** Undo actions run one after the other. */
  let undoing: Promise<boolean> | undefined

  function add(toast: Omit<Toast, 'id' | 'at' | 'visible' | 'undoing' | 'undone'>): number {
    const id = nextId++
    const made = { ...toast, id, at: now.value, visible: true, undoing: false, undone: false }
    toasts.value = [...newest(toasts.value, KEPT - 1), made]
    return id
  }

  function show({ text: words, tone = 'neutral', seconds, undo: opposite, ...rest }: ShownToast): number {
    const shown = seconds ?? (opposite === undefined ? SHOWN_SECONDS : UNDO_SECONDS)
    return add({ ...rest, text: words, tone, secondsLeft: shown, undo: opposite })
  }

  function hold({ text: words, seconds = UNDO_SECONDS, commit, undone, link }: HeldToast): number {
    return add({ text: words, tone: 'neutral', secondsLeft: seconds, link, held: { commit, undone } })
  }

  const isUndoable = (toast: Toast): boolean => !toast.undoing && hasUndo(toast)
  /** The message that Ctrl Z undoes, the only one on the screen with a button for it. */
  const undoneNext = computed(() => toasts.value.findLast(isUndoable))

  /** @returns whether it was undone; a message explains a refusal */
  async function undo(id: number): Promise<boolean> {
    const toast = find(id)
    if (!toast || !isUndoable(toast)) return false
    const { held, undo: opposite } = toast
    if (held === undefined) return opposite !== undefined && (await goBack(toast, opposite))
    toast.held = undefined
    toast.visible = false
    toast.undone = true
    held.undone?.()
    return true
  }

  async function goBack(toast: Toast, opposite: Opposite): Promise<boolean> {
    toast.undoing = true
    while (undoing !== undefined) await undoing.catch(() => undefined)
    undoing = askFor(toast, opposite)
    return undoing
  }

  async function askFor(toast: Toast, opposite: Opposite): Promise<boolean> {
    try {
      const begun = opposite()
      const { refused, stopped } =
        'ended' in begun ? await follow(toast, begun) : { refused: await begun, stopped: false }
      // If a lock removed the message meanwhile, nothing is shown.
      if (find(toast.id) === undefined) return false
      toast.visible = false
      toast.undone = refused === undefined
      if (refused !== undefined) show({ text: refused, tone: stopped ? 'warn' : 'bad', link: toast.link })
      return toast.undone
    } finally {
      toast.undoing = false
      undoing = undefined
    }
  }

  /**
   * Undoes the last action that can be undone. A refused one is tried again, so that nothing earlier is undone by
   * mistake.
   *
   * @returns the toast and whether it was undone; undefined without any
   */
  async function undoLast(): Promise<{ readonly toast: Toast; readonly undone: boolean } | undefined> {
    while (undoing !== undefined) await undoing.catch(() => undefined)
    const toast = undoneNext.value
    return toast && { toast, undone: await undo(toast.id) }
  }

  /** Removes a toast from the screen, unless it works. A held deletion is committed: only Undo cancels it. */
  function dismiss(id: number): void {
    const toast = find(id)
    if (!toast || toast.work) return
    const held = toast.held
    toast.held = undefined
    const work = held?.commit()
    toast.visible = work !== undefined
    if (work) void follow(toast, work)
  }

  /** Shows progress in a toast while its work goes on, if that takes long. */
  async function follow<Result>(toast: Toast, work: LongWork<Result>): Promise<{ refused: Result; stopped: boolean }> {
    const state = reactive({ shown: false, stopping: false })
    toast.work = { ...work, state }
    const long = setTimeout(() => (toast.visible = state.shown = true), LONG_MS)
    try {
      return { refused: await work.ended, stopped: state.stopping }
    } finally {
      clearTimeout(long)
      toast.work = undefined
      toast.visible = false
    }
  }

  /** Stops the work of a toast after its current call. */
  function stop(id: number): void {
    const { work } = find(id) ?? {}
    if (work === undefined) return
    work.state.stopping = true
    work.stop()
  }

  /** Counts one second down for every visible toast; ToastHost calls it unless a toast is pointed at. */
  function tick(): void {
    for (const toast of toasts.value.filter(({ visible, work }) => visible && work === undefined)) {
      toast.secondsLeft -= 1
      if (toast.secondsLeft <= 0) dismiss(toast.id)
    }
  }

  /** Commits all held deletions immediately, before the actor or the workspace changes. */
  function flush(): void {
    for (const toast of toasts.value.filter(({ held }) => held)) dismiss(toast.id)
  }

  /** Forgets every message, for example when a workspace is locked; nothing is sent. */
  function clear(): void {
    toasts.value = []
  }

  const find = (id: number): Toast | undefined => toasts.value.find((toast) => toast.id === id)

  return {
    toasts: computed<readonly Toast[]>(() => toasts.value),
    show,
    hold,
    undo,
    undoLast,
    undoneNext,
    isUndoable,
    dismiss,
    stop,
    tick,
    flush,
    clear,
  }
})

/** Shows a message; can be called from anywhere in the window. */
export function showToast(toast: ShownToast): void {
  useToasts().show(toast)
}

/** The newest messages, and all that can still be undone, since only the toast can do that. */
function newest(toasts: readonly Toast[], kept: number): Toast[] {
  return toasts.filter((toast, index) => index >= toasts.length - kept || hasUndo(toast))
}

/** Whether it can still be undone. */
function hasUndo({ held, undo, undone }: Toast): boolean {
  return !undone && (held !== undefined || undo !== undefined)
}
