import type { Component } from 'vue'
import type { RouteLocationRaw } from 'vue-router'

export interface EmptyAction {
  readonly label: string
  readonly icon: Component
  readonly primary?: boolean
  /** Why it cannot be done now. */
  readonly whyNot?: string | undefined
  readonly run?: () => unknown
  readonly to?: RouteLocationRaw
}

/** What a list says when it has no rows. */
export interface EmptyTexts {
  readonly icon: Component
  readonly title: string
  readonly text: string
  readonly hint: string
  /** Said when a filter is set, so that there may be rows all the same. */
  readonly noMatch?: string | undefined
  /** The label of the button that clears the filter, where others have another name for it. */
  readonly clearLabel?: string
  /** What can be done when there are none, besides what is in the slot. */
  readonly actions?: readonly EmptyAction[]
}
