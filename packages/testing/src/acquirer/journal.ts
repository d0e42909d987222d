import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Groups of notes in a file, a line each, which outlive the process that writes them, however it ends. */
export class Journal<Note> {
  constructor(private readonly file: string) {}

  read(): Note[] {
    if (!existsSync(this.file)) return [];
    const lines = readFileSync(this.file, 'utf8').split('\n');
    // What follows the last line end was cut off in the middle: it has not happened.
    return lines.slice(0, -1).flatMap((line) => JSON.parse(line) as Note[]);
  }

  /** All of them, or none. */
  append(notes: readonly Note[]): void {
    appendFileSync(this.file, `${JSON.stringify(notes)}\n`);
  }
}
