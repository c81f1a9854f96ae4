import { Agent, request } from 'node:http'
import type { LoginKey } from './vault-accounts.ts'
import { SERVED_OPERATOR_PASSWORD } from './served.ts'

/** Any cipher text of the published family; the service cannot look inside. */
const VALUE =
  'Aes256Gcm.HiIg2_zQzOxNRw==.QUAAAAAFaXYADAAAAAABAQEBAQEBAQEBAQEFYXQAEAAAAADlHJCFW4y-aqebm81Jy2LVAmFkAAUAAABub25lAAA='
const SLOTS = 4

/** What one client knows about its items: `undefined` for a label means that nobody answered, so either is right. */
export interface KnownItem {
  label: string
  /** Asked for, but not answered. */
  maybe?: string
  state: 'there' | 'deleted' | 'maybe deleted'
}

/** Everything the service acknowledged, by item id. Items whose creation was not answered are not in it. */
export type Ledger = Map<string, KnownItem>

interface Reply {
  readonly status: number
  readonly body: string
}

/** Registers a vault user as docs/walk-throughs/vault.md does: admitted by the operator, with a key pair of its own. */
export async function registerOverHttp(url: string, loginKey: LoginKey): Promise<string> {
  const agent = new Agent()
  const admitted = await send(agent, url, 'POST', '/vault/admission_tokens', {
    headers: { admin_password: SERVED_OPERATOR_PASSWORD },
  })
  const { admission_token } = JSON.parse(admitted.body) as { admission_token: { token_value: string } }
  const made = await send(agent, url, 'POST', '/vault/me', {
    body: { public_key: loginKey.publicKey, admission_token: admission_token.token_value },
  })
  agent.destroy()
  const { encrypted_session_authentication_string } = JSON.parse(made.body) as Record<string, string>
  return loginKey.open(encrypted_session_authentication_string ?? '')
}

/** Creates, changes and deletes items, several at a time, until told to stop or until nobody answers any more. */
export interface Load {
  /** Answered writes so far. */
  readonly acknowledged: () => number
  /** Replies that should not have come. */
  readonly unexpected: readonly string[]
  stop(): Promise<void>
}

export function startLoad(url: string, token: string, ledger: Ledger, workers = 4): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: workers })
  const unexpected: string[] = []
  let acknowledged = 0
  let running = true

  const callOnce = (method: string, path: string, body?: unknown): Promise<Reply> =>
    send(agent, url, method, path, { headers: { authorization: token }, body })

  const work = async (worker: number): Promise<void> => {
    const own: string[] = []
    for (let round = 0; running; round += 1) {
      try {
        await step(worker, round, own)
      } catch {
        return // nobody is there any more
      }
    }
  }

  const step = async (worker: number, round: number, own: string[]): Promise<void> => {
    const label = `item ${worker}.${round}`
    const kind = round % 4
    const id = own[0]
    if (kind < 2 || id === undefined) return create(label, own)
    if (kind === 2) return rename(id, label)
    return remove(id, own)
  }

  const create = async (label: string, own: string[]): Promise<void> => {
    const slots_attributes = Array.from({ length: SLOTS }, (_, index) => ({
      name: `slot_${index}`,
      label: `Slot ${index}`,
      encrypted_value: VALUE,
    }))
    const reply = await callOnce('POST', '/vault/items', { template_name: 'custom', item: { label, slots_attributes } })
    if (!expect(reply, 201)) return
    const { item } = JSON.parse(reply.body) as { item: { id: string } }
    ledger.set(item.id, { label, state: 'there' })
    own.push(item.id)
  }

  const rename = async (id: string, label: string): Promise<void> => {
    const known = ledger.get(id)
    if (known === undefined) return
    known.maybe = label
    if (!expect(await callOnce('PUT', `/vault/items/${id}`, { item: { label } }), 200)) return
    known.label = label
    delete known.maybe
  }

  const remove = async (id: string, own: string[]): Promise<void> => {
    const known = ledger.get(id)
    if (known === undefined) return
    known.state = 'maybe deleted'
    if (!expect(await callOnce('DELETE', `/vault/items/${id}`), 204)) return
    known.state = 'deleted'
    own.shift()
  }

  const expect = (reply: Reply, status: number): boolean => {
    if (reply.status === status) acknowledged += 1
    else unexpected.push(`${reply.status} ${reply.body}`)
    return reply.status === status
  }

  const done = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
  return {
    acknowledged: () => acknowledged,
    unexpected,
    async stop() {
      running = false
      await done
      agent.destroy()
    },
  }
}

/** Compares a ledger with what is stored. @returns what does not agree, in words */
export function disagreements(
  ledger: Ledger,
  stored: ReadonlyMap<string, { readonly label: string; readonly slots: number; readonly created: number }>,
): readonly string[] {
  const wrong: string[] = []
  for (const [id, known] of ledger) {
    const item = stored.get(id)
    if (item === undefined) {
      if (known.state === 'there') wrong.push(`lost: ${known.label}`)
    } else if (known.state === 'deleted') wrong.push(`back again: ${known.label}`)
    else if (item.label !== known.label && item.label !== known.maybe) {
      wrong.push(`changed: ${known.label} is ${item.label}`)
    }
  }
  for (const [id, { slots, created }] of stored) {
    if (slots !== SLOTS || created !== 1) wrong.push(`half: ${id} has ${slots} slots, ${created} events`)
  }
  return wrong
}

function send(
  agent: Agent,
  url: string,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown },
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${url}${path}`,
      { agent, method, headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) } },
      (incoming) => {
        let text = ''
        incoming.on('data', (chunk: Buffer) => (text += chunk.toString()))
        incoming.on('error', reject)
        incoming.on('close', () => {
          if (incoming.complete) resolve({ status: incoming.statusCode ?? 0, body: text })
          else reject(new Error('the reply was cut off'))
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
