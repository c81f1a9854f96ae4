import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import { workbenchUserOperations } from '../../../shared/contract/workbench-users.ts'
import { call } from '../../api/call.ts'
import { useAttempt } from '../../api/use-attempt.ts'
import { refreshUsers } from '../../session/use-workbench.ts'
import { newPassphrase } from '../../ui/password-generator.ts'

/** A new user, with the secrets that open the account; shown only once. */
export interface MadeUser {
  readonly user: WorkbenchUser
  readonly passphrase: string
  readonly secretString: string
}

/** Registers users one after the other, each with a generated passphrase, until it is stopped; those made stay. */
export function useSeveral() {
  const made = shallowRef<readonly MadeUser[]>([])
  const stopping = ref(false)
  const stop = (): void => void (stopping.value = true)
  onScopeDispose(stop)
  const {
    busy: running,
    failure,
    run,
  } = useAttempt(async ({ names, remember }: { readonly names: readonly string[]; readonly remember: boolean }) => {
    try {
      for (const full_name of names) {
        if (stopping.value) break
        const passphrase = await newPassphrase()
        const body = { full_name, email: '', passphrase, remember }
        const { user, secret_string } = await call(workbenchUserOperations.userRegister, { body })
        made.value = [...made.value, { user, passphrase, secretString: secret_string }]
      }
    } finally {
      // Not awaited: the new users are shown even if the list cannot be read again.
      void refreshUsers()
    }
  })

  const make = (names: readonly string[], remember: boolean) => run({ names, remember })

  return { made, running, failure, make, stopping: computed(() => stopping.value), stop }
}

/** The secrets of the accounts, one a line; columns are separated by tabs, which no part contains. */
export function secretsOf(made: readonly MadeUser[], header: readonly string[]): string {
  const lines = made.map(({ user, passphrase, secretString }) => [user.full_name, passphrase, secretString])
  return `${[header, ...lines].map((line) => line.join('\t')).join('\n')}\n`
}
