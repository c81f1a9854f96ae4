import { ServiceError } from '../../shared/contract/errors.ts'
import { tooManyRequests } from './rate-limiter.ts'

/** The sender for whom a task is done. */
export interface Sender {
  /** The key tells senders apart: a subscription key, or what else is known of a caller. */
  readonly key: string
  /** Tells which of its tasks belong together: those of one verifier request, say. */
  readonly group?: string | undefined
}

/** One sender stands for all that say nothing else: the wallet, tests, and programs that verify one presentation. */
export const ANYBODY: Sender = { key: '' }

/** Tasks that wait; whose turn it is goes round, first among those who took little time of late. */
export interface FairQueue<Task> {
  /**
   * When too many wait for a sender, or in all, the newest task of the group with most of them gives way, if that one
   * has more than the new one would; so who sends many at once shuts out nobody.
   *
   * @param refuse told if the task gives way later; without it, it never does
   * @throws {ServiceError} `too_many_requests` when too many wait already
   */
  readonly add: (sender: Sender, task: Task, refuse?: (fault: ServiceError) => void) => void
  /** The next one: of each sender in turn, and of each of its groups in turn. Undefined when none waits. */
  readonly take: () => Task | undefined
  /** Called when a task has ended, also one that did not have to wait. */
  readonly took: (sender: Sender, milliseconds: number) => void
}

export interface WaitingLimits {
  readonly ofGroup: number
  readonly ofSender: number
  readonly ofAll: number
  /** Longest time in milliseconds that one task takes: so long it makes sense to wait before asking again. */
  readonly taskMs: number
}

/** A waiting task holds up to a mebibyte, so few may wait; who asks for more at once is told to come back. */
export const WAITING_LIMITS: WaitingLimits = { ofGroup: 10, ofSender: 50, ofAll: 100, taskMs: 5000 }

/** Senders that took less of late are as light as a new one; above, each doubling is a level of its own. */
const LIGHT_MS = 250
/** What was taken counts half after so many milliseconds of tasks of anybody, so that nobody is passed over for ever. */
const HALF_LIFE_MS = 10_000

/**
 * A queue in which nobody waits for the tasks of another one to be done, but for one of them each time round, and not for
 * those of whoever took much more time (a multilevel feedback queue): strangers may send as many slow ones as are taken,
 * an honest one still comes next.
 */
export function fairQueue<Task>({ ofGroup, ofSender, ofAll, taskMs }: WaitingLimits = WAITING_LIMITS): FairQueue<Task> {
  // The order of a map is the order of the turns: whoever had one is taken out and put in again at the end.
  const senders = new Map<string, Map<string, Waiting<Task>[]>>()
  const usage = recentUsage()

  return {
    add({ key, group = '' }, task, refuse) {
      const groups = senders.get(key) ?? new Map<string, Waiting<Task>[]>()
      const tasks = groups.get(group) ?? []
      const fault = tooManyRequests('tasks of this caller are waiting', taskMs)
      if (tasks.length >= ofGroup) throw fault
      if (countOf([groups]) >= ofSender) makeRoom([groups], tasks.length, fault)
      else if (countOf(senders.values()) >= ofAll) makeRoom(senders.values(), tasks.length, fault)
      tasks.push({ task, refuse })
      groups.set(group, tasks)
      senders.set(key, groups)
    },
    take() {
      const key = usage.lightest(senders.keys(), (one) => one)
      const groups = senders.get(key ?? '')
      if (key === undefined || groups === undefined) return undefined
      const group = usage.lightest(groups.keys(), (one) => placeOf({ key, group: one })) ?? ''
      const tasks = groups.get(group) ?? []
      const next = tasks.shift()
      moveToEnd(groups, group, tasks.length > 0)
      moveToEnd(senders, key, groups.size > 0)
      return next?.task
    },
    took(sender, milliseconds) {
      usage.add([sender.key, placeOf(sender)], milliseconds)
    },
  }
}

interface Waiting<Task> {
  readonly task: Task
  readonly refuse: ((fault: ServiceError) => void) | undefined
}

/** @throws {ServiceError} the fault, when no group has more waiting than one whose tasks these are would have */
function makeRoom<Task>(all: Iterable<ReadonlyMap<string, Waiting<Task>[]>>, own: number, fault: ServiceError): void {
  let longest: Waiting<Task>[] = []
  for (const groups of all) {
    for (const tasks of groups.values()) if (tasks.length > longest.length && tasks.at(-1)?.refuse) longest = tasks
  }
  if (longest.length <= own + 1) throw fault
  longest.pop()?.refuse?.(fault)
}

/** No key is the place of a group. */
function placeOf({ key, group = '' }: Sender): string {
  return JSON.stringify([key, group])
}

/** How much time each took of late; whoever took little is not noted, so that few are. */
function recentUsage() {
  const taken = new Map<string, number>()
  const levelOf = (name: string) => Math.max(0, Math.ceil(Math.log2((taken.get(name) ?? 0) / LIGHT_MS)))
  return {
    add(names: readonly string[], milliseconds: number): void {
      const kept = 0.5 ** (milliseconds / HALF_LIFE_MS)
      for (const name of names) taken.set(name, (taken.get(name) ?? 0) + milliseconds / kept)
      for (const [name, before] of taken) {
        if (before * kept < 1) taken.delete(name)
        else taken.set(name, before * kept)
      }
    },
    /** The first of those that took least. */
    lightest(names: Iterable<string>, nameOf: (one: string) => string): string | undefined {
      let lightest: { readonly name: string; readonly level: number } | undefined
      for (const name of names) {
        const level = levelOf(nameOf(name))
        if (lightest === undefined || level < lightest.level) lightest = { name, level }
      }
      return lightest?.name
    },
  }
}

/** Whether a task was refused because too many wait. */
export function isQueueFull(fault: unknown): boolean {
  return fault instanceof ServiceError && fault.code === 'too_many_requests'
}

function countOf<Task>(all: Iterable<ReadonlyMap<string, readonly Task[]>>): number {
  let count = 0
  for (const groups of all) for (const tasks of groups.values()) count += tasks.length
  return count
}

function moveToEnd<Value>(turns: Map<string, Value>, key: string, mayStay: boolean): void {
  const value = turns.get(key)
  turns.delete(key)
  if (mayStay && value !== undefined) turns.set(key, value)
}
