import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import { useNowEachHalfMinute } from './shared-now.ts'
import type { Tone } from './tone.ts'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: Tone
  /** When it came. */
  readonly at: Date
  /** Where what it is about can be looked at. */
  readonly link?: RouteLocationRaw | undefined
  /** Counts down while the toast is on screen; at 0 it leaves the screen and stays in the list. */
  secondsLeft: number
  visible: boolean
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
  /** Present while something is held back that can still be undone. */
  held?: { readonly commit: () => void; readonly undone?: (() => void) | undefined } | undefined
  /** Does the opposite of what was done; it can be asked for once, also after the toast left the screen. */
  undo?: (() => unknown) | undefined
  undone: boolean
}

export interface ShownToast {
  readonly text: string
  readonly tone?: Tone
  readonly seconds?: number
  readonly action?: { readonly label: string; readonly run: () => void }
  readonly link?: RouteLocationRaw
  /** Does the opposite, and says itself where that is refused. */
  readonly undo?: () => unknown
}

export interface HeldToast {
  readonly text: string
  readonly link?: RouteLocationRaw
  readonly seconds?: number
  /** Sends the call that was held back. */
  readonly commit: () => void
  /** Puts back what the list already hid. */
  readonly undone?: () => void
}

const KEPT = 50
const SHOWN_SECONDS = 6
/** How long a deletion waits for Undo before its call is sent. */
export const UNDO_SECONDS = 8

/**
 * Messages of the window. They come politely, leave the screen by themselves and stay in the list behind the status bar.
 *
 * A held toast is a deletion with Undo: `commit` runs when the countdown ends. Nothing else runs it, so leaving the
 * application cancels what was held. Of what was done at once, Undo does the opposite for as long as the message is kept.
 */
export const useToasts = defineStore('toasts', () => {
  const now = useNowEachHalfMinute()
  const toasts = ref<Toast[]>([])
  let nextId = 1

  function add(toast: Omit<Toast, 'id' | 'at' | 'visible' | 'undone'>): number {
    const id = nextId++
    toasts.value = [...toasts.value.slice(1 - KEPT), { ...toast, id, at: now.value, visible: true, undone: false }]
    return id
  }

  function show({ text, tone = 'neutral', seconds, action, link, undo: opposite }: ShownToast): number {
    const shown = seconds ?? (opposite === undefined ? SHOWN_SECONDS : UNDO_SECONDS)
    return add({ text, tone, secondsLeft: shown, action, link, undo: opposite })
  }

  function hold({ text, seconds = UNDO_SECONDS, commit, undone, link }: HeldToast): number {
    return add({ text, tone: 'neutral', secondsLeft: seconds, link, held: { commit, undone } })
  }

  const isUndoable = ({ held, undo: opposite, undone }: Toast): boolean =>
    !undone && (held !== undefined || opposite !== undefined)

  /** @returns what it said, where there was something to undo */
  function undo(id: number): string | undefined {
    const toast = find(id)
    if (!toast || !isUndoable(toast)) return undefined
    const { held, undo: opposite } = toast
    toast.held = undefined
    toast.undo = undefined
    toast.visible = false
    toast.undone = true
    if (held === undefined) opposite?.()
    else held.undone?.()
    return toast.text
  }

  /** The last one that can still be undone. @returns what it said */
  function undoLast(): string | undefined {
    const last = toasts.value.findLast(isUndoable)
    return last && undo(last.id)
  }

  /** Takes a toast off the screen. What it holds is done now: only Undo cancels it. */
  function dismiss(id: number): void {
    const toast = find(id)
    if (!toast) return
    const held = toast.held
    toast.held = undefined
    toast.visible = false
    held?.commit()
  }

  /** One second passes for every visible toast; ToastHost calls it, and not while somebody points at a toast. */
  function tick(): void {
    for (const toast of toasts.value.filter(({ visible }) => visible)) {
      toast.secondsLeft -= 1
      if (toast.secondsLeft <= 0) dismiss(toast.id)
    }
  }

  /** Sends everything that is held, at once: before the actor or the workspace changes. */
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
    isUndoable,
    dismiss,
    tick,
    flush,
    clear,
  }
})
