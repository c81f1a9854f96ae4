import { randomBytes } from '../src-main/crypto/random.ts'
import { modPow } from '../src-main/crypto/srp-group.ts'
import { createSrpVerifier, startSrpLogin } from '../src-main/crypto/srp-client.ts'
import { createSrpChallenge } from '../src-main/crypto/srp-server.ts'
import type { Row } from './measure.ts'
import { compare, timed } from './measure.ts'

const LOGINS = 60

/** The server's share of a login beside the three bare modular powers it needs (g^b, v^u, S). */
export async function run(): Promise<readonly Row[]> {
  const account = createSrpVerifier({ username: 'bench', password: 'bench password' })
  const { srp_a } = startSrpLogin()
  const base = BigInt(`0x${srp_a}`)
  const exponent = BigInt(`0x${Buffer.from(randomBytes(32)).toString('hex')}`)
  return [
    await compare(
      'SRP login, server side (P12)',
      {
        name: 'three modular powers',
        measure: () =>
          timed(LOGINS, () => {
            for (let power = 0; power < 3; power += 1) modPow(base, exponent)
          }),
      },
      { name: 'challenge and proof', measure: () => timed(LOGINS, () => createSrpChallenge(account, srp_a)) },
    ),
  ]
}
