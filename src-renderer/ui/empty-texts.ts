import type { Component } from 'vue'
import type { RouteLocationRaw } from 'vue-router'

export interface EmptyAction {
  readonly label: string
  readonly icon: Component
  readonly primary?: boolean
  /** The reason why it cannot be done now. */
  readonly whyNot?: string | undefined
  readonly run?: () => unknown
  readonly to?: RouteLocationRaw
}

/** The texts of a list without rows. */
export interface EmptyTexts {
  readonly icon: Component
  readonly title: string
  readonly text: string
  /** The text if a filter hides all rows. */
  readonly noMatch?: string | undefined
  /** The label of the button that clears the filter, if it differs from the usual one. */
  readonly clearLabel?: string
  /** The actions without rows, besides those in the slot. */
  readonly actions?: readonly EmptyAction[]
}
