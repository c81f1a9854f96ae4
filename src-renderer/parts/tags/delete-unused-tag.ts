import { classificationOperations } from '../../../shared/contract/classification.ts'
import { asUser, callService } from '../../api/call.ts'

/** A tag whose making is taken back goes again, unless something has it by now. */
export async function deleteUnusedTag(actor: string, id: string): Promise<void> {
  const { classificationNodesIdGet: get, classificationNodesIdDelete: remove } = classificationOperations
  const { classification_node: node } = await callService(asUser(actor), get, { params: { id } })
  if (node.classifications_count === 0) await callService(asUser(actor), remove, { params: { id } })
}
