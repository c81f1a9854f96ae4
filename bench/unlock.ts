import type { Send } from '../shared/contract/caller.ts'
import { enterAccount, reserveSecretString } from '../src-main/client/account/enter-account.ts'
import { PASSPHRASE_COST, hashPassphrase } from '../src-main/crypto/passphrase.ts'
import { openFixture } from './fixture.ts'
import type { Row, Sample } from './measure.ts'
import { compare, timedAsync } from './measure.ts'

/** Signing in from passphrase to open keys, beside the bare passphrase hash. The goal is hash + 200 ms. */
export async function run(): Promise<readonly Row[]> {
  const fixture = openFixture()
  const dispatch: Send = (request) => fixture.service.dispatch(request)
  const passphrase = 'a passphrase for benchmarks'
  const secretString = await reserveSecretString(dispatch)
  const registered = await enterAccount({
    send: dispatch,
    secretString,
    passphrase,
    profile: { full_name: 'Bench', email: '' },
  })
  registered.wipe()
  const samples: { hash: number[]; unlock: number[] } = { hash: [], unlock: [] }
  const keep = (list: number[], sample: Sample) => {
    list.push(sample.seconds)
    return sample
  }
  const row = await compare(
    'unlock a user, passphrase to keys (P8)',
    {
      name: 'Argon2id',
      measure: async () =>
        keep(
          samples.hash,
          await timedAsync(1, () => hashPassphrase(passphrase, new Uint8Array(16).fill(7), PASSPHRASE_COST)),
        ),
    },
    {
      name: 'sign in',
      measure: async () =>
        keep(
          samples.unlock,
          await timedAsync(1, async () => {
            const account = await enterAccount({ send: dispatch, secretString, passphrase })
            account.wipe()
          }),
        ),
    },
  )
  fixture.close()
  const extra = samples.unlock.map((seconds, index) => (seconds - (samples.hash[index] ?? 0)) * 1000)
  return [{ ...row, note: `beyond the hash, per round: ${extra.map((ms) => Math.round(ms)).join(', ')} ms` }]
}
