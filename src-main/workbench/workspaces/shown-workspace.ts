import type { Workspace } from '../../../shared/contract/workbench.ts'
import { isoTime } from '../../service/ports.ts'
import { hasRecoveryCode } from './record-keys.ts'
import type { ListedWorkspace } from './workspace-store.ts'

/** Renders a workspace for the window, also one whose record cannot be read: it must not look deleted. */
export function shownWorkspace(listed: ListedWorkspace): Workspace {
  if (!('record' in listed)) {
    return {
      id: listed.id,
      name: `${listed.id} (cannot be read)`,
      protected: false,
      has_recovery_code: false,
      demo: false,
      created_at: isoTime(0),
      last_opened_at: null,
    }
  }
  const { id, name, protected: isProtected, demo, created_at, last_opened_at } = listed.record
  return {
    id,
    name,
    protected: isProtected,
    has_recovery_code: hasRecoveryCode(listed.record),
    demo,
    created_at,
    last_opened_at,
  }
}
