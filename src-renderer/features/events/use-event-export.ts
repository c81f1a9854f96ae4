import { computed, ref } from 'vue'
import { failureOf } from '../../api/refusal.ts'
import { sentenceOf } from '../../feed/event-sentence.ts'
import { text } from '../../i18n/i18n.ts'
import { useActor } from '../../session/use-actor.ts'
import { useNowEachHalfMinute } from '../../ui/shared-now.ts'
import { useToasts } from '../../ui/toasts.ts'
import type { ExportFormat } from './export-events.ts'
import { EXPORT_TYPES, exportText } from './export-events.ts'
import { saveFile } from '../../parts/save-file.ts'
import type { EventList } from './use-event-list.ts'

/** Writes all events that pass the filter, also those that were not read yet. */
export function useEventExport(actor: string, list: EventList) {
  const toasts = useToasts()
  const { look } = useActor(actor)
  const now = useNowEachHalfMinute()
  const running = ref(false)
  let cancelled = false

  async function start(format: ExportFormat): Promise<void> {
    if (running.value) return
    running.value = true
    cancelled = false
    try {
      if (await readAll()) save(format)
    } catch (error) {
      toasts.show({ text: text('events.export.failed', { reason: failureOf(error).message }), tone: 'bad' })
    } finally {
      running.value = false
    }
  }

  /** @returns whether everything was read; a failure is shown by the list */
  async function readAll(): Promise<boolean> {
    const { feed } = list
    while (feed.more.value && !cancelled && feed.failure.value === undefined) {
      if (!(await feed.readMore())) await new Promise((resolve) => setTimeout(resolve, 20)) // another reading runs
    }
    return !feed.more.value && !cancelled
  }

  function save(format: ExportFormat): void {
    const names = list.names.value
    const events = list.rows.value.map((event) => ({
      event,
      sentence: list.told.value(event),
      who: sentenceOf(event, names).parts['who'] ?? '',
    }))
    const day = now.value.toISOString().slice(0, 10)
    const name = `events-${look.value.name.toLocaleLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}-${day}.${format}`
    saveFile(name, EXPORT_TYPES[format], exportText(format, events))
    toasts.show({ text: text('events.export.done', { count: events.length, name }), tone: 'ok' })
  }

  function cancel(): void {
    cancelled = true
  }

  return { running: computed(() => running.value), start, cancel }
}
