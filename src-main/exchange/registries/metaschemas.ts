import { memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import documents from './metaschemas.json' with { type: 'json' }

/** The metaschemas of the drafts and of their vocabularies, as json-schema.org publishes them, by their URIs. */
const METASCHEMAS: ReadonlyMap<string, unknown> = new Map(
  documents.map((document: unknown) => {
    const name = textOf(memberOf(document, '$id')) ?? textOf(memberOf(document, 'id')) ?? ''
    return [name.replace(/#$/, ''), document]
  }),
)

/** @param uri without an empty fragment */
export function metaschemaNamed(uri: string): unknown {
  return METASCHEMAS.get(uri)
}
