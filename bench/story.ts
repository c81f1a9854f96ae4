import type { Call } from '../shared/contract/caller.ts'
import { workbenchOperations } from '../shared/contract/workbench-operations.ts'
import { READY_DEFINITIONS } from '../shared/demo-credentials/ready-definitions.ts'
import { aRequest, aWalletCredential } from '../tests/support/exchange/wallet.ts'
import type { Row } from './measure.ts'
import { compare, timedAsync } from './measure.ts'
import { openStoryFloor } from './story-floor.ts'
import { CHEAP_HASH, withWorkbench } from './workbench.ts'

const { userRegister, walletCredentialImport, walletGet, walletRunStart, walletRunSubmit, workspaceCreate } =
  workbenchOperations

const PRESENTATIONS = 20
const ROUNDS = 5
const FORMATS = { 'linked data': 'ldp_vc', JWT: 'jwt_vc' } as const

/**
 * A presentation from beginning to end, one after the other, by the clock: a request and its link, the definition over
 * HTTP, the choice among the credentials of a wallet, the signature, the POST, every check, and the answer on the disk.
 */
export async function run(): Promise<readonly Row[]> {
  const floor = await openStoryFloor()
  const least = {
    name: 'bare Hono, jose and one INSERT',
    measure: () => timedAsync(PRESENTATIONS, () => floor.present()),
  }
  const rows: Row[] = []
  for (const [name, format] of Object.entries(FORMATS)) {
    const measured = (call: Call, params: { readonly user_id: string }) => ({
      name,
      measure: () => timedAsync(PRESENTATIONS, () => present(call, params)),
    })
    const row = await withWorkbench(CHEAP_HASH, async (call) => {
      const params = await walletHolding(call, format)
      return compare(`whole presentation, ${name}`, least, measured(call, params), { rounds: ROUNDS })
    })
    rows.push(row)
  }
  await floor.close()
  return rows
}

/** A user of a protected workspace whose wallet holds a proof of age. */
async function walletHolding(call: Call, format: 'ldp_vc' | 'jwt_vc'): Promise<{ readonly user_id: string }> {
  const passphrase = 'a passphrase for benchmarks'
  await call(workspaceCreate, { body: { name: 'Mine', passphrase } })
  const { user } = await call(userRegister, { body: { full_name: 'Bench', passphrase } })
  const params = { user_id: user.id }
  const [key] = (await call(walletGet, { params })).holder_keys
  const credential = await aWalletCredential('proof-of-age', key?.did ?? '', { format })
  const text = typeof credential === 'string' ? credential : JSON.stringify(credential)
  await call(walletCredentialImport, { params, body: { text } })
  return params
}

async function present(call: Call, params: { readonly user_id: string }): Promise<void> {
  const { deep_link: link } = await aRequest(call, definition())
  const { run: asked } = await call(walletRunStart, { params, body: { link, allow_remote: false } })
  const { run: ended } = await call(walletRunSubmit, { params: { ...params, run_id: asked.id }, body: {} })
  if (ended.state !== 'accepted') throw new Error(JSON.stringify(ended.answer ?? ended.steps.at(-1)))
}

function definition() {
  const ready = READY_DEFINITIONS.find(({ key }) => key === 'age-only')
  if (ready === undefined) throw new Error('there is no definition about ages')
  return ready.definition
}
