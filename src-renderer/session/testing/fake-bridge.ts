import { CallError } from '../../../shared/contract/caller.ts'
import type { ForwardRequest } from '../../../shared/contract/workbench-forward.ts'
import type { WorkbenchEvent, WorkbenchStatus, Workspace } from '../../../shared/contract/workbench.ts'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import type { BridgeRequest } from '../../api/bridge.ts'

type Answer = (request: BridgeRequest) => unknown

const answers = new Map<string, Answer>()
let listener: (event: WorkbenchEvent) => void = () => undefined

/** The requests since the last reset, in order. Import this file before anything that imports `api/call.ts`. */
export const asked: BridgeRequest[] = []

// The place where the preload script of the desktop application puts its end of the channel.
Reflect.set(globalThis, 'vaultbench', {
  invoke: async (request: BridgeRequest) => {
    asked.push(request)
    const answer = answers.get(nameOf(request))
    if (answer === undefined) throw new Error(`nobody answers ${request.operation}`)
    try {
      return { ok: true, status: 200, body: await answer(request) }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const { status, errors, retryAfterSeconds } = error
      return { ok: false, status, body: { errors }, retryAfterSeconds }
    }
  },
  onEvent(next: (event: WorkbenchEvent) => void) {
    listener = next
    return () => (listener = () => undefined)
  },
})

/**
 * Sets the answer of the main process to an operation of the window by its name, or to `forward as user`, `forward as
 * subscription` or `forward as operator`. A thrown CallError is a refusal.
 */
export function answer(name: string, give: Answer): void {
  answers.set(name, give)
}

export function push(event: WorkbenchEvent): void {
  listener(event)
}

export function resetBridge(): void {
  answers.clear()
  asked.length = 0
  localStorage.clear()
}

export const askedFor = (name: string): readonly BridgeRequest[] => asked.filter((request) => nameOf(request) === name)

function nameOf({ operation, body }: BridgeRequest): string {
  const name = operation.replace(/^workbench\./, '')
  return name === 'forward' ? `forward as ${(body as ForwardRequest).as}` : name
}

export function refusal(code: string, status: number, message = code): CallError {
  const entry = { error: code, http_code: status, message, requested_language: 'en', extra_info: {} }
  return new CallError('fake', status, [{ ...entry, message_in_requested_language: true }])
}

export function aWorkspace(changes: Partial<Workspace> = {}): Workspace {
  return {
    id: 'w1',
    name: 'Harbour',
    protected: true,
    has_recovery_code: false,
    demo: false,
    created_at: '2026-11-01T08:00:00.000Z',
    last_opened_at: null,
    ...changes,
  }
}

export function aStatus(
  state: WorkbenchStatus['state'],
  current: Workspace | null = state === 'none' ? null : aWorkspace(),
): WorkbenchStatus {
  return {
    application: { name: 'Vaultbench', version: '0.1.0', mode: 'browser' },
    server: null,
    data_directory: '/data',
    current,
    state,
    workspaces: current === null ? [] : [current],
    saved_at: null,
  }
}

export function aUser(id: string, changes: Partial<WorkbenchUser> = {}): WorkbenchUser {
  return {
    id,
    full_name: `${id.charAt(0).toUpperCase()}${id.slice(1)}`,
    email: '',
    user_type: 'human',
    colour: 0,
    state: 'signed_in',
    remembered: false,
    username: id,
    vault_user_id: `vault-${id}`,
    key_fingerprint: null,
    agent: null,
    delegation: null,
    created_at: '2026-11-01T08:00:00.000Z',
    ...changes,
  }
}

/** Waits until all pending answers have arrived. */
export async function arrive(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
}
