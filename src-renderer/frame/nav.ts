import type { Component } from 'vue'
import type { RouteLocationRaw } from 'vue-router'

export interface NavEntry {
  readonly id: string
  readonly label: string
  readonly icon: Component
  readonly to: RouteLocationRaw
  /** The number of entries that wait for a person. */
  readonly count?: number | undefined
  /** A sequence such as `G I`. */
  readonly shortcut?: string
}

/** A heading of the rail with its sections. The group `settings` sits at the bottom. */
export interface NavGroup {
  readonly id: string
  readonly label: string
  readonly entries: readonly NavEntry[]
}
