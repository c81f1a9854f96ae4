import type { Router } from 'vue-router'
import { emptyRoute, mountAddress, mountSetupIn } from '../../../session/testing/mount-window.ts'
// The route loads the page when it is needed; a test does not wait for that.
import '../OrganizationsPage.vue'
import routes from '../routes.ts'

const windowRoutes = [...routes, emptyRoute('home', '/u/:actor/home'), emptyRoute('operator', '/operator/:tab/:id?')]

/** Mounts what an address of the organizations' screens shows. */
export async function mountOrganizations(address: string): Promise<Router> {
  return (await mountAddress(windowRoutes, address)).router
}

/** Runs a composable the way a component does, with the workbench read and followed. */
export async function mountSetup<T>(setup: () => T): Promise<T> {
  return (await mountSetupIn(windowRoutes, setup)).result
}
