/** A step of a transcript: a command with its output, or output of another terminal. */
interface Step {
  /** The terminal of the step; '' is the main one. */
  readonly terminal: string;
  readonly command: string | null;
  readonly output: string;
}

const FENCE = /^```(console|text|js)(?: (\w+))?\n([^]*?)^```$/gm;

/** The steps in a Markdown document: ```console and ```text blocks, with their terminal, in order. */
export function stepsOf(markdown: string): Step[] {
  return [...markdown.matchAll(FENCE)].flatMap(([, kind, terminal = '', block = '']): Step[] => {
    if (kind === 'js') return [];
    if (kind === 'text') return [{ terminal, command: null, output: block }];
    return block
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        const lines = text.trimEnd().split('\n');
        const end = endOfCommand(lines);
        return { terminal, command: lines.slice(0, end).join('\n'), output: lines.slice(end).join('\n') };
      });
  });
}

/** The JavaScript blocks of a document, in order. */
export function programsOf(markdown: string): string[] {
  return [...markdown.matchAll(FENCE)].filter(([, kind]) => kind === 'js').map(([, , , block = '']) => block);
}

/** A command continues until its quotes are closed. */
function endOfCommand(lines: readonly string[]): number {
  let quote: string | null = null;
  for (const [index, line] of lines.entries()) {
    for (const character of line) {
      if (quote === null && (character === "'" || character === '"')) quote = character;
      else if (character === quote) quote = null;
    }
    if (quote === null) return index + 1;
  }
  return lines.length;
}

/** Values that differ between runs, with the pattern they must match. A shortened value must stay the same. */
const VARIABLE: readonly (readonly [shown: RegExp, pattern: string])[] = [
  [/\b(?:pay|cust|ref|sub|wh|evt|key)_\d+…\d+/, String.raw`[a-z]+_\d+`],
  [/\b[0-9a-f]{8}…[0-9a-f]{8}\b/, '[0-9a-f]{64}'],
];
const CHANGING: readonly (readonly [shown: RegExp, pattern: string])[] = [
  [/\bsk_(?:test|live)_\w*…?/, String.raw`sk_(?:test|live)_\w+`],
  [/\bwhsec_\w+…\w+=/, String.raw`whsec_[\w+/]+=*`],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/, String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`],
  [/\b\d\d:\d\d:\d\d\b/, String.raw`\d\d:\d\d:\d\d`],
  [/\b\d+ ms\b/, String.raw`\d+ ms`],
  [/"(?:durationMs|pid)":\d+/, String.raw`"\w+":\d+`],
  [/…/, '[^]*?'],
  [/\s+/, String.raw`\s*`],
];
const TOKEN = new RegExp([...VARIABLE, ...CHANGING].map(([shown]) => `(${shown.source})`).join('|'), 'g');

/** Compares output with a transcript, and remembers the full value of each shortened value. */
export class Transcript {
  private readonly values = new Map<string, string>();

  /** Replaces shortened values in a command with full ones. */
  filledIn(command: string): string {
    return [...this.values].reduce((text, [shown, value]) => text.replaceAll(shown, value), command);
  }

  /** Whether the output matches, or with `part` contains the shown text. Remembers new shortened values. */
  matches(shown: string, output: string, { part = false } = {}): boolean {
    const found: string[] = [];
    let pattern = '';
    let end = 0;
    for (const match of shown.trim().matchAll(TOKEN)) {
      pattern += escaped(shown.trim().slice(end, match.index)) + this.patternOf(match, found);
      end = match.index + match[0].length;
    }
    pattern += escaped(shown.trim().slice(end));
    const result = new RegExp(part ? pattern : `^${pattern}$`).exec(output.trim());
    if (result === null) return false;
    for (const [index, name] of found.entries()) this.values.set(name, result[index + 1] ?? '');
    return true;
  }

  private patternOf(match: RegExpExecArray, found: string[]): string {
    const [text] = match;
    const index = match.slice(1).findIndex((group) => group !== undefined);
    const [, pattern] = [...VARIABLE, ...CHANGING][index] ?? [];
    if (pattern === undefined) throw new Error(`no pattern for ${text}`);
    if (index >= VARIABLE.length) return pattern;
    const value = this.values.get(text);
    if (value !== undefined) return escaped(value);
    const position = found.indexOf(text);
    if (position >= 0) return `\\${position + 1}`;
    found.push(text);
    return `(${pattern})`;
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
