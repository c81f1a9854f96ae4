import type { Component } from 'vue'

/** A place in the window, in pixels. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** One line of a menu. `run` is called before the menu tells its parent with `select`. */
export type MenuEntry =
  | { readonly separator: true }
  | { readonly heading: string }
  | {
      readonly id: string
      readonly label: string
      readonly icon?: Component
      readonly shortcut?: string
      readonly tone?: 'bad'
      readonly disabled?: boolean
      /** The reason why it is disabled, shown below it. */
      readonly whyNot?: string | undefined
      /** Makes the entry a choice that is on or off. */
      readonly checked?: boolean
      readonly run?: () => void
    }
