import { ref, shallowReactive, watch } from 'vue'
import type { RouteLocationNormalizedLoaded } from 'vue-router'
import { CallError } from '../../api/call.ts'
import { useGiveUp } from '../../api/use-reading.ts'
import { useGatheredEvents } from '../../session/use-workbench-changes.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import { findCounterpart } from './counterpart.ts'
import type { SideRouter } from './side-router.ts'

/** The item of both sides, with the id of each user's version. */
export interface Pair {
  readonly originalId: string
  readonly label: string
  readonly ids: Readonly<Record<string, string | undefined>>
}

const GATHER_MS = 30

/** The item a page shows; undefined for lists, new items and other pages. */
export function itemShown({ name, params }: RouteLocationNormalizedLoaded): string | undefined {
  const { id } = params
  return name === 'items' && typeof id === 'string' && id !== '' && id !== 'new' ? id : undefined
}

/**
 * Keeps two linked sides on the same item: opening one on either side opens the other user's on the other side, through
 * sharing, accepting, revoking and sharing again.
 */
export function useLinkedSides(sides: () => readonly [SideRouter, SideRouter], linked: () => boolean) {
  const store = useWorkbenchStore()
  const pair = ref<Pair>()
  /** The users who do not have the item of the other side. */
  const missing = shallowReactive(new Set<string>())
  /** The leading side, on which the item was opened. */
  let leader: SideRouter | undefined
  const { signal: currentSignal, giveUp } = useGiveUp()

  const otherOf = (side: SideRouter): SideRouter => (sides()[0] === side ? sides()[1] : sides()[0])
  const isUsable = ({ actor }: SideRouter): boolean => store.usersById.get(actor)?.state === 'signed_in'
  const vaultUserOf = ({ actor }: SideRouter) => store.usersById.get(actor)?.vault_user_id
  const isSameAccount = (): boolean => vaultUserOf(sides()[0]) === vaultUserOf(sides()[1])
  const shownOn = (side: SideRouter): string | undefined => itemShown(side.router.currentRoute.value)

  /** Handles that another page was opened on this side. */
  function follow(side: SideRouter): void {
    const id = shownOn(side)
    if (id === undefined) return
    missing.delete(side.actor)
    if (pair.value?.ids[side.actor] === id) return
    leader = side
    void resolve()
  }

  /**
   * Finds the other user's version of the item, and opens it while the sides are linked. If the leading user lost the
   * item, starts from the other side.
   */
  async function resolve(): Promise<void> {
    giveUp()
    const signal = currentSignal()
    if (leader === undefined || !sides().every(isUsable)) return
    for (const from of [leader, otherOf(leader)]) {
      const [to, id] = [otherOf(from), shownOn(from)]
      const found = id && (await findCounterpart(from.actor, id, to.actor, isSameAccount()).catch(ignoreRefusal))
      if (signal.aborted) return
      if (!found) continue
      leader = from
      const { originalId, label, itemId } = found
      pair.value = { originalId, label, ids: { [from.actor]: id, [to.actor]: itemId } }
      if (linked()) show(to, found.itemId)
      return
    }
  }

  /** The item that only the other side shows; without an id if the user of this side does not have it. */
  function beside(side: SideRouter): { readonly label: string; readonly id: string | undefined } | undefined {
    const shown = shownOn(otherOf(side))
    const { ids, label } = pair.value ?? {}
    if (label === undefined || shown === undefined || ids?.[otherOf(side).actor] !== shown) return undefined
    const isList = side.router.currentRoute.value.name === 'items' && !side.router.currentRoute.value.params['id']
    return isList ? { label, id: ids[side.actor] } : undefined
  }

  function show(side: SideRouter, id: string | undefined): void {
    if (id === undefined) missing.add(side.actor)
    else missing.delete(side.actor)
    if (id === undefined || shownOn(side) === id) return
    void side.router.replace({ name: 'items', params: { actor: side.actor, id, mode: '' } })
  }

  const isOfSides = (vaultUser: string): boolean => sides().some((side) => vaultUserOf(side) === vaultUser)
  const resolveSoon = useGatheredEvents(
    (event) => event.type === 'change' && event.share_id !== null && isOfSides(event.vault_user_id),
    resolve,
    GATHER_MS,
  )
  watch(
    () => [linked(), ...sides().map((side) => isUsable(side))],
    () => {
      if (!linked()) missing.clear()
      leader ??= sides().find((side) => shownOn(side) !== undefined)
      resolveSoon()
    },
  )
  for (const position of [0, 1] as const) {
    watch(
      () => [sides()[position], sides()[position].router.currentRoute.value] as const,
      ([side]) => follow(side),
      { immediate: true },
    )
  }

  return { pair, missing, beside }
}

/** Ignores a lock or a lost connection, which the sides report. */
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof CallError || error instanceof TypeError)) throw error
  return undefined
}
