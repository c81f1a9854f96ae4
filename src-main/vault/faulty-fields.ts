import { faultyFieldsError } from '../../shared/contract/errors.ts'
import type { ErrorCode, FaultyField } from '../../shared/contract/errors.ts'

/** The path of a part of the body (empty for the body itself), and the label of its list entry. */
export type Place = Pick<FaultyField, 'path' | 'name'>

/** Records that a key breaks a rule; `rule` continues the sentence that begins with the key. */
export type AddFault = (key: string, code: ErrorCode, rule: string) => void

interface FaultCollector {
  readonly list: readonly FaultyField[]
  at(place: Place): AddFault
}

/** Collects all faults of a request, so that they are reported together. */
export function collectFaults(): FaultCollector {
  const list: FaultyField[] = []
  return {
    list,
    at:
      ({ path, name }) =>
      (key, code, rule) =>
        list.push({ path: path === '' ? key : `${path}.${key}`, code, rule, name }),
  }
}

/**
 * Refuses a body whose faults are already in body order.
 *
 * @throws {ServiceError} with the code of the first fault
 */
export function refuseFaultsInOrder(faults: readonly FaultyField[]): void {
  if (faults.length > 0) throw faultyFieldsError(faults)
}

const SLOT_PATH = /^item\.slots_attributes\[(\d+)\]/

/**
 * Refuses the body of an item that has faults, listing them in body order: the item's own first, then by slot.
 *
 * @throws {ServiceError} with the code of the first fault
 */
export function refuseFaults(...faults: readonly (readonly FaultyField[])[]): void {
  const inBodyOrder = faults.flat().toSorted((left, right) => slotIndex(left) - slotIndex(right))
  if (inBodyOrder.length > 0) throw faultyFieldsError(inBodyOrder)
}

function slotIndex({ path }: FaultyField): number {
  return Number(SLOT_PATH.exec(path)?.[1] ?? -1)
}
