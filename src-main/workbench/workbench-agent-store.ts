/**
 * An organization or service that somebody acts for in this workspace. No key is here: the member's key store has them,
 * and the member opens the agent.
 */
export interface StoredWorkbenchAgent {
  /** Id within the workspace, beside those of the users. */
  readonly id: string
  readonly vault_user_id: string
  /** Of the organization or service. */
  readonly full_name: string
  readonly organization_id: string
  /** Null: the organization itself. */
  readonly service_id: string | null
  /** The user of the workspace who opened it last. */
  readonly through_user_id: string
  readonly colour: number
  readonly key_fingerprint: string
  readonly created_at: string
}

export interface WorkbenchAgentStore {
  /** In the order they were added. */
  list(): readonly StoredWorkbenchAgent[]
  find(id: string): StoredWorkbenchAgent | undefined
  /** Adds or replaces. */
  save(agent: StoredWorkbenchAgent): void
  remove(id: string): void
}
