import { emptyRoute, mountAddress, mountSetupIn } from '../../../session/testing/mount-window.ts'
import routes from '../routes.ts'

const windowRoutes = [
  ...routes,
  emptyRoute('items', '/u/:actor/items/:id?/:mode?'),
  emptyRoute('side-by-side', '/side-by-side/:left?/:right?'),
]

/** Mounts what an address of the sharing screen shows. */
export async function mountSharing(address: string): Promise<void> {
  await mountAddress(windowRoutes, address)
}

/** Runs a composable the way a component does, with the workbench read and followed. */
export async function mountSetup<T>(setup: () => T): Promise<T> {
  return (await mountSetupIn(windowRoutes, setup)).result
}
