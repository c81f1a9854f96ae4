import type { InjectionKey } from 'vue'
import { inject, provide } from 'vue'

const HIGHLIGHT: InjectionKey<() => string> = Symbol('highlighted words')

/** What is typed into the search over this part of the window: `MarkedText` marks it wherever it stands inside. */
export function provideHighlight(typed: () => string): void {
  provide(HIGHLIGHT, typed)
}

/** Nothing outside of what is searched. */
export function useHighlight(): () => string {
  return inject(HIGHLIGHT, () => '')
}
