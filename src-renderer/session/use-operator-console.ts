import { defineStore } from 'pinia'
import { computed, ref, watch } from 'vue'
import { workbenchOperatorOperations as operations } from '../../shared/contract/workbench-operator.ts'
import { call } from '../api/call.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { useActing } from './acting.ts'
import { useWorkbenchChanges } from './use-workbench-changes.ts'
import { useWorkbenchStore } from './workbench-store.ts'

/** The operator console of the workspace: whether it is open, and in whose name decisions are recorded. */
export const useOperatorConsole = defineStore('operator-console', () => {
  const store = useWorkbenchStore()
  const acting = useActing()
  const workspace = computed(() => (store.status?.state === 'open' ? store.status.current?.id : undefined))
  const {
    value: status,
    failure,
    reload,
  } = useLoaded(async () => (await call(operations.operatorGet, {})).operator, { of: () => workspace.value })
  const chosen = ref<string>()

  const isOpen = computed(() => status.value?.state === 'open')
  /** People whose session the operator can use; agents decide nothing about themselves. */
  const people = computed(() =>
    acting.choices.filter(({ user_type, state }) => user_type === 'human' && state === 'signed_in'),
  )
  /** The user in whose name decisions are recorded: the chosen one, else the actor, else anybody signed in. */
  const recorder = computed(() => {
    const wanted = [chosen.value, acting.user?.id]
    return (
      people.value.find(({ id }) => id === wanted[0]) ??
      people.value.find(({ id }) => id === wanted[1]) ??
      people.value[0]
    )
  })

  watch(workspace, () => (chosen.value = undefined), { flush: 'sync' })
  useWorkbenchChanges((event) => event.type === 'operator' && event.part === 'state', reload)

  function recordAs(userId: string): void {
    chosen.value = userId
  }

  /** @param password null for the remembered one. @throws {CallError} `admin_password_invalid`, `too_many_requests` */
  async function open(password: string | null, remember = false): Promise<void> {
    await call(operations.operatorOpen, { body: { password, remember } })
    await reload()
  }

  /** A remembered password stays remembered. @throws {CallError} */
  async function close(): Promise<void> {
    await call(operations.operatorClose, { body: { forget: false } })
    await reload()
  }

  /**
   * Sets the password, and opens the operatorConsole.
   *
   * @param password null to generate one @returns the generated password, which is answered only once
   * @throws {CallError} `invalid_params`
   */
  async function setPassword(password: string | null, remember: boolean): Promise<string | null> {
    const made = await call(operations.operatorPasswordSet, { body: { password, remember } })
    await reload()
    return made.password
  }

  return { status, failure, isOpen, people, recorder, reload, recordAs, open, close, setPassword }
})
