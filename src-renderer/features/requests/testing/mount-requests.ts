import type { Router } from 'vue-router'
import { mountAddress } from '../../../session/testing/mount-window.ts'
// The route loads the page when it is needed; a test does not wait for that.
import '../RequestsPage.vue'
import routes from '../routes.ts'

/** Mounts what an address of the verifier shows. */
export async function mountRequests(address: string): Promise<Router> {
  return (await mountAddress(routes, address)).router
}
