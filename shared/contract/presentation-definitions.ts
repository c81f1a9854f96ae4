import { z } from 'zod'
import { DefinitionWarning } from './definition-warning.ts'
import { defineOperations } from './operation.ts'
import { QueryBoolean, ReplyId, namedObject } from './values.ts'

export const MAX_DEFINITION_BYTES = 256 * 1024

/**
 * A definition without `id`, or an object that holds one as `presentation_definition`, as in published examples; or, an
 * extension, a DCQL query as `dcql_query`, perhaps with `name` and `purpose`. All rules are checked by
 * {@link checkDefinition} and {@link checkQueryDefinition}; members that they do not know are stored.
 */
export const NewDefinition = z.looseObject({}).meta({ id: 'NewPresentationDefinition' })

/** The definition as it was sent, with the id that the exchange gave it. */
export const PresentationDefinition = z.looseObject({ id: ReplyId }).meta({ id: 'PresentationDefinition' })
export type PresentationDefinition = z.infer<typeof PresentationDefinition>

const Enveloped = namedObject('EnvelopedPresentationDefinition', { presentation_definition: PresentationDefinition })

/** Presentation definitions. A definition never changes and is never deleted. */
export const presentationDefinitionOperations = defineOperations({
  createPresentationDefinition: {
    api: 'exchange',
    endpoint: 'POST /presentations/definitions',
    auth: 'none',
    delegation: 'ignored',
    summary: 'Store a presentation definition, or a DCQL query as `dcql_query`',
    body: NewDefinition,
    maxBodyBytes: MAX_DEFINITION_BYTES,
    waitingGroup: true,
    success: { status: 201, body: Enveloped.extend({ warnings: z.array(DefinitionWarning).optional() }) },
    errors: ['too_many_requests'],
  },
  getPresentationDefinition: {
    api: 'exchange',
    endpoint: 'GET /presentations/definitions/{definition_id}',
    auth: 'none',
    delegation: 'ignored',
    summary: 'Fetch a presentation definition; with envelope=true as it was answered on creation',
    query: z.object({ envelope: QueryBoolean.optional() }),
    success: { status: 200, body: z.union([PresentationDefinition, Enveloped]) },
  },
})
