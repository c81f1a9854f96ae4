import { faultyFieldsError, phrase, ServiceError } from '../../../shared/contract/errors.ts'
import type { ErrorCode } from '../../../shared/contract/errors.ts'
import type { Calling, NamedKind } from '../../../shared/contract/machine-name.ts'
import { callingText, nameOfLabel } from '../../../shared/contract/machine-name.ts'
import type { Uses } from '../uses.ts'
import { usedBy } from '../uses.ts'
import type { CatalogueTemplate, NodeUse, SchemeUse } from './catalogue-store.ts'

type CatalogueKind = Exclude<NamedKind, 'item'>

const KIND_WORDS: Readonly<Record<CatalogueKind, string>> = {
  scheme: 'classification scheme',
  node: 'node of this scheme',
  template: 'system template',
  slot: 'slot of this template',
}

interface Present {
  /** The entry that has this name or label already. */
  readonly called: { readonly name: string } | undefined
  /** Whether anything has this name. */
  readonly isTaken: (name: string) => boolean
}

/**
 * The machine name of a new entry: from its name, or from its label if it has none.
 *
 * @throws {ServiceError} `name_taken` when another entry has it
 */
export function freeName(kind: CatalogueKind, calling: Calling, { called, isTaken }: Present): string {
  if (called === undefined) return nameOfLabel(kind, callingText(calling) ?? '', isTaken)
  throw new ServiceError('name_taken', phrase`There is a ${KIND_WORDS[kind]} named "${called.name}" already.`)
}

/** @throws {ServiceError} `in_use`; the numbers are of all users together */
export function refuseUsedNode(label: string, { classifications, item_templates }: NodeUse): void {
  if (classifications + item_templates === 0) return
  throw inUse(`Items, slots or templates are classified by "${label}"`, { classifications, item_templates })
}

/** @throws {ServiceError} `in_use`; tags of users count as use */
export function refuseUsedScheme(label: string, { classifications, item_templates, tags }: SchemeUse): void {
  if (classifications + item_templates + tags === 0) return
  throw inUse(`Nodes of "${label}" are in use`, { classifications, item_templates, tags })
}

/** @throws {ServiceError} `in_use` while there are items that were made from it */
export function refuseUsedTemplate({ label, items_count }: Pick<CatalogueTemplate, 'label' | 'items_count'>): void {
  if (items_count > 0) throw inUse(`Items were made from "${label}"`, { items: items_count })
}

function inUse(cause: string, use: Uses): ServiceError {
  return new ServiceError('in_use', phrase`${cause}, so it stays. It is used by ${usedBy(use)}.`)
}

/** A field of the body that breaks a rule. */
export function faultyField(path: string, rule: string, code: ErrorCode = 'invalid_params'): ServiceError {
  return faultyFieldsError([{ path, code, rule }])
}
