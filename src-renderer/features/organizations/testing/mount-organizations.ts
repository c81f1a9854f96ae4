import type { Router } from 'vue-router'
import { emptyRoute, mountAddress, mountSetupIn } from '../../../session/testing/mount-window.ts'
// Loads the page in advance, so that a test does not wait for the lazy route.
import '../OrganizationsPage.vue'
import routes from '../routes.ts'

const windowRoutes = [...routes, emptyRoute('home', '/u/:actor/home'), emptyRoute('operator', '/operator/:tab/:id?')]

/** Mounts the page at an address of the organizations' screens. */
export async function mountOrganizations(address: string): Promise<Router> {
  return (await mountAddress(windowRoutes, address)).router
}

/** Runs a composable in a component, with a connected workbench. */
export async function mountSetup<T>(setup: () => T): Promise<T> {
  return (await mountSetupIn(windowRoutes, setup)).result
}
