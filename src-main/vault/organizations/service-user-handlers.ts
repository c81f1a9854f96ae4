import { ServiceError } from '../../../shared/contract/errors.ts'
import type { organizationServiceOperations } from '../../../shared/contract/organization-services.ts'
import type { HandlersFor } from '../../service/call.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { UserStore } from '../users/user-store.ts'

export interface ServiceUserDependencies {
  readonly users: Pick<UserStore, 'findById'>
  readonly connections: Pick<ConnectionStore, 'findBetween'>
}

/** What the agent of a service learns of a user: keys, never a name (vault contract 3.11, E108). */
export function serviceUserHandlers({
  users,
  connections,
}: ServiceUserDependencies): Pick<HandlersFor<typeof organizationServiceOperations>, 'serviceUsersIdGet'> {
  return {
    serviceUsersIdGet({ userId }, { params }) {
      if (users.findById(userId)?.user_type !== 'service_agent') {
        throw new ServiceError('agents_only', 'only the agent of a service looks up the keys of users')
      }
      const user = users.findById(params.id)
      if (user?.user_type !== 'human') throw new ServiceError('not_found', 'there is no user with this id')
      const side = connections.findBetween(userId, user.id)
      return {
        service_user: {
          id: user.id,
          public_key: user.login_public_key,
          connection_present: side !== undefined,
          connection_public_key: side?.other_user_public_key ?? null,
          connection_keypair_external_id: side?.other_user_keypair_external_id ?? null,
        },
      }
    },
  }
}
