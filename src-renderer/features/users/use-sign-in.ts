import type { MaybeRefOrGetter } from 'vue'
import { toValue } from 'vue'
import { z } from 'zod'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import { workbenchUserOperations } from '../../../shared/contract/workbench-users.ts'
import { call } from '../../api/call.ts'
import { refusalAt } from '../../api/refusal.ts'
import { t } from '../../i18n/i18n.ts'
import { throughOf } from '../../session/acting-through.ts'
import { openerOf } from '../../session/entering.ts'
import { refreshUsers } from '../../session/use-workbench.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import { useForm } from '../../ui/use-form.ts'

interface Proof {
  /** Null for the passphrase stored in the workspace. */
  readonly passphrase: string | null
  /** Stores the passphrase in the workspace if it was right. */
  readonly remember?: boolean
}

/**
 * Unlocks the keys of a user.
 *
 * @param signal cancels waiting for it
 * @throws {CallError} `login_failed`
 */
export async function signIn(userId: string, proof: Proof, signal?: AbortSignal): Promise<void> {
  await call(workbenchUserOperations.userSignIn, { params: { user_id: userId }, body: proof }, signal)
  await refreshUsers()
}

/** The form that signs one user in. A wrong passphrase is an error of its field. */
export function useSignInForm(user: MaybeRefOrGetter<WorkbenchUser>, signedIn: () => void = () => undefined) {
  const store = useWorkbenchStore()
  const form = useForm({
    schema: z.object({ passphrase: z.string().min(1, t('users.signIn.passphraseMissing')), remember: z.boolean() }),
    // If a person is asked although a passphrase is stored, the stored one is no longer right.
    initial: () => ({ passphrase: '', remember: openerOf(toValue(user), store.usersById).remembered }),
    labels: { remember: t('newPassphrase.remember') },
    disposable: true,
    failureOf: refusalAt({
      login_failed: { path: 'passphrase', says: () => t('users.signIn.wrong', { name: nameOfOpener() }) },
    }),
    submit: async (proof) => {
      await signIn(toValue(user).id, proof)
      form.reset()
      signedIn()
    },
  })

  function nameOfOpener(): string {
    return throughOf(toValue(user))?.name ?? toValue(user).full_name
  }

  return form
}

type Translate = (key: string, values?: Readonly<Record<string, string>>) => string

/** The prompt for the passphrase: the user's, or that of the member or delegate who opens the account. */
export function signInText(t: Translate, { state, agent, delegation, full_name: owner }: WorkbenchUser): string {
  if (state === 'incomplete') return t('users.signIn.incomplete')
  if (agent) return t('users.signIn.agent', { name: agent.through_name })
  return delegation ? t('users.signIn.delegate', { name: delegation.through_name, owner }) : t('users.signIn.text')
}
