import { ServiceError } from '../../../shared/contract/errors.ts'
import { MAX_BLOCKS } from '../../../shared/contract/block-store.ts'

const DECLARATION = /^\uFEFF?\s*(?:<\?xml[^<>?]*\?>)?\s*/
const ENTRY = /\s*<(Latest|Committed|Uncommitted)>([^<>&]*)<\/\1>/y

/**
 * Reads the ids of `<BlockList><Latest>id</Latest>…</BlockList>` in order, plain or percent-encoded. Any other XML,
 * such as a document type, entities or comments, is refused.
 *
 * @throws {ServiceError} `invalid_params`
 */
export function readBlockList(bytes: Uint8Array): readonly string[] {
  const text = Buffer.from(bytes).toString('utf8')
  const start = (DECLARATION.exec(text)?.[0] ?? '').length
  if (/^<BlockList\s*\/>\s*$/.test(text.slice(start, start + 64))) return []
  if (!text.startsWith('<BlockList>', start)) throw refused('must be a BlockList')
  const ids: string[] = []
  ENTRY.lastIndex = start + '<BlockList>'.length
  let end = ENTRY.lastIndex
  for (let entry = ENTRY.exec(text); entry !== null; entry = ENTRY.exec(text)) {
    if (ids.length === MAX_BLOCKS) throw refused(`must not have more than ${MAX_BLOCKS} blocks`)
    ids.push(decoded(entry[2] ?? ''))
    end = ENTRY.lastIndex
  }
  if (!/^\s*<\/BlockList>\s*$/.test(text.slice(end, end + 256)) || text.length > end + 256) {
    throw refused(`cannot be read at position ${end}: it may contain only Latest, Committed and Uncommitted`)
  }
  return ids
}

/** Decodes a percent-encoded id; plain ids are Base64, which has no percent sign. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id // no block has this id
  }
}

function refused(rule: string): ServiceError {
  return new ServiceError('invalid_params', `The list of blocks ${rule}.`)
}
