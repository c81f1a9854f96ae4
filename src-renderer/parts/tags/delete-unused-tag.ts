import { classificationOperations } from '../../../shared/contract/classification.ts'
import { asUser, callService } from '../../api/call.ts'

/** Deletes a tag whose creation is undone, unless it is in use by now. */
export async function deleteUnusedTag(actor: string, id: string): Promise<void> {
  const { classificationNodesIdGet: get, classificationNodesIdDelete: remove } = classificationOperations
  const { classification_node: node } = await callService(asUser(actor), get, { params: { id } })
  if (node.classifications_count === 0) await callService(asUser(actor), remove, { params: { id } })
}
