import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import { useRouter } from 'vue-router'
import { textOf } from '../frame/text-of.ts'
import { useOpenWorkspace } from './use-open-workspace.ts'
import { useWorkbenchStore } from './workbench-store.ts'

/** A recently visited page: a section, or a record in one. */
export interface Place {
  readonly path: string
  /** Name of the route, which is the section. */
  readonly section: string
  /** The user whose page it is; undefined for pages that belong to no user. */
  readonly actor: string | undefined
  /** Name of the record; undefined for the section itself. */
  readonly title: string | undefined
}

const MAX_PLACES = 30

/**
 * The recent places of this window, newest first. Names of records were decrypted, so they are kept in memory only, and
 * dropped when their user is locked or the workspace is left.
 */
export const useRecentPlaces = defineStore('recent-places', () => {
  const workbench = useWorkbenchStore()
  const workspace = useOpenWorkspace()
  const places = shallowRef<readonly Place[]>([])

  function visit(place: Place): void {
    places.value = [place, ...places.value.filter(({ path }) => path !== place.path)].slice(0, MAX_PLACES)
  }

  const forgetAll = (): void => void (places.value = [])
  workspace.whenLocked(forgetAll)
  workspace.whenLeft(forgetAll)
  watch(
    () => workbench.users,
    () => {
      places.value = places.value.filter(
        ({ actor }) => actor === undefined || workbench.usersById.get(actor)?.state === 'signed_in',
      )
    },
    { flush: 'sync' },
  )

  return { places, visit }
})

/** Adds the record that the calling component shows to the recent places. */
export function useVisited(record: () => { readonly title: string; readonly place: RouteLocationRaw }): void {
  const router = useRouter()
  const recent = useRecentPlaces()
  watch(
    () => {
      const { title, place } = record()
      return title === '' ? [title] : [title, router.resolve(place).path]
    },
    ([title, path]) => {
      if (path === undefined) return
      const { name, params } = router.resolve(path)
      if (typeof name === 'string') recent.visit({ path, section: name, actor: textOf(params['actor']), title })
    },
    { immediate: true },
  )
}
