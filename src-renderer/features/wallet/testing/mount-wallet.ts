import { answer, arrive, aStatus, aUser, resetBridge } from '../../../session/testing/fake-bridge.ts'
import { mountAddress, mountSetupIn } from '../../../session/testing/mount-window.ts'
import type { WalletCredential, WalletRun } from '../../../../shared/contract/workbench-wallet.ts'
import routes from '../routes.ts'
// Loads the page in advance, so that the first test does not wait for it.
import '../WalletPage.vue'
import { aHolderKey, aScenario, OWN_URL } from './samples.ts'

/** Sets the address of this program's service. */
export function serveAt(url: string): void {
  const server = { url, vault: url, keystore: url, exchange: url, verifier: url }
  answer('statusGet', () => ({ ...aStatus('open'), server }))
}

/** A workspace with Bob in it, whose wallet is empty. */
export function resetWallet(): void {
  resetBridge()
  serveAt(OWN_URL)
  answer('usersGet', () => ({ users: [aUser('bob', { full_name: 'Bob Okafor' })] }))
  answer('forward as subscription', () => ({
    ok: true,
    status: 200,
    body: { requests: [], next_page_after: null, meta: [] },
  }))
  answer('scenariosGet', () => ({
    scenarios: [
      aScenario('expired'),
      aScenario('too-late', {
        group: 'transport',
        check: null,
        codes: ['request_expired'],
        http_status: 410,
        needs_own_request: true,
      }),
    ],
  }))
  answer('walletScenarioRunRows', () => ({ runs: [] }))
  answer('issuedRows', () => ({ rows: [], matching: 0 }))
  holdInWallet()
}

/** Sets the contents of the wallet. */
export function holdInWallet(
  credentials: readonly WalletCredential[] = [],
  { open = null, ended = [] }: { readonly open?: WalletRun | null; readonly ended?: readonly WalletRun[] } = {},
): void {
  const runs = [...(open ? [open] : []), ...ended]
  answer('walletGet', () => ({ holder_keys: [aHolderKey('bob')], credentials, open_run: open, runs }))
  answer('walletRunGet', ({ params }) => {
    const id = Reflect.get(Object(params), 'run_id') as string
    return { run: runs.find((run) => run.id === id) }
  })
}

/** Mounts the wallet at an address below `/u/bob/wallet`. */
export async function mountWallet(address = '') {
  const mounted = await mountAddress(routes, `/u/bob/wallet${address}`)
  await settle()
  return mounted
}

/** Runs a composable in a component. */
export async function mountSetup<T>(setup: () => T) {
  const mounted = await mountSetupIn(routes, setup, '/u/bob/wallet')
  await settle()
  return mounted
}

/** Lets answers arrive and Vue draw. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) await arrive()
}

export const shownText = (): string => document.body.textContent

/** A button or link by its visible text. */
export function named(name: string): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>('button, a')].find(
    (one) => one.textContent.trim() === name || one.getAttribute('aria-label') === name,
  )
  if (found === undefined) throw new Error(`nothing is called ${name}`)
  return found
}

/** The control a label is for. */
export function field(label: string): HTMLInputElement {
  const id = [...document.querySelectorAll('label')].find((one) => one.textContent.trim().startsWith(label))?.htmlFor
  const control = document.getElementById(id ?? '')
  if (control === null) throw new Error(`no field ${label}`)
  return control as HTMLInputElement
}

export async function type(label: string, value: string): Promise<void> {
  const control = field(label)
  control.value = value
  control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
  await settle()
}

export async function press(name: string): Promise<void> {
  named(name).click()
  await settle()
}
