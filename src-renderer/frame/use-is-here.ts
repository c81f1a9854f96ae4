import { onScopeDispose } from 'vue'
import type { RouteLocationNormalized } from 'vue-router'
import { useRoute, useRouter } from 'vue-router'

interface HereOptions {
  /** The name of the page; by default the current one. */
  readonly page?: RouteLocationNormalized['name']
  /** Called when navigation to another page was refused, so this one stays. */
  readonly onStayed?: () => void
}

/**
 * Tells whether a page of this actor is shown, with no navigation pending. Code that navigates after waiting checks
 * this first, so that it does not bring back a person who went elsewhere meanwhile.
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
