import type { ForwardedAs } from '../../../../shared/contract/workbench-forward.ts'
import type { WorkbenchEvent, WorkbenchStatus } from '../../../../shared/contract/workbench.ts'
import type { WorkbenchUser } from '../../../../shared/contract/workbench-users.ts'
import { CallError } from '../../../../shared/contract/caller.ts'
import type { Connection } from '../../../api/bridge.ts'

interface Asked {
  readonly operation: string
  /** The user a call of the service was made as; undefined for calls of the window. */
  readonly as?: string | undefined
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

type Request = Omit<Asked, 'operation' | 'as'>
type Named = { readonly name: string }
type Answer = (asked: Asked) => unknown

const answers = new Map<string, Answer>()
let listener: ((event: WorkbenchEvent) => void) | undefined

/** Requested data since the last `resetService`, in order. */
export const asked: Asked[] = []

export function resetService(): void {
  answers.clear()
  asked.length = 0
  answers.set('statusGet', () => status('open'))
  answers.set('connectionRows', () => ({ rows: [], total: 0 }))
  answers.set('classificationSchemesGet', () => ({ classification_schemes: [] }))
  answers.set('awaitedCopies', () => ({ copies: [] }))
  answers.set('itemShares', () => ({ rows: [] }))
  answers.set('taskRows', () => ({ rows: [] }))
  answers.set('usersGet', () => ({ users: [user('alice'), user('bob')] }))
}

/** Sets the answer of an operation. A thrown error refuses the call. */
export function answer(operation: string, give: Answer): void {
  answers.set(operation, give)
}

export function askedFor(operation: string): Asked[] {
  return asked.filter((one) => one.operation === operation)
}

export function refuse(code: string, status: number, message: string, parameter?: string): never {
  const extra_info = parameter === undefined ? {} : { parameter }
  const entry = { error: code, http_code: status, message, requested_language: 'en', extra_info }
  throw new CallError('test', status, [{ ...entry, message_in_requested_language: true }])
}

export function push(event: WorkbenchEvent): void {
  listener?.(event)
}

export function pushChange(vault_user_id = 'vault-alice'): void {
  push({
    type: 'change',
    vault_user_id,
    name: 'item.updated',
    eventable_type: 'Item',
    eventable_id: 'i',
    item_id: 'item-1',
    share_id: null,
  })
}

/** Replaces `api/call.ts`: the same functions with the answers of the test. */
export const fakeCalls = {
  asUser: (user_id: string) => ({ as: 'user', user_id }),
  CallError,
  call: (operation: Named, request: Request) => answered(undefined, operation, request),
  callService: (as: ForwardedAs, operation: Named, request: Request) =>
    answered(as.as === 'user' ? as.user_id : undefined, operation, request),
  bridge: {
    invoke: () => Promise.reject(new Error('the tests answer calls, not messages')),
    listen(next: (event: WorkbenchEvent) => void, onConnection: (connection: Connection) => void) {
      listener = next
      onConnection('connected')
      return () => (listener = undefined)
    },
  },
}

async function answered(as: string | undefined, { name }: Named, request: Request) {
  const one = { operation: name, as, ...structuredClone(request) }
  asked.push(one)
  const give = answers.get(name)
  if (give === undefined) throw new Error(`the test has no answer for ${name}`)
  await Promise.resolve()
  return give(one)
}

export function status(state: WorkbenchStatus['state']): WorkbenchStatus {
  const application = { name: 'Vaultbench', version: '1', mode: 'desktop' } as const
  const times = { created_at: '2026-11-20T08:00:00.000Z', last_opened_at: null }
  const current = { id: 'workspace', name: 'Test', protected: false, has_recovery_code: false, demo: false, ...times }
  return { application, server: null, data_directory: '', current, state, workspaces: [current], saved_at: null }
}

export function user(id: string, state: WorkbenchUser['state'] = 'signed_in'): WorkbenchUser {
  return {
    id,
    full_name: id === 'alice' ? 'Alice Weber' : 'Bob Okafor',
    email: '',
    user_type: 'human',
    colour: id === 'alice' ? 0 : 1,
    state,
    remembered: false,
    username: id,
    vault_user_id: `vault-${id}`,
    key_fingerprint: null,
    agent: null,
    delegation: null,
    created_at: '2026-11-21T08:00:00.000Z',
  }
}
