import { emptyRoute, mountAddress, mountSetupIn } from '../../../session/testing/mount-window.ts'
import routes from '../routes.ts'

/** Runs a composable in a component, with a connected workbench. */
export function mountSetup<T>(setup: () => T) {
  return mountSetupIn(routes, setup)
}

/** Mounts the page of the items at an address. */
export function mountPage(address: string) {
  return mountAddress([...routes, emptyRoute('sharing', '/u/:actor/sharing/:tab?/:share?')], address)
}

/** Lets answers arrive and Vue draw. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve()
  await new Promise((resolve) => setTimeout(resolve, 0))
}
