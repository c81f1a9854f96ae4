import type { OrganizationService } from '../../../shared/contract/organizations.ts'
import type { Page, PageRequest, Cursor } from '../../../shared/contract/paging.ts'
import { pageOf } from '../../service/cursor.ts'
import { assigned } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'
import { statementCache } from '../../sqlite/statement-cache.ts'

/** A service of an organization as stored. */
export interface StoredService extends OrganizationService {
  /** Exactly as received; tokens of the agent are sealed to it. */
  readonly public_key: string
  /** The member who asked for it; null when deleted since. */
  readonly requestor_id: string | null
}

export type NewService = Pick<
  StoredService,
  'id' | 'organization_id' | 'name' | 'description' | 'contract' | 'public_key' | 'requestor_id' | 'created_at'
>

type Row = Omit<StoredService, 'contract'> & { readonly contract: string | null }

const SERVICES = /* sql */ `
  SELECT id, organization_id, name, description, contract, public_key, status, requestor_id, validated_by_id, agent_id,
    validated_at, rejection_reason, created_at
  FROM organization_services
`

export type OrganizationServiceStore = ReturnType<typeof organizationServiceStore>

/** Services of organizations on SQLite. */
export function organizationServiceStore(connection: Connection) {
  const insert = connection.prepare(/* sql */ `
    INSERT INTO organization_services (id, organization_id, name, description, contract, public_key, status,
      requestor_id, created_at)
    VALUES (@id, @organization_id, @name, @description, @contract, @public_key, 'requested', @requestor_id, @created_at)
  `)
  const update = connection.prepare(/* sql */ `
    UPDATE organization_services SET ${assigned(`name, description, contract, status, validated_by_id, agent_id,
      validated_at, rejection_reason`)}
    WHERE id = @id
  `)
  const byId = connection.prepare<[string], Row>(`${SERVICES} WHERE id = ?`)
  const byAgent = connection.prepare<[string], Row>(`${SERVICES} WHERE agent_id = ?`)
  const validated = connection.prepare<[string], Row>(/* sql */ `
    ${SERVICES} WHERE organization_id IN (SELECT value FROM json_each(?)) AND status = 'validated'
    ORDER BY created_at, id
  `)
  const unapproved = connection.prepare<[string], Row>(
    `${SERVICES} WHERE requestor_id = ? AND status IN ('requested', 'rejected')`,
  )
  const remove = connection.prepare<[string]>('DELETE FROM organization_services WHERE id = ?')
  const page = statementCache<Row>(connection)
  const read = (row: Row | undefined) => row && stored(row)
  return {
    /** Adds it in state `requested`. */
    add: (service: NewService) => void insert.run(written(service)),
    find: (id: string) => read(byId.get(id)),
    ofAgent: (agentId: string) => read(byAgent.get(agentId)),
    /** Validated services of these organizations, in order of creation. */
    validatedOf: (ids: readonly string[]): readonly StoredService[] =>
      ids.length === 0 ? [] : validated.all(JSON.stringify(ids)).map(stored),
    /** Requested services of one organization, or of all. */
    requestedPage(organizationId: string | undefined, request: PageRequest): Page<StoredService> {
      const rows = page(requestedServicesSql(organizationId !== undefined, request)).all({
        ...request.after,
        organizationId,
        limit: request.perPage + 1,
      })
      return pageOf(rows.map(stored), request.perPage, servicePlace)
    },
    /** Requests of a user that were not approved. */
    unapprovedOf: (userId: string): readonly StoredService[] => unapproved.all(userId).map(stored),
    /** Stores everything but ids, key, requestor and time of creation. */
    update: (service: StoredService) => void update.run(written(service)),
    delete: (id: string) => void remove.run(id),
  }
}

/** `+` before a parameter: SQLite may otherwise compile an ordered statement again whenever a value changes. */
export function requestedServicesSql(ofOne: boolean, { after }: Pick<PageRequest, 'after'>): string {
  const conditions = [
    ...(ofOne ? ['organization_id = +@organizationId'] : []),
    "status = 'requested'",
    ...(after === undefined ? [] : ['(created_at, id) > (+@sortValue, +@id)']),
  ]
  return `${SERVICES} WHERE ${conditions.join(' AND ')} ORDER BY created_at, id LIMIT +@limit`
}

function written<Service extends Pick<StoredService, 'contract'>>(service: Service) {
  return { ...service, contract: service.contract === null ? null : JSON.stringify(service.contract) }
}

function stored(row: Row): StoredService {
  // Written by this store only, from the contract's type.
  return { ...row, contract: JSON.parse(row.contract ?? 'null') as StoredService['contract'] }
}

const servicePlace = ({ created_at, id }: StoredService): Cursor => ({ sortValue: created_at, id })
