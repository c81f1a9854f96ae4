import type { InjectionKey } from 'vue'
import { inject, provide } from 'vue'

const HIGHLIGHT: InjectionKey<() => string> = Symbol('highlighted words')

/** Provides the searched text of this part of the window: `MarkedText` marks it inside. */
export function provideHighlight(typed: () => string): void {
  provide(HIGHLIGHT, typed)
}

/** The searched text; empty outside of a search. */
export function useHighlight(): () => string {
  return inject(HIGHLIGHT, () => '')
}
