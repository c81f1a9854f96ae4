import { faultyFieldsError, ServiceError } from '../../../shared/contract/errors.ts'
import type { InputFor } from '../../../shared/contract/operation.ts'
import type { registryOperations, TrustRow } from '../../../shared/contract/workbench-exchange.ts'
import type { IdSource } from '../../service/ports.ts'
import type { TrustStore } from './registry-store.ts'

export type TrustedIssuers = ReturnType<typeof createTrustedIssuers>

type TrustInput = InputFor<typeof registryOperations.trustAdd>['body']

interface TrustedIssuersOptions {
  readonly store: TrustStore
  readonly newId: IdSource
  readonly onChange: () => void
}

/** The trust list of a workspace (docs/contract/exchange.md, Registries: trust). */
export function createTrustedIssuers({ store, newId, onChange }: TrustedIssuersOptions) {
  let cached: readonly TrustRow[] | undefined

  return {
    rows: () => [...store.list()],
    /** The rows for verification. Returns the same array until the list changes. */
    entries: () => (cached ??= store.list()),
    /** @throws {ServiceError} `invalid_params` for an empty period */
    add: (input: TrustInput) => save({ id: newId(), ...input }),
    /** @throws {ServiceError} `not_found`, `invalid_params` */
    change(id: string, input: TrustInput): TrustRow {
      require(id)
      return save({ id, ...input })
    },
    /** @throws {ServiceError} `not_found` */
    remove(id: string): void {
      require(id)
      store.remove(id)
      changed()
    },
  }

  function save(row: TrustRow): TrustRow {
    refuseEmptyPeriod(row)
    store.save(row)
    changed()
    return row
  }

  function changed(): void {
    cached = undefined
    onChange()
  }

  function require(id: string): void {
    if (store.list().some((row) => row.id === id)) return
    throw new ServiceError('not_found', 'The trust list has no such entry.')
  }
}

function refuseEmptyPeriod({ valid_from, valid_until }: TrustRow): void {
  if (valid_from === null || valid_until === null || Date.parse(valid_from) < Date.parse(valid_until)) return
  throw faultyFieldsError([{ path: 'valid_until', code: 'invalid_params', rule: 'must be after `valid_from`' }])
}
