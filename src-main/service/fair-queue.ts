import { ServiceError } from '../../shared/contract/errors.ts'
import { tooManyRequests } from './rate-limiter.ts'

/** The caller who sent a task. */
export interface Sender {
  /** Identifies the sender, for example by subscription key. */
  readonly key: string
  /** Groups tasks of a sender that belong together, for example those of one verifier request. */
  readonly group?: string | undefined
}

/** The sender of tasks without a key: the wallet, tests, and programs that verify one presentation. */
export const ANONYMOUS: Sender = { key: '' }

/** Waiting tasks. Senders take turns; those that recently used little time come first. */
export interface FairQueue<Task> {
  /**
   * If a sender has too many waiting tasks, or there are too many in all, the newest task of the largest group is
   * dropped, provided that group is still larger than the new task's. So a sender of many tasks shuts nobody out.
   *
   * @param refuse called if the task is dropped later; a task without it is never dropped
   * @throws {ServiceError} `too_many_requests` when too many are waiting already
   */
  readonly add: (sender: Sender, task: Task, refuse?: (fault: ServiceError) => void) => void
  /** Removes and returns the next task, from senders and their groups in turn. Undefined if none is waiting. */
  readonly take: () => Task | undefined
  /** Adds the time a task took to its sender's usage, whether or not the task had to wait. */
  readonly addUsage: (sender: Sender, milliseconds: number) => void
}

export interface WaitingLimits {
  readonly ofGroup: number
  readonly ofSender: number
  readonly ofAll: number
  /** The longest time that one task takes, in milliseconds; refused callers are told to wait that long. */
  readonly taskMs: number
}

/** A waiting task holds up to a mebibyte, so only few may wait. */
export const WAITING_LIMITS: WaitingLimits = { ofGroup: 10, ofSender: 50, ofAll: 100, taskMs: 5000 }

/** Senders that recently used less time than this rank like new ones; each doubling is one more level. */
const FIRST_LEVEL_MS = 250
/** Usage counts half after this many milliseconds of any tasks, so that no sender is passed over for ever. */
const HALF_LIFE_MS = 10_000

/**
 * A multilevel feedback queue. In each round a sender waits for at most one task of every other sender, and for none of
 * senders that used much more time. So no number of slow tasks from others holds up a modest sender.
 */
export function fairQueue<Task>({ ofGroup, ofSender, ofAll, taskMs }: WaitingLimits = WAITING_LIMITS): FairQueue<Task> {
  // Turns follow the order of the map: after a turn, the sender moves to the end.
  const senders = new Map<string, Map<string, Waiting<Task>[]>>()
  const usage = recentUsage()

  return {
    add({ key, group = '' }, task, refuse) {
      const groups = senders.get(key) ?? new Map<string, Waiting<Task>[]>()
      const tasks = groups.get(group) ?? []
      const fault = tooManyRequests('tasks of this caller are waiting', taskMs)
      if (tasks.length >= ofGroup) throw fault
      if (taskCount([groups]) >= ofSender) dropNewestOfLargest([groups], tasks.length, fault)
      else if (taskCount(senders.values()) >= ofAll) dropNewestOfLargest(senders.values(), tasks.length, fault)
      tasks.push({ task, refuse })
      groups.set(group, tasks)
      senders.set(key, groups)
    },
    take() {
      const key = usage.lightest(senders.keys(), (name) => name)
      const groups = senders.get(key ?? '')
      if (key === undefined || groups === undefined) return undefined
      const group = usage.lightest(groups.keys(), (one) => usageNameOf({ key, group: one })) ?? ''
      const tasks = groups.get(group) ?? []
      const next = tasks.shift()
      moveToEnd(groups, group, tasks.length > 0)
      moveToEnd(senders, key, groups.size > 0)
      return next?.task
    },
    addUsage(sender, milliseconds) {
      usage.add([sender.key, usageNameOf(sender)], milliseconds)
    },
  }
}

interface Waiting<Task> {
  readonly task: Task
  readonly refuse: ((fault: ServiceError) => void) | undefined
}

/**
 * Drops the newest task of the largest group.
 *
 * @param own the size of the new task's group
 * @throws {ServiceError} `fault` if no other group is larger
 */
function dropNewestOfLargest<Task>(
  all: Iterable<ReadonlyMap<string, Waiting<Task>[]>>,
  own: number,
  fault: ServiceError,
): void {
  let longest: Waiting<Task>[] = []
  for (const groups of all) {
    for (const tasks of groups.values()) if (tasks.length > longest.length && tasks.at(-1)?.refuse) longest = tasks
  }
  if (longest.length <= own + 1) throw fault
  longest.pop()?.refuse?.(fault)
}

/** A group's name in the usage table, distinct from the key of any sender. */
function usageNameOf({ key, group = '' }: Sender): string {
  return JSON.stringify([key, group])
}

/** How much time senders and groups used recently. Small amounts are dropped to keep the table small. */
function recentUsage() {
  const usedMs = new Map<string, number>()
  const levelOf = (name: string) => Math.max(0, Math.ceil(Math.log2((usedMs.get(name) ?? 0) / FIRST_LEVEL_MS)))
  return {
    add(names: readonly string[], milliseconds: number): void {
      const decay = 0.5 ** (milliseconds / HALF_LIFE_MS)
      for (const name of names) usedMs.set(name, (usedMs.get(name) ?? 0) + milliseconds / decay)
      for (const [name, before] of usedMs) {
        if (before * decay < 1) usedMs.delete(name)
        else usedMs.set(name, before * decay)
      }
    },
    /** The first of the names with the least usage. */
    lightest(names: Iterable<string>, usageName: (name: string) => string): string | undefined {
      let lightest: { readonly name: string; readonly level: number } | undefined
      for (const name of names) {
        const level = levelOf(usageName(name))
        if (lightest === undefined || level < lightest.level) lightest = { name, level }
      }
      return lightest?.name
    },
  }
}

/** Whether a task was refused because too many are waiting. */
export function isQueueFull(fault: unknown): boolean {
  return fault instanceof ServiceError && fault.code === 'too_many_requests'
}

function taskCount<Task>(all: Iterable<ReadonlyMap<string, readonly Task[]>>): number {
  let count = 0
  for (const groups of all) for (const tasks of groups.values()) count += tasks.length
  return count
}

function moveToEnd<Value>(turns: Map<string, Value>, key: string, isNeeded: boolean): void {
  const value = turns.get(key)
  turns.delete(key)
  if (isNeeded && value !== undefined) turns.set(key, value)
}
