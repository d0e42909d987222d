import Denque from 'denque';
import type { WorkRef } from './work-queues.js';

/** Ids only, about 200 bytes each. What does not fit is found again by the background task. */
const MAX_WAITING = 50_000;
/** No environment takes more of them than this, nor more than are left free, so that the others' find room. */
const MAX_PER_TENANT = 20_000;
/** So many go in one turn of their environment. */
const MAX_PER_TURN = 10;

/** What waits in one line, the oldest first. */
class Line<Due> {
  readonly waiting = new Denque<Due>();

  constructor(readonly name: string) {}
}

/** What waits of one environment. Every line has its turn. */
class Environment<Due extends WorkRef> {
  readonly lines = new Map<string, Line<Due>>();
  readonly turns = new Denque<Line<Due>>();
  /** The ids of all that waits. */
  readonly known = new Set<string>();
  /** How many have gone in the turn that it has. */
  gone = 0;

  constructor(readonly id: number) {}

  /** Takes the first that is let through, of the line whose turn it is or of those behind it. */
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
 * Rows that wait for their turn in this process: environments take turns, and so do the lines of each, the oldest first.
 * Whoever has many waits behind their own, not before others. A turn is ten rows, so that what lies side by side is claimed
 * together. For that, who had nothing waiting does not wait for the turns of all who had: every other row is one of theirs.
 * Turns are kept in rings: a map from which entries are taken to be entered again is made anew all the time (see
 * docs/decisions/0022).
 */
export class Backlog<Due extends WorkRef = WorkRef> {
  private readonly environments = new Map<number, Environment<Due>>();
  private readonly turns = new Denque<Environment<Due>>();
  /** Those that had nothing waiting: they have their first turn here. */
  private readonly newcomers = new Denque<Environment<Due>>();
  private favoursNewcomers = true;
  private waiting = 0;

  /** `lineOf` tells the line that a row waits in, among those of its environment; by default there is one. */
  constructor(private readonly lineOf: (due: Due) => string = () => '') {}

  get size(): number {
    return this.waiting;
  }

  get isFull(): boolean {
    return this.size >= MAX_WAITING;
  }

  /** Whether one more of the environment may wait. */
  hasRoomFor({ environmentId }: Pick<WorkRef, 'environmentId'>): boolean {
    const own = this.environments.get(environmentId)?.known.size ?? 0;
    return own < Math.min(MAX_PER_TENANT, MAX_WAITING - this.waiting);
  }

  /** How many wait in a line. */
  waitingIn(environmentId: number, line: string): number {
    return this.environments.get(environmentId)?.lines.get(line)?.waiting.length ?? 0;
  }

  /** Has a row wait its turn. False when there is no room for it; one that waits already is not entered twice. */
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

  /** Takes up to `most` of them in turn; whatever `admit` answers for one that may go is what is taken. */
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
        // Where nothing went, too: whoever is new is tried before the others come round again.
        this.favoursNewcomers = one === undefined || !isNew;
      }
      if (one === undefined) {
        // One of which all was cut meanwhile is gone.
        if (environment.known.size > 0) passedOver += 1;
        continue;
      }
      passedOver = 0;
      this.waiting -= 1;
      taken.push(one);
    }
    return taken;
  }

  /** Takes out what waits in a line behind the first `kept`. */
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
