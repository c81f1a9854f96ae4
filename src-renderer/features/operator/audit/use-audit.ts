import type { Ref } from 'vue'
import { computed, shallowRef } from 'vue'
import type { OperatorSubject, OperatorEvent } from '../../../../shared/contract/operator-events.ts'
import { operatorEventOperations } from '../../../../shared/contract/operator-events.ts'
import { callService } from '../../../api/call.ts'
import { i18n, oneOf, text as inWords } from '../../../i18n/i18n.ts'
import type { RecordShape } from '../../../rows/export/records-file.ts'
import type { CursorPage } from '../../../rows/use-cursor-rows.ts'
import { useCursorRows } from '../../../rows/use-cursor-rows.ts'
import { useTypedFilter } from '../../../rows/use-typed-filter.ts'
import { useWorkbenchChanges } from '../../../session/use-workbench-changes.ts'
import type { Chosen } from '../../../ui/chosen-filters.ts'
import { singleChoice } from '../../../ui/chosen-filters.ts'
import { startOfDay } from '../../../ui/typed-date.ts'

/** An act and its sentence. */
interface ToldAct {
  readonly event: OperatorEvent
  readonly sentence: string
  readonly who: string
}

const COLUMNS = [
  'event_time',
  'sentence',
  'name',
  'subject_type',
  'subject_id',
  'subject_label',
  'note',
  'user_id',
  'user_name',
  'id',
] as const

/** The form of acts in an exported file; JSON Lines have the service's own fields, and `sentence`. */
export const AUDIT_SHAPE: RecordShape<ToldAct, (typeof COLUMNS)[number]> = {
  columns: COLUMNS,
  cells: ({ event, sentence, who }) => ({ ...event, sentence, user_name: event.user_id === null ? null : who }),
  line: ({ event, sentence }) => ({ ...event, sentence }),
}

/** The filters of the audit, besides the search text. */
export const AUDIT_FILTERS = ['name', 'subject', 'from', 'to'] as const

const EXPORT_PAGE = 500
const NONE: ReadonlySet<string> = new Set()

/**
 * The operator's actions, newest first, filtered by the service. New ones are added on top.
 *
 * @param chosen the filters in the address of the page
 */
export function useAudit(chosen: Ref<Chosen> = shallowRef({})) {
  const { sought, ...bar } = useTypedFilter(chosen)
  const [from, to] = [singleChoice(chosen, 'from'), singleChoice(chosen, 'to')]
  const query = computed(() => auditQuery({ like: sought.value, from: from.value, to: to.value, chosen: chosen.value }))
  // No selection: there are no actions on acts.
  const { selection: _, ...rows } = useCursorRows<OperatorEvent>(undefined, {
    read: ({ after, perPage }) => readPage(query.value, perPage, after),
    filter: () => JSON.stringify(query.value),
    keyOf: ({ id }) => id,
    hidden: () => NONE,
    allowed: () => true,
  })
  useWorkbenchChanges((event) => event.type === 'operator' && event.part === 'audit', rows.refresh)

  /** Reads everything that matches the current filter, page by page. */
  function pages() {
    const now = query.value
    return (after: string | undefined) => readPage(now, EXPORT_PAGE, after)
  }

  return { ...bar, chosen, from, to, rows, pages }
}

export type Audit = ReturnType<typeof useAudit>

async function readPage(
  query: AuditQuery,
  per_page: number,
  after: string | undefined,
): Promise<CursorPage<OperatorEvent>> {
  const reply = await callService({ as: 'operator' }, operatorEventOperations.systemEventsGet, {
    query: { ...query, per_page, ...(after !== undefined && { next_page_after: after }) },
  })
  return { rows: reply.operator_events, next: reply.next_page_after, matching: reply.total_count }
}

type AuditQuery = ReturnType<typeof auditQuery>

interface AuditFilter {
  readonly like: string
  /** The first day in the person's time zone, `YYYY-MM-DD`; empty for none. */
  readonly from: string
  /** The last day. */
  readonly to: string
  readonly chosen: Chosen
}

/** The filter as a query: times in UTC, including all of the last day. */
function auditQuery({ like, from, to, chosen }: AuditFilter) {
  const [[name] = [], [subject] = []] = [chosen['name'], chosen['subject']]
  return {
    ...(like !== '' && { like }),
    ...(name !== undefined && { name }),
    // The filter chip has only kinds of subjects as options.
    ...(subject !== undefined && { subject_type: subject as OperatorSubject }),
    ...(from !== '' && { from: startOfDay(from) }),
    ...(to !== '' && { to: startOfDay(to, 1) }),
  }
}

/** The known acts, in the order of the filter. */
export const ACT_NAMES = [
  'organization.validated',
  'organization.rejected',
  'service.validated',
  'service.rejected',
  'classification_scheme.created',
  'classification_scheme.deleted',
  'classification_node.created',
  'classification_node.deleted',
  'item_template.created',
  'item_template.deleted',
  'template_slot.created',
  'template_slot.deleted',
  'image.created',
  'image.deleted',
  'admission_token.created',
  'registry_entry.imported',
  'registry_entry.removed',
] as const

/** Describes an action as a sentence; one with an unknown name is shown by that name. */
export function actSentence({ name, subject_label, subject_id, note }: OperatorEvent, who: string): string {
  const key = oneOf('operator.audit.act.*', name.replace('.', '_'))
  const known = i18n.global.te(key)
  const parts = { who, label: subject_label ?? subject_id, name }
  const sentence = inWords(known ? key : 'operator.audit.act.other', parts)
  return note === null || note === '' ? sentence : inWords('operator.audit.withReason', { sentence, reason: note })
}
