import { computed, ref } from 'vue'
import type { z } from 'zod'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import { workbenchUserOperations } from '../../../shared/contract/workbench-users.ts'
import { call } from '../../api/call.ts'
import { t } from '../../i18n/i18n.ts'
import { onWorkbenchEvent, refreshUsers } from '../../session/use-workbench.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'

const { body: Registration } = workbenchUserOperations.userRegister

/** The form always has all fields, so it has no defaults. */
export const NewUser = Registration.extend({
  email: Registration.shape.email.unwrap(),
  remember: Registration.shape.remember.unwrap(),
  published_format: Registration.shape.published_format.unwrap(),
})
export type NewUser = z.output<typeof NewUser>

/** Registers a user, and follows the progress. */
export function useRegistration() {
  const store = useWorkbenchStore()
  const running = ref(false)
  const reached = ref(0)

  onWorkbenchEvent((event) => {
    if (event.type === 'progress' && event.task === 'register' && running.value) reached.value = event.done
  })

  /** The steps in their order. */
  const labels = [
    t('users.new.step.derive'),
    t('users.new.step.keystore'),
    t('users.new.step.kek'),
    t('users.new.step.loginKey'),
    t('users.new.step.vault'),
    t('users.new.step.dek'),
  ]
  const steps = computed(() => labels.map((label, index) => ({ id: label, label, state: stateOf(index) })))

  function stateOf(index: number): 'waiting' | 'running' | 'done' {
    if (index === reached.value) return 'running'
    return index < reached.value ? 'done' : 'waiting'
  }

  /**
   * Registers a user, or continues an interrupted registration of this name at its first missing step.
   *
   * @throws {CallError} `name_taken`; `login_failed` when the interrupted one used another passphrase
   */
  async function register(body: NewUser): Promise<Registered> {
    reached.value = 0
    running.value = true
    try {
      const begun = store.users.find(({ full_name, state }) => full_name === body.full_name && state === 'incomplete')
      const registered = await (begun === undefined ? begin(body) : resumeRegistration(begun.id, body.passphrase))
      // Not awaited: the secret string is shown even if the list cannot be read again.
      void refreshUsers()
      return registered
    } finally {
      running.value = false
    }
  }

  return { steps, register }
}

interface Registered {
  readonly user: WorkbenchUser
  readonly secretString: string
}

async function begin(body: NewUser): Promise<Registered> {
  const { user, secret_string } = await call(workbenchUserOperations.userRegister, { body })
  return { user, secretString: secret_string }
}

async function resumeRegistration(userId: string, passphrase: string): Promise<Registered> {
  const request = { params: { user_id: userId }, body: { passphrase } }
  const { user } = await call(workbenchUserOperations.userSignIn, request)
  const { secret_string } = await call(workbenchUserOperations.userSecretString, request)
  return { user, secretString: secret_string }
}
