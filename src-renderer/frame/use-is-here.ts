import { onScopeDispose } from 'vue'
import type { RouteLocationNormalized } from 'vue-router'
import { useRoute, useRouter } from 'vue-router'

interface HereOptions {
  /** The name of the page; the one that is shown now where it is not given. */
  readonly page?: RouteLocationNormalized['name']
  /** Called when navigation to another page was refused, so this one stays. */
  readonly onStayed?: () => void
}

/**
 * Tells whether a page of this actor is shown and no other one is on its way. Whatever opens an address after it has
 * waited asks this first: it would bring somebody back who has gone elsewhere meanwhile.
 */
export function useIsHere({ page, onStayed }: HereOptions = {}): () => boolean {
  const route = useRoute()
  const router = useRouter()
  const here = { name: page ?? route.name, actor: route.params['actor'] }
  let underWay: RouteLocationNormalized | undefined

  const stops = [
    router.beforeEach((to) => void (underWay = to)),
    router.afterEach((to, _from, failure) => {
      if (to !== underWay) return
      underWay = undefined
      if (failure !== undefined) onStayed?.()
    }),
  ]
  onScopeDispose(() => stops.forEach((stop) => stop()))

  return () =>
    [route, underWay ?? route].every(({ name, params }) => name === here.name && params['actor'] === here.actor)
}
