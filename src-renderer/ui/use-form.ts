import type { MaybeRefOrGetter, Ref } from 'vue'
import { computed, getCurrentScope, nextTick, reactive, readonly, ref, shallowRef, toValue } from 'vue'
import type { z } from 'zod'
import { sentenceOf } from '../../shared/contract/errors.ts'
import { ruleOf, ruleText } from '../../shared/rule-text.ts'
import { servicePhrase } from '../i18n/service-words.ts'
import type { Failure, FieldError } from './failure.ts'
import { afterPress } from './pointer-press.ts'
import { guardInput } from './unsent-input.ts'

type FormSchema = z.ZodType<unknown, Record<string, unknown>>

/** A refusal as shown by the form: a general failure, and errors of fields. */
export interface Refusal {
  readonly failure?: Failure
  readonly fields?: readonly { readonly path: string; readonly text: string }[]
}

export interface FormOptions<Schema extends FormSchema, Outcome> {
  readonly schema: Schema
  /** The initial values, now and after each `reset`. */
  readonly initial: MaybeRefOrGetter<z.input<Schema>>
  /** Names for the error summary by path; without one the path itself is shown. */
  readonly labels?: Readonly<Record<string, string>>
  /** Returns an outcome if it should replace the form, such as a secret that is shown only once. */
  readonly submit: (value: z.output<Schema>) => Promise<Outcome> | Outcome
  /** Translates a thrown error. Unknown errors (`undefined`) are bugs and are rethrown. */
  readonly failureOf?: (error: unknown) => Refusal | undefined
  /** The ErrorSummary of the form, or its only field; it takes the focus after a refused submit. */
  readonly summary?: Readonly<Ref<{ focus: () => void } | null>>
  /** True if typed values may be lost without a question, such as a passphrase to unlock. */
  readonly disposable?: boolean
}

/**
 * The state of one form: values, errors, and sending.
 *
 * A field shows its error once it was left or a submit was tried. An error of the service is placed at its path and
 * disappears when that value changes. Only `reset` and an outcome ever change typed values.
 */
export function useForm<Schema extends FormSchema, Outcome = void>(options: FormOptions<Schema, Outcome>) {
  const initial = (): z.input<Schema> => toValue(options.initial)
  const values = reactive(structuredClone(initial())) as z.input<Schema>
  const pristine = ref(JSON.stringify(initial()))
  const touched = reactive(new Set<string>())
  const tried = ref(false)
  const submitting = ref(false)
  const failure = ref<Failure>()
  const refused = ref<{ path: string; text: string; value: string }[]>([])
  const outcome = shallowRef<Outcome>()
  let resets = 0

  const dirty = computed(() => JSON.stringify(values) !== pristine.value)
  if (options.disposable !== true && getCurrentScope() !== undefined) guardInput(() => dirty.value)

  const parsed = computed(() => options.schema.safeParse(values, { error: ruleText }))
  const wrong = computed(() => [
    ...(parsed.value.error?.issues ?? []).map((issue) => ({
      path: issue.path.join('.'),
      text: sentenceOf(servicePhrase(ruleOf(issue))),
    })),
    ...refused.value.filter(({ path, value }) => printAt(values, path) === value),
  ])
  const errors = computed<Readonly<Record<string, string>>>(() =>
    firstOfEach(wrong.value.filter(({ path }) => tried.value || touched.has(path))),
  )
  const summary = computed<readonly FieldError[]>(() =>
    tried.value
      ? Object.entries(errors.value).map(([path, text]) => ({ path, text, label: options.labels?.[path] ?? path }))
      : [],
  )

  async function submit(): Promise<boolean> {
    if (submitting.value) return false
    tried.value = true
    failure.value = undefined
    refused.value = []
    const { data, success } = parsed.value
    if (!success) return refuse()
    submitting.value = true
    const began = resets
    try {
      settle(await options.submit(data), began)
      return true
    } catch (error) {
      place(error)
      return await refuse()
    } finally {
      submitting.value = false
    }
  }

  /** An outcome replaces the typed values, and is dropped if the form was reset meanwhile. */
  function settle(answer: Outcome, began: number): void {
    if (resets !== began) return
    pristine.value = JSON.stringify(values)
    tried.value = false
    if (answer === undefined) return
    reset()
    outcome.value = answer
  }

  function place(error: unknown): void {
    const refusal = options.failureOf?.(error)
    if (!refusal) throw error
    failure.value = refusal.failure
    refused.value = (refusal.fields ?? []).map(({ path, text }) => ({ path, text, value: printAt(values, path) }))
  }

  async function refuse(): Promise<false> {
    await nextTick()
    options.summary?.value?.focus()
    return false
  }

  function reset(next: z.input<Schema> = initial()): void {
    resets += 1
    outcome.value = undefined
    Object.assign(values as object, structuredClone(next))
    pristine.value = JSON.stringify(next)
    touched.clear()
    tried.value = false
    failure.value = undefined
    refused.value = []
  }

  /** Everything a field component needs: `v-bind="form.field('name')"`. */
  const field = (path: string) => ({
    name: path,
    error: errors.value[path],
    onBlur: () => afterPress(() => void touched.add(path)),
  })

  /** Also has its value and the label for the error summary: `v-bind="form.input('name')"`. */
  const input = <Path extends keyof z.input<Schema> & string>(path: Path) => ({
    ...field(path),
    label: options.labels?.[path] ?? path,
    modelValue: values[path],
    'onUpdate:modelValue': (value: unknown) => void Reflect.set(values, path, value),
  })

  return {
    values,
    errors,
    summary,
    failure: computed(() => failure.value),
    submitting: readonly(submitting),
    dirty,
    touch: (path: string): void => void touched.add(path),
    field,
    input,
    /** The outcome, until the form is reset. */
    outcome: computed(() => outcome.value),
    submit,
    reset,
  }
}

/** The parts of a form that a dialog needs. */
export type FormState<Outcome> = Pick<
  ReturnType<typeof useForm<FormSchema, Outcome>>,
  'summary' | 'failure' | 'submitting' | 'outcome' | 'submit'
> & { readonly reset: () => void }

/** The first error of each path, in the order of the form. */
function firstOfEach(found: readonly { readonly path: string; readonly text: string }[]): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const { path, text } of found) texts[path] ??= text
  return texts
}

/** The value at a dotted path, printed so that it can be compared. */
function printAt(values: unknown, path: string): string {
  const found = path
    .split('.')
    .reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), values)
  return JSON.stringify(found ?? null)
}
