import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** An append-only file with one group of notes per line, which survives a crash of the writer. */
export class Journal<Note> {
  constructor(private readonly file: string) {}

  read(): Note[] {
    if (!existsSync(this.file)) return [];
    const lines = readFileSync(this.file, 'utf8').split('\n');
    // Text after the last line end is an interrupted write and does not count.
    return lines.slice(0, -1).flatMap((line) => JSON.parse(line) as Note[]);
  }

  /** Appends all of the notes or none. */
  append(notes: readonly Note[]): void {
    appendFileSync(this.file, `${JSON.stringify(notes)}\n`);
  }
}
