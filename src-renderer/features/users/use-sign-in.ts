import type { MaybeRefOrGetter } from 'vue'
import { toValue } from 'vue'
import { useI18n } from 'vue-i18n'
import { z } from 'zod'
import { CallError } from '../../../shared/contract/caller.ts'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import { workbenchOperations } from '../../../shared/contract/workbench.ts'
import { call } from '../../api/call.ts'
import { refusalOf } from '../../api/refusal.ts'
import { throughOf } from '../../session/acting-through.ts'
import { refreshUsers } from '../../session/use-workbench.ts'
import type { Refusal } from '../../ui/use-form.ts'
import { useForm } from '../../ui/use-form.ts'

/**
 * Unlocks the keys of a user; null uses the passphrase kept in the workspace.
 *
 * @param signal when nobody waits for it any more
 * @throws {CallError} `login_failed`
 */
export async function signIn(userId: string, passphrase: string | null, signal?: AbortSignal): Promise<void> {
  await call(workbenchOperations.userSignIn, { params: { user_id: userId }, body: { passphrase } }, signal)
  await refreshUsers()
}

/** The form that signs one user in. A wrong passphrase is an error of its field. */
export function useSignInForm(user: MaybeRefOrGetter<WorkbenchUser>, signedIn: () => void = () => undefined) {
  const { t } = useI18n()
  const form = useForm({
    schema: z.object({ passphrase: z.string().min(1, t('users.signIn.passphraseMissing')) }),
    initial: { passphrase: '' },
    disposable: true,
    failureOf: refusal,
    submit: async ({ passphrase }) => {
      await signIn(toValue(user).id, passphrase)
      form.reset()
      signedIn()
    },
  })

  function refusal(error: unknown): Refusal {
    if (!(error instanceof CallError && error.code === 'login_failed')) return refusalOf(error)
    const name = throughOf(toValue(user))?.name ?? toValue(user).full_name
    return { fields: [{ path: 'passphrase', text: t('users.signIn.wrong', { name }) }] }
  }

  return form
}
