import type { DcqlQuery } from '../../../shared/dcql/query.ts'
import { jsonPointer } from '../../../shared/presentation-exchange/json.ts'
import type { Finding } from './check-row.ts'
import type { Presentation, Token } from './presentation.ts'
import type { MapEntry } from './submission-map.ts'

/** Which credential answers which credential query: by the name under which it was sent (OpenID4VP 1.0, 8.1). */
export function queryEntries({ presentations }: Token, { credentials: asked }: DcqlQuery): readonly MapEntry[] {
  return presentations.map((presentation): MapEntry => {
    const { query = '', within, credentials } = presentation
    const fault = faultOf(presentation, asked)
    return { id: query, path: jsonPointer(within), credential: fault === undefined ? credentials[0] : undefined, fault }
  })
}

/** Several answers to one credential query are the matter of `submission.requirements`. */
function faultOf({ query, credentials }: Presentation, asked: DcqlQuery['credentials']): Finding | undefined {
  if (query === undefined) {
    const message = 'a DCQL query is answered by an object: each member is the id of a credential query, with a list'
    return { code: 'submission_malformed', location: [], message }
  }
  if (!asked.some(({ id }) => id === query)) {
    return {
      code: 'descriptor_unknown',
      location: [],
      message: 'the query has no such credential query',
      actual: query,
    }
  }
  if (credentials.length === 1) return undefined
  const message = 'a presentation that answers a credential query holds one credential'
  return { code: 'path_ambiguous', location: [], message, actual: String(credentials.length) }
}
