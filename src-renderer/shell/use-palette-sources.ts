import { MapPin } from '@lucide/vue'
import { onScopeDispose } from 'vue'
import type { RouteLocationNormalizedGeneric } from 'vue-router'
import { useRouter } from 'vue-router'
import { useDefinitionSearch } from '../features/definitions/use-definition-search.ts'
import { useItemCommands } from '../features/items/use-item-commands.ts'
import { useOrganizationCommands } from '../features/organizations/use-organization-commands.ts'
import { usePeopleCommands } from '../features/people/use-people-commands.ts'
import { useRequestSearch } from '../features/requests/use-request-search.ts'
import { useTagCommands } from '../features/tags/use-tag-commands.ts'
import { useCredentialSearch } from '../features/wallet/use-credential-search.ts'
import type { Command } from '../frame/commands.ts'
import { useCommandSource } from '../frame/commands.ts'
import type { NavGroup } from '../frame/nav.ts'
import { textOf } from '../frame/text-of.ts'
import { t } from '../i18n/i18n.ts'
import type { Place } from '../session/recent-places.ts'
import { useRecentPlaces } from '../session/recent-places.ts'
import { lookOf } from '../session/acting-through.ts'
import { useSearcher } from '../session/use-searched.ts'
import { useWorkbenchStore } from '../session/workbench-store.ts'
import { useCreateCommands } from './use-create-commands.ts'
import { useOperationSearch } from './use-operation-search.ts'

/**
 * Registers the sources of the palette, in the order of their results. They exist on every page, and search the records
 * of the current actor.
 */
export function usePaletteSources(sections: () => readonly NavGroup[]): void {
  const searcher = useSearcher()
  usePlaceSource(sections)
  useItemCommands(searcher)
  useCreateCommands()
  useOrganizationCommands()
  usePeopleCommands()
  useCredentialSearch()
  useRequestSearch()
  useDefinitionSearch()
  useTagCommands()
  useOperationSearch()
}

const SHOWN_PLACES = 6

/** Offers recent pages while nothing is typed. */
function usePlaceSource(sections: () => readonly NavGroup[]): void {
  const router = useRouter()
  const store = useWorkbenchStore()
  const searcher = useSearcher()
  const recent = useRecentPlaces()

  onScopeDispose(router.afterEach(visitSection))

  function visitSection(to: RouteLocationNormalizedGeneric): void {
    if (!isSection(to)) return
    const actor = textOf(to.params['actor'])
    recent.visit({ path: to.path, section: String(to.name), actor, title: undefined })
  }

  const entryOf = (section: string) =>
    sections()
      .flatMap(({ entries }) => entries)
      .find(({ id }) => id === section)

  function asCommand({ path, section, actor, title }: Place): readonly Command[] {
    const entry = entryOf(section)
    const label = entry?.label ?? title
    if (label === undefined) return []
    const user = store.usersById.get(actor ?? '')
    return [
      {
        id: `place.${path}`,
        title: title ?? label,
        place: title === undefined ? undefined : entry?.label,
        owner: user && lookOf(user, store.usersById),
        icon: entry?.icon ?? MapPin,
        run: () => void router.push(path),
      },
    ]
  }

  useCommandSource({
    id: 'places',
    group: t('frame.palette.places'),
    asked: 'idle',
    changes: () => [recent.places, router.currentRoute.value],
    search: () =>
      recent.places
        .filter(({ path, actor }) => path !== router.currentRoute.value.path && (actor ?? searcher()) === searcher())
        .flatMap(asCommand)
        .slice(0, SHOWN_PLACES),
  })
}

/** Whether a place is a section without an open record. */
function isSection({ name, params, meta }: RouteLocationNormalizedGeneric): boolean {
  const opened = Object.entries(params).filter(([key, value]) => key !== 'actor' && textOf(value) !== undefined)
  return typeof name === 'string' && typeof meta['title'] === 'string' && opened.length === 0
}
