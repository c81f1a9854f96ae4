import { expect } from 'vitest'
import { keystoreOperations, vaultOperations } from '../../../shared/contract/index.ts'
import { workbenchOperations } from '../../../shared/contract/workbench-operations.ts'
import type { TestWorkbench } from './workbench.ts'
import { openWorkbench, PASSPHRASE, registerUser } from './workbench.ts'

/** A user of the workspace: a person, or an agent. */
export interface Actor {
  readonly id: string
  readonly params: { readonly user_id: string }
  readonly vaultId: string
  readonly name: string
}

/** A workbench with a workspace, its operator console open, and people who act for organizations. */
export interface OrganizationWorkbench extends TestWorkbench {
  register(name: string): Promise<Actor>
  /** Requests an organization for a person. @returns its id */
  requested(by: Actor, name?: string, compatible?: boolean): Promise<string>
  /** The same, and the operator approves it. */
  validated(by: Actor, name?: string, compatible?: boolean): Promise<string>
  validatedService(by: Actor, organizationId: string, name?: string, compatible?: boolean): Promise<string>
  /** Opens an agent. */
  act(by: Actor, organizationId: string, serviceId?: string | null): Promise<Actor>
  /** Tags of the key pairs in a person's key store. */
  keyPairTags(of: Actor): Promise<string[]>
}

export async function startOrganizationWorkbench(): Promise<OrganizationWorkbench> {
  const workbench = await openWorkbench({ passphrase: PASSPHRASE })
  const { call } = workbench
  await call(workbenchOperations.operatorPasswordSet, { body: { password: 'operator password' } })

  return { ...workbench, register, requested, validated, validatedService, act, keyPairTags }

  async function register(name: string): Promise<Actor> {
    const { user } = await registerUser(workbench, name)
    return { id: user.id, params: { user_id: user.id }, vaultId: user.vault_user_id ?? '', name }
  }

  async function requested({ params }: Actor, name = 'Harbour Clinic', compatible = false): Promise<string> {
    const { organization } = await call(workbenchOperations.organizationRequest, { params, body: { name, compatible } })
    return organization.id
  }

  async function validated(by: Actor, name?: string, compatible?: boolean): Promise<string> {
    const id = await requested(by, name, compatible)
    await review(by, vaultOperations.managementRequestedOrganizationsIdValidatePut.id, id)
    return id
  }

  async function validatedService(by: Actor, organization_id: string, name = 'Appointments', compatible = false) {
    const { service } = await call(workbenchOperations.serviceRequest, {
      params: { ...by.params, organization_id },
      body: { name, compatible },
    })
    await review(by, vaultOperations.managementRequestedOrganizationServicesIdValidatePut.id, service.id)
    return service.id
  }

  /** As the operator, in the session of a user. */
  async function review({ id: user_id }: Actor, operation: string, id: string): Promise<void> {
    const reply = await call(workbenchOperations.forward, {
      body: { as: 'operator', operation, params: { id }, body: {}, user_id },
    })
    expect(reply).toMatchObject({ ok: true })
  }

  async function act(by: Actor, organization_id: string, service_id: string | null = null): Promise<Actor> {
    const params = { ...by.params, organization_id }
    const { user } = await call(workbenchOperations.organizationAct, { params, body: { service_id } })
    return { id: user.id, params: { user_id: user.id }, vaultId: user.vault_user_id ?? '', name: user.full_name }
  }

  async function keyPairTags({ params }: Actor): Promise<string[]> {
    const reply = await call(workbenchOperations.forward, {
      body: { as: 'user', ...params, operation: keystoreOperations.keypairsGet.id },
    })
    const { keypairs } = reply.body as { keypairs: { external_identifiers: string[] }[] } // the service's own reply
    return keypairs.flatMap(({ external_identifiers }) => external_identifiers)
  }
}
