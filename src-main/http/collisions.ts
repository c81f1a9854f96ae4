import type { Api, Method } from '../../shared/contract/operation.ts'

/** The facts by which a request is assigned to a part. */
export interface Hints {
  /** The access token, or undefined. */
  readonly token: string | undefined
  readonly query: Readonly<Record<string, unknown>>
  /** Undefined until it has been read. */
  readonly body: unknown
}

/** Decides on the combined mount which part serves a call that both the vault and the key store have. */
export interface CollisionRule {
  readonly calls: readonly `${Method} /${string}`[]
  /** Whether the choice needs the body. */
  readonly needsBody: boolean
  choose(hints: Hints): Api
}

/** The rules for all paths that several parts have (docs/contract/vault.md, Mounts). */
const COLLISION_RULES: readonly CollisionRule[] = [
  {
    // A session belongs to the part that issued its token, which the first letters of the token show.
    calls: ['GET /session', 'DELETE /session', 'DELETE /session/all', 'POST /session/limited_in_time'],
    needsBody: false,
    choose: ({ token }) => (token?.startsWith('k_') ? 'keystore' : 'vault'),
  },
  {
    calls: ['GET /version'],
    needsBody: false,
    choose: ({ query }) => (query['component'] === 'keystore' ? 'keystore' : 'vault'),
  },
  {
    calls: ['GET /monitor/status'],
    needsBody: false,
    choose: () => 'vault',
  },
  {
    calls: ['POST /session', 'POST /sessions'],
    needsBody: true,
    choose: ({ body }) =>
      hasAny(body, ['username', 'passphrase']) && !hasAny(body, ['public_key']) ? 'keystore' : 'vault',
  },
  {
    calls: ['POST /child_users'],
    needsBody: true,
    choose: ({ body }) =>
      !hasAny(body, ['delegation_token', 'vault_child_id']) &&
      hasAny(body, ['parent_public_key_for_connection', 'child_public_key_for_connection'])
        ? 'vault'
        : 'keystore',
  },
]

const RULE_BY_CALL = new Map(
  COLLISION_RULES.flatMap((rule) => rule.calls.map((call) => [call as string, rule] as const)),
)

/** The rule for a call, for example `GET /session`. */
export function collisionRule(method: Method, path: string): CollisionRule | undefined {
  return RULE_BY_CALL.get(`${method} ${path}`)
}

function hasAny(body: unknown, keys: readonly string[]): boolean {
  return typeof body === 'object' && body !== null && keys.some((key) => Object.hasOwn(body, key))
}
