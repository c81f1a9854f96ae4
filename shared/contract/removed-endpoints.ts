import type { Api, Method } from './operation.ts'

/** An endpoint of earlier versions. It answers 410 `endpoint_removed` to anybody, so that old clients learn why. */
export interface RemovedEndpoint {
  readonly api: Api
  readonly methods: readonly Method[]
  /** The path has `{name}` for one segment; `/*` at the end stands for anything below. */
  readonly path: string
  /** What to call instead, as method and path; null when there is nothing. */
  readonly replacement: string | null
}

const ANY: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** All of them (docs/contract/vault.md, Removed endpoints; docs/contract/keystore.md, Removed endpoints). */
export const REMOVED_ENDPOINTS: readonly RemovedEndpoint[] = [
  { api: 'vault', methods: ANY, path: '/conversations', replacement: null },
  { api: 'vault', methods: ANY, path: '/conversations/*', replacement: null },
  { api: 'vault', methods: ANY, path: '/messages', replacement: null },
  { api: 'vault', methods: ANY, path: '/messages/*', replacement: null },
  { api: 'vault', methods: ['POST'], path: '/images', replacement: 'POST /system/images' },
  { api: 'vault', methods: ['PUT'], path: '/slots/{id}', replacement: 'PUT /items/{id}' },
  { api: 'vault', methods: ANY, path: '/attachments/{id}/download', replacement: 'GET /attachments/{id}' },
  { api: 'vault', methods: ANY, path: '/session/login', replacement: 'POST /session' },
  { api: 'vault', methods: ANY, path: '/items/{item_id}/associations', replacement: null },
  { api: 'vault', methods: ANY, path: '/items/{item_id}/associations/{id}', replacement: null },
  { api: 'keystore', methods: ANY, path: '/encryption_spaces', replacement: 'POST /data_encryption_keys' },
  {
    api: 'keystore',
    methods: ANY,
    path: '/encryption_spaces/{id}',
    replacement: 'GET /data_encryption_keys/{id}',
  },
  { api: 'keystore', methods: ANY, path: '/shared_keys', replacement: 'POST /data_encryption_keys' },
  { api: 'keystore', methods: ANY, path: '/shared_keys/*', replacement: null },
  { api: 'keystore', methods: ['POST'], path: '/keypairs/external_id/{external_id}', replacement: null },
  { api: 'keystore', methods: ANY, path: '/session/login', replacement: 'POST /srp/sessions' },
]
