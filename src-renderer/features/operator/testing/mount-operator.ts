import type { Router } from 'vue-router'
import { emptyRoute, mountAddress } from '../../../session/testing/mount-window.ts'
// Loads the page in advance, so that a test does not wait for the lazy route.
import '../OperatorPage.vue'
import routes from '../routes.ts'

/** Mounts the page at an address of the operator console. */
export async function mountOperator(address = '/operator'): Promise<Router> {
  return (await mountAddress([...routes, emptyRoute('users', '/users')], address)).router
}
