import { defineStore } from 'pinia'
import { readonly, ref } from 'vue'
import type { Tone } from './tone.ts'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: Tone
  /** Counts down while the toast is on screen; at 0 it leaves the screen and stays in the list. */
  secondsLeft: number
  visible: boolean
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
  /** Present while something is held back that can still be undone. */
  held?: { readonly commit: () => void; readonly undone?: (() => void) | undefined } | undefined
}

export interface ShownToast {
  readonly text: string
  readonly tone?: Tone
  readonly seconds?: number
  readonly action?: { readonly label: string; readonly run: () => void }
}

export interface HeldToast {
  readonly text: string
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
 * application cancels what was held.
 */
export const useToasts = defineStore('toasts', () => {
  const toasts = ref<Toast[]>([])
  let nextId = 1

  function add(toast: Omit<Toast, 'id' | 'visible'>): number {
    const id = nextId++
    toasts.value = [...toasts.value.slice(1 - KEPT), { ...toast, id, visible: true }]
    return id
  }

  function show({ text, tone = 'neutral', seconds = SHOWN_SECONDS, action }: ShownToast): number {
    return add({ text, tone, secondsLeft: seconds, action })
  }

  function hold({ text, seconds = UNDO_SECONDS, commit, undone }: HeldToast): number {
    return add({ text, tone: 'neutral', secondsLeft: seconds, held: { commit, undone } })
  }

  function undo(id: number): void {
    const toast = find(id)
    const held = toast?.held
    if (!toast || !held) return
    toast.held = undefined
    toast.visible = false
    held.undone?.()
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

  return { toasts: readonly(toasts), show, hold, undo, dismiss, tick, flush, clear }
})
