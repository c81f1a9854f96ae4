import { ref, shallowRef } from 'vue'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import { workbenchUserOperations } from '../../../shared/contract/workbench-users.ts'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/refusal.ts'
import { refreshUsers } from '../../session/use-workbench.ts'
import type { Failure } from '../../ui/failure.ts'
import { newPassphrase } from '../../ui/password-generator.ts'

/** A user who was made, with what opens the account; shown this once. */
export interface MadeUser {
  readonly user: WorkbenchUser
  readonly passphrase: string
  readonly secretString: string
}

/** Registers users one after the other, each with a passphrase made up; what was made before a failure is kept. */
export function useSeveral() {
  const made = shallowRef<readonly MadeUser[]>([])
  const running = ref(false)
  const failure = shallowRef<Failure>()

  async function make(names: readonly string[], remember: boolean): Promise<void> {
    running.value = true
    failure.value = undefined
    try {
      for (const full_name of names) {
        const passphrase = await newPassphrase()
        const body = { full_name, email: '', passphrase, remember }
        const { user, secret_string } = await call(workbenchUserOperations.userRegister, { body })
        made.value = [...made.value, { user, passphrase, secretString: secret_string }]
      }
    } catch (error) {
      failure.value = failureOf(error)
    } finally {
      running.value = false
      // What was made is shown even where the list cannot be read again.
      void refreshUsers()
    }
  }

  return { made, running, failure, make }
}

/** What opens the accounts, a line each; the columns are apart by tabs, which no part of a line holds. */
export function secretsOf(made: readonly MadeUser[], header: readonly string[]): string {
  const lines = made.map(({ user, passphrase, secretString }) => [user.full_name, passphrase, secretString])
  return `${[header, ...lines].map((line) => line.join('\t')).join('\n')}\n`
}
