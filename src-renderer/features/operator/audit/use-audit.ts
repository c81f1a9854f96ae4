import type { Ref } from 'vue'
import { computed, ref, shallowRef, watch } from 'vue'
import type { OperatorSubject, OperatorEvent } from '../../../../shared/contract/operator-events.ts'
import { operatorEventOperations } from '../../../../shared/contract/operator-events.ts'
import { callService } from '../../../api/call.ts'
import { useReading } from '../../../api/use-reading.ts'
import { i18n, oneOf, text as inWords } from '../../../i18n/i18n.ts'
import type { RecordShape } from '../../../rows/export/records-file.ts'
import type { PageReading } from '../../../rows/export/read-pages.ts'
import { useTypedFilter } from '../../../rows/use-typed-filter.ts'
import { useWorkbenchChanges } from '../../../session/use-workbench-changes.ts'
import type { Chosen } from '../../../ui/chosen-filters.ts'
import { singleChoice } from '../../../ui/chosen-filters.ts'

/** An act and how it reads. */
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

/** Acts as a file has them; in JSON Lines as the service answers them, with `sentence` added. */
export const AUDIT_SHAPE: RecordShape<ToldAct, (typeof COLUMNS)[number]> = {
  columns: COLUMNS,
  cells: ({ event, sentence, who }) => ({ ...event, sentence, user_name: event.user_id === null ? null : who }),
  line: ({ event, sentence }) => ({ ...event, sentence }),
}

/** What an audit can be filtered by, besides words. */
export const AUDIT_FILTERS = ['name', 'subject', 'from', 'to'] as const

const PAGE = 100
/** Rows to have ready below what is in view. */
const AHEAD = 50
const EXPORT_PAGE = 500

/**
 * What the operator did, newest first, as far as the filter lets it pass. The service filters; pages are read as the
 * list is scrolled, and what happens meanwhile is put on top.
 *
 * @param chosen what it is filtered by, as the address of the page has it
 */
export function useAudit(chosen: Ref<Chosen> = shallowRef({})) {
  const { sought, ...bar } = useTypedFilter(chosen)
  const [from, to] = [singleChoice(chosen, 'from'), singleChoice(chosen, 'to')]
  const query = computed(() => auditQuery({ like: sought.value, from: from.value, to: to.value, chosen: chosen.value }))
  const events = shallowRef<readonly OperatorEvent[]>()
  const total = ref(0)
  let next: string | undefined
  const { failure, busy, read, giveUp } = useReading(() => (events.value = undefined))

  /** Runs one reading instead of the one before. `take` answers where the next page begins. */
  async function reading(
    after: string | undefined,
    take: (found: readonly OperatorEvent[], following: string | undefined) => string | undefined,
  ): Promise<void> {
    giveUp()
    await read(
      () => readPage(query.value, PAGE, after),
      (reply) => {
        next = take(reply.operator_events, reply.next_page_after ?? undefined)
        total.value = reply.total_count
      },
    )
  }

  /** Begins again at the newest one. */
  function reload(): Promise<void> {
    return reading(undefined, (found, following) => {
      events.value = found
      return following
    })
  }

  /** Puts what happened since on top, so that nothing that was read goes away. */
  function refresh(): Promise<void> {
    return reading(undefined, (found, following) => {
      const before = events.value ?? []
      const known = new Set(before.map(({ id }) => id))
      const fresh = found.filter(({ id }) => !known.has(id))
      const joins = fresh.length < found.length
      events.value = joins ? [...fresh, ...before] : found
      return joins ? next : following
    })
  }

  /** Somebody sees the row with this number; further ones should be ready. */
  function seen(last: number): void {
    const before = events.value ?? []
    if (next === undefined || busy.value || last + AHEAD < before.length) return
    void reading(next, (found, following) => {
      events.value = [...before, ...found]
      return following
    })
  }

  watch(query, reload, { immediate: true })
  useWorkbenchChanges((event) => event.type === 'operator' && event.part === 'audit', refresh)

  return { ...bar, chosen, from, to, events, total, busy, failure, reload, seen, pages: () => pagesOf(query.value) }
}

export type Audit = ReturnType<typeof useAudit>

/** Everything that passes a filter, page by page. */
function pagesOf(query: AuditQuery): PageReading<OperatorEvent>['page'] {
  return async (after) => {
    const reply = await readPage(query, EXPORT_PAGE, after)
    return { entries: reply.operator_events, next: reply.next_page_after }
  }
}

function readPage(query: AuditQuery, per_page: number, after: string | undefined) {
  return callService({ as: 'operator' }, operatorEventOperations.systemEventsGet, {
    query: { ...query, per_page, ...(after !== undefined && { next_page_after: after }) },
  })
}

type AuditQuery = ReturnType<typeof auditQuery>

interface AuditFilter {
  readonly like: string
  /** Days where the person is, `YYYY-MM-DD`; empty for none. */
  readonly from: string
  /** The last day. */
  readonly to: string
  readonly chosen: Chosen
}

/** The filter as the service takes it: moments in UTC, the last day to its end. */
function auditQuery({ like, from, to, chosen }: AuditFilter) {
  const [[name] = [], [subject] = []] = [chosen['name'], chosen['subject']]
  return {
    ...(like !== '' && { like }),
    ...(name !== undefined && { name }),
    // The chips offer nothing but kinds of subjects.
    ...(subject !== undefined && { subject_type: subject as OperatorSubject }),
    ...(from !== '' && { from: startOf(from, 0) }),
    ...(to !== '' && { to: startOf(to, 1) }),
  }
}

function startOf(day: string, daysLater: number): string {
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + daysLater)
  return start.toISOString()
}

/** The acts that are known here, in the order they are offered. */
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

/** An act as a sentence. A name that is not known here is told as it is. */
export function actSentence({ name, subject_label, subject_id, note }: OperatorEvent, who: string): string {
  const key = oneOf('operator.audit.act.*', name.replace('.', '_'))
  const known = i18n.global.te(key)
  const parts = { who, label: subject_label ?? subject_id, name }
  const sentence = inWords(known ? key : 'operator.audit.act.other', parts)
  return note === null || note === '' ? sentence : inWords('operator.audit.withReason', { sentence, reason: note })
}
