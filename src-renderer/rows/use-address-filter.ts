import { computed, shallowRef, watch } from 'vue'
import type { LocationQuery, LocationQueryRaw, RouteLocationRaw } from 'vue-router'
import { useRoute, useRouter } from 'vue-router'
import { useIsHere } from '../frame/use-is-here.ts'
import type { Chosen } from '../ui/chosen-filters.ts'
import type { ListSort } from '../ui/list-model.ts'

const SORT = 'sort'
const DESCENDING = '-'
/** Parameters of addresses that identify the open record. */
const OPENED = ['id', 'share', 'request', 'definition', 'number']

/**
 * The filter and order of a list in the address of its page, so that links, reloads and Back lead to the same rows.
 * Typed words are not included, because browsers store addresses.
 *
 * An address with an open row but without a filter leaves the list unchanged.
 *
 * @param names the filters; other parameters of the address stay
 * @param first the initial order, which the address leaves out; that of reading by default
 * @param list the page with the list in its address, if a dialog over it has an address of its own: either may be first
 */
export function useAddressFilter(names: readonly string[], first?: ListSort, list?: string) {
  const route = useRoute()
  const router = useRouter()
  const page = list ?? route.name
  const isHere = useIsHere({ page, onStayed: () => writeWhatDiffers() })
  const chosen = shallowRef<Chosen>(chosenIn(route.query))
  const sort = shallowRef<ListSort | undefined>(sortIn(route.query))

  /** The other parameters of the list's address when last seen. */
  const others = shallowRef(route.name === page ? othersIn(route.query) : {})

  /** Part of the address of every record that is opened from the list. */
  const query = computed(() => ({ ...chosen.value, ...sortText(sort.value) }))

  watch(
    () => route.query,
    (next) => {
      if (!isHere()) return
      others.value = othersIn(next)
      if (isSame(next)) return
      const saysNothing = [...names, SORT].every((name) => next[name] === undefined)
      if (saysNothing && OPENED.some((name) => Boolean(route.params[name]))) write()
      else [chosen.value, sort.value] = [chosenIn(next), sortIn(next)]
    },
  )
  watch(query, writeWhatDiffers)

  /**
   * The address of the same list, with a record opened or closed.
   *
   * @param changed other parameters; undefined removes one
   */
  const at = (place: RouteLocationRaw, changed?: LocationQueryRaw): RouteLocationRaw =>
    typeof place === 'string' ? place : { ...place, query: { ...others.value, ...changed, ...query.value } }

  return { chosen, sort, first, query, at }

  function writeWhatDiffers(): void {
    if (isHere() && !isSame(route.query)) write()
  }

  function isSame(address: LocationQuery): boolean {
    const [there, here] = [{ ...chosenIn(address), ...sortText(sortIn(address)) }, query.value]
    return JSON.stringify(inOrder(there)) === JSON.stringify(inOrder(here))
  }

  function write(): void {
    void router.replace({ query: { ...othersIn(route.query), ...query.value } })
  }

  function othersIn(address: LocationQuery): LocationQuery {
    return Object.fromEntries(Object.entries(address).filter(([name]) => name !== SORT && !names.includes(name)))
  }

  function chosenIn(address: LocationQuery): Chosen {
    const found = names.map((name) => [name, [address[name]].flat().filter((value) => Boolean(value))] as const)
    return Object.fromEntries(found.filter(([, values]) => values.length > 0)) as Chosen // empty ones were left out
  }

  function sortIn(address: LocationQuery): ListSort | undefined {
    const written = address[SORT]
    if (typeof written !== 'string' || written === '') return first
    const isDescending = written.startsWith(DESCENDING)
    return { id: isDescending ? written.slice(1) : written, direction: isDescending ? 'descending' : 'ascending' }
  }

  function sortText(now: ListSort | undefined): { readonly [SORT]?: string } {
    const { id, direction } = now ?? first ?? {}
    if (id === undefined || (id === first?.id && direction === first.direction)) return {}
    return { [SORT]: `${direction === 'descending' ? DESCENDING : ''}${id}` }
  }
}

const inOrder = (record: object): unknown => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
