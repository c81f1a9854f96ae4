import type { InjectionKey } from 'vue'
import { inject, provide } from 'vue'

const SOUGHT: InjectionKey<() => string> = Symbol('sought words')

/** What is typed into the search over this part of the window: `MarkedText` marks it wherever it stands inside. */
export function provideSought(typed: () => string): void {
  provide(SOUGHT, typed)
}

/** Nothing outside of what is searched. */
export function useSought(): () => string {
  return inject(SOUGHT, () => '')
}
