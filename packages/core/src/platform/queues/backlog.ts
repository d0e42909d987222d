import Denque from 'denque';

/** An environment takes so many rows in its turn: those of one event are often together, and read once. */
const PER_TURN = 10;

/** Gives one row at a time. */
interface Source<Row> {
  readonly isEmpty: boolean;
  /** Takes the first row that `admit` returns something for. */
  takeOne<Admitted>(admit: (row: Row) => Admitted | undefined): Admitted | undefined;
}

/** Rows in the order in which they came: while the first is not admitted, none is. */
class Line<Row> implements Source<Row> {
  // A ring buffer, since a map with constant deletes and inserts keeps rehashing (docs/decisions/0022).
  readonly rows = new Denque<Row>();

  get isEmpty(): boolean {
    return this.rows.isEmpty();
  }

  takeOne<Admitted>(admit: (row: Row) => Admitted | undefined): Admitted | undefined {
    const first = this.rows.peekFront();
    const admitted = first === undefined ? undefined : admit(first);
    if (admitted !== undefined) this.rows.shift();
    return admitted;
  }
}

/** Sources that take turns. */
class Turns<Key, Row, Each extends Source<Row>> implements Source<Row> {
  readonly sources = new Map<Key, Each>();
  private readonly order = new Denque<Key>();
  /** Rows taken in the current turn. */
  private taken = 0;

  constructor(
    private readonly perTurn: number,
    private readonly open: () => Each,
  ) {}

  get isEmpty(): boolean {
    return this.sources.size === 0;
  }

  of(key: Key): Each {
    const known = this.sources.get(key);
    if (known !== undefined) return known;
    const source = this.open();
    this.sources.set(key, source);
    this.order.push(key);
    return source;
  }

  takeOne<Admitted>(admit: (row: Row) => Admitted | undefined): Admitted | undefined {
    for (let rounds = this.order.length; rounds > 0; rounds--) {
      const key = this.order.shift();
      const source = key === undefined ? undefined : this.sources.get(key);
      if (key === undefined || source === undefined) continue;
      let staysInTurn = false;
      try {
        const admitted = source.takeOne(admit);
        staysInTurn = admitted !== undefined && this.taken + 1 < this.perTurn;
        if (admitted !== undefined) return admitted;
      } finally {
        this.taken = staysInTurn && !source.isEmpty ? this.taken + 1 : 0;
        if (source.isEmpty) this.sources.delete(key);
        else if (staysInTurn) this.order.unshift(key);
        else this.order.push(key);
      }
    }
    return undefined;
  }
}

/** A row that waits, and the line within its environment. */
export interface Waiting {
  readonly environmentId: number;
  readonly line: string;
}

/** How many rows of a line stay. */
export type Keeps = (environmentId: number, line: string) => number;

/** Rows that wait in this process. Environments take turns of ten rows, and the lines of each take turns. */
export class Backlog<Row extends Waiting> {
  private readonly environments = new Turns<number, Row, Turns<string, Row, Line<Row>>>(PER_TURN, () => {
    return new Turns(1, () => new Line());
  });
  private waiting = 0;

  get size(): number {
    return this.waiting;
  }

  sizeOf(environmentId: number, line: string): number {
    return this.environments.sources.get(environmentId)?.sources.get(line)?.rows.length ?? 0;
  }

  add(row: Row): void {
    this.environments.of(row.environmentId).of(row.line).rows.push(row);
    this.waiting += 1;
  }

  /** Takes up to `most` rows in turn. `admit` returns what to take for a row, or undefined to let others go first. */
  take<Admitted>(most: number, admit: (row: Row) => Admitted | undefined): Admitted[] {
    const taken: Admitted[] = [];
    while (taken.length < most) {
      const admitted = this.environments.takeOne(admit);
      if (admitted === undefined) break;
      taken.push(admitted);
    }
    this.waiting -= taken.length;
    return taken;
  }

  /** How many lines of the environment have rows. */
  linesOf(environmentId: number): number {
    return this.environments.sources.get(environmentId)?.sources.size ?? 0;
  }

  /** Keeps the first `keeps(...)` rows of each line; removes and returns the rest. */
  cut(keeps: Keeps): Row[] {
    const cut: Row[] = [];
    for (const [environmentId, { sources }] of this.environments.sources) {
      for (const [line, { rows }] of sources) {
        const kept = rows.isEmpty() ? Infinity : keeps(environmentId, line);
        if (rows.length > kept) cut.push(...(rows.splice(kept, rows.length - kept) ?? []));
      }
    }
    this.waiting -= cut.length;
    return cut;
  }
}
