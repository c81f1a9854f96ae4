import type { Router } from 'vue-router'
import { emptyRoute, mountAddress } from '../../../session/testing/mount-window.ts'
// The route loads the page when it is needed; a test does not wait for that.
import '../OperatorPage.vue'
import routes from '../routes.ts'

/** Mounts what an address of the operator console shows. */
export async function mountOperator(address = '/operator'): Promise<Router> {
  return (await mountAddress([...routes, emptyRoute('users', '/users')], address)).router
}
