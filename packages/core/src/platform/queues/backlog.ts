import Denque from 'denque';
import type { WorkRef } from './work-ref.js';

/** Entries are ids only, about 200 bytes each. The background task finds what does not fit. */
const MAX_WAITING = 50_000;
/** An environment has at most this many entries, and at most as many as are left free, so that others find room. */
const MAX_PER_TENANT = 20_000;
const MAX_PER_TURN = 10;

class Line<Due> {
  readonly waiting = new Denque<Due>();

  constructor(readonly name: string) {}
}

/** The rows of one environment. Its lines take turns. */
class Environment<Due extends WorkRef> {
  readonly lines = new Map<string, Line<Due>>();
  readonly turns = new Denque<Line<Due>>();
  /** The ids of all waiting rows. */
  readonly known = new Set<string>();
  /** Rows taken in the current turn. */
  gone = 0;

  constructor(readonly id: number) {}

  /** Takes the first admitted row, of the line at turn or of the following lines. */
  takeOne<Admitted>(admit: (due: Due) => Admitted | undefined): Admitted | undefined {
    for (let rounds = this.turns.length; rounds > 0; rounds--) {
      const line = this.turns.shift();
      if (line === undefined) break;
      const due = line.waiting.peekFront();
      let admitted: Admitted | undefined;
      try {
        admitted = due === undefined ? undefined : admit(due);
      } finally {
        if (admitted !== undefined) line.waiting.shift();
        if (line.waiting.length > 0) this.turns.push(line);
        else this.lines.delete(line.name);
      }
      if (due === undefined || admitted === undefined) continue;
      this.known.delete(due.id);
      this.gone += 1;
      return admitted;
    }
    return undefined;
  }
}

/**
 * Rows that wait in this process. Environments take turns of ten rows, and their lines take turns too. Every other row
 * belongs to an environment that had nothing waiting. Ring buffers, since a map with constant deletes and inserts keeps
 * rehashing (docs/decisions/0022).
 */
export class Backlog<Due extends WorkRef = WorkRef> {
  private readonly environments = new Map<number, Environment<Due>>();
  private readonly turns = new Denque<Environment<Due>>();
  /** Environments that had nothing waiting: their first turn is here. */
  private readonly newcomers = new Denque<Environment<Due>>();
  private favoursNewcomers = true;
  private waiting = 0;

  /** `lineOf` returns the line of a row within its environment; by default there is one. */
  constructor(private readonly lineOf: (due: Due) => string = () => '') {}

  get size(): number {
    return this.waiting;
  }

  get isFull(): boolean {
    return this.size >= MAX_WAITING;
  }

  hasRoomFor({ environmentId }: Pick<WorkRef, 'environmentId'>): boolean {
    const own = this.environments.get(environmentId)?.known.size ?? 0;
    return own < Math.min(MAX_PER_TENANT, MAX_WAITING - this.waiting);
  }

  waitingIn(environmentId: number, line: string): number {
    return this.environments.get(environmentId)?.lines.get(line)?.waiting.length ?? 0;
  }

  /** Enqueues a row, unless it is already waiting. Returns false if there is no room. */
  add(due: Due): boolean {
    const before = this.environments.get(due.environmentId);
    if (before?.known.has(due.id) === true) return true;
    if (!this.hasRoomFor(due)) return false;
    const { lines, turns, known } = before ?? this.enter(due.environmentId);
    const name = this.lineOf(due);
    let line = lines.get(name);
    if (line === undefined) {
      line = new Line(name);
      lines.set(name, line);
      turns.push(line);
    }
    line.waiting.push(due);
    known.add(due.id);
    this.waiting += 1;
    return true;
  }

  /** Takes up to `most` rows in turn. `admit` returns what to take for a row, or undefined to skip it. */
  take<Admitted>(most: number, admit: (due: Due) => Admitted | undefined): Admitted[] {
    const taken: Admitted[] = [];
    let passedOver = 0;
    while (taken.length < most && passedOver < this.environments.size) {
      const isNew = (this.favoursNewcomers && this.newcomers.length > 0) || this.turns.length === 0;
      const lane = isNew ? this.newcomers : this.turns;
      const environment = lane.shift();
      if (environment === undefined) break;
      let one: Admitted | undefined;
      try {
        one = environment.takeOne(admit);
      } finally {
        const staysInTurn = one !== undefined && environment.gone < MAX_PER_TURN;
        if (environment.known.size === 0) this.environments.delete(environment.id);
        else if (staysInTurn) lane.unshift(environment);
        else {
          environment.gone = 0;
          this.turns.push(environment);
        }
        // Also after a miss: newcomers are tried before the others' next turn.
        this.favoursNewcomers = one === undefined || !isNew;
      }
      if (one === undefined) {
        // An environment whose rows were all cut is already removed.
        if (environment.known.size > 0) passedOver += 1;
        continue;
      }
      passedOver = 0;
      this.waiting -= 1;
      taken.push(one);
    }
    return taken;
  }

  /** Removes and returns the rows of a line behind the first `kept`. */
  cutLine(environmentId: number, line: string, kept: number): Due[] {
    const environment = this.environments.get(environmentId);
    const waiting = environment?.lines.get(line)?.waiting;
    const cut: Due[] = [];
    while (waiting !== undefined && waiting.length > kept) {
      const last = waiting.pop();
      if (last === undefined) break;
      environment?.known.delete(last.id);
      cut.push(last);
    }
    this.waiting -= cut.length;
    return cut.reverse();
  }

  private enter(environmentId: number): Environment<Due> {
    const environment = new Environment<Due>(environmentId);
    this.environments.set(environmentId, environment);
    this.newcomers.push(environment);
    return environment;
  }
}
