import { faultyFieldsError } from '../../../shared/contract/errors.ts'
import type { InputFor } from '../../../shared/contract/operation.ts'
import type { exchangeRegistryOperations, RegistryKind, RegistryRow } from '../../../shared/contract/registries.ts'
import type { MixedHandlersFor, PublicCall } from '../../service/call.ts'
import type { ImportOrder, RegistryEntries } from './registry-entries.ts'

/** An act of the operator on a registry, for the operator's record. */
interface RegistryAct {
  readonly name: 'registry_entry.imported' | 'registry_entry.removed'
  readonly subject_type: 'registry_entry'
  /** SHA-256 of the document in hex. */
  readonly subject_id: string
  /** Registry and key. */
  readonly subject_label: string
  readonly user_id: null
  readonly note: null
}

export interface RegistryHandlersOptions {
  readonly entries: Pick<RegistryEntries, 'rows' | 'get' | 'prepareImport' | 'remove'>
  /** Records an act in the transaction of its call. */
  readonly note: (call: Pick<PublicCall, 'now' | 'newId'>, act: RegistryAct) => void
}

/** The registries over HTTP, for operators; every change is recorded. */
export function registryHandlers({
  entries,
  note,
}: RegistryHandlersOptions): MixedHandlersFor<typeof exchangeRegistryOperations> {
  return {
    registryGet: {
      async prepare(_, { params }) {
        const rows = await entries.rows(params.kind)
        return () => ({ rows })
      },
    },
    registryEntryGet: {
      async prepare(_, { params, query }) {
        const entry = await entries.get(params.kind, query.key)
        return () => entry
      },
    },
    registryImport: {
      async prepare(_, { params: { kind }, body }) {
        const save = await entries.prepareImport(kind, orderOf(body))
        return (call) => {
          const row = save()
          note(call, actOf('registry_entry.imported', kind, row))
          return { row }
        }
      },
    },
    registryRemove(call, { params: { kind }, query }) {
      note(call, actOf('registry_entry.removed', kind, entries.remove(kind, query.key)))
      return undefined
    },
  }
}

/** @throws {ServiceError} `param_missing` without a document, `invalid_params` with both */
function orderOf({
  document,
  text,
  key,
  replace,
}: InputFor<typeof exchangeRegistryOperations.registryImport>['body']): ImportOrder {
  if (document !== undefined && text !== undefined) {
    const rule = 'must not be sent together with `document`'
    throw faultyFieldsError([{ path: 'text', code: 'invalid_params', rule }])
  }
  if (document !== undefined) return { text: JSON.stringify(document), key, replace }
  if (text !== undefined) return { text, key, replace }
  throw faultyFieldsError([
    { path: 'document', code: 'param_missing', rule: 'is missing, and so is `text`; send one of them' },
  ])
}

function actOf(
  name: RegistryAct['name'],
  kind: RegistryKind,
  { key, sha256 }: Pick<RegistryRow, 'key' | 'sha256'>,
): RegistryAct {
  return {
    name,
    subject_type: 'registry_entry',
    subject_id: sha256,
    subject_label: `${kind} ${key}`,
    user_id: null,
    note: null,
  }
}
