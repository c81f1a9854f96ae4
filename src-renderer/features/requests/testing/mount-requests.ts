import type { Router } from 'vue-router'
import { mountAddress } from '../../../session/testing/mount-window.ts'
// Loads the page in advance, so that a test does not wait for the lazy route.
import '../RequestsPage.vue'
import routes from '../routes.ts'

/** Mounts the page at an address of the verifier. */
export async function mountRequests(address: string): Promise<Router> {
  return (await mountAddress(routes, address)).router
}
