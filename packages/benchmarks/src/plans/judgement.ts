import type { Explained, PlanNode } from './plan-log.js';

/** Tables with one row, or one for each version. */
const FEW_ROWS = new Set(['system_state', 'rollup_progress', 'migrations']);
/** Statements that may scan tables, by their beginning. */
const MAY_SCAN = [
  // Counts all keys by their pepper, once at each start.
  'SELECT pepper AS name, sum(keys)',
];
/** Postgres's catalog. */
const CATALOG = /^pg_/;
const PARTITION = /_(?:\d{8}|\d|default)$/;

/** A summary of a plan. */
export interface Judgement {
  readonly statement: string;
  /** Pages of 8 kB that it read, without those of triggers. */
  readonly buffers: number;
  /** Rows found or written, without filtered ones. */
  readonly found: number;
  readonly indexes: readonly string[];
  /** Tables with a sequential scan. */
  readonly readWhole: readonly string[];
}

export function judge({ 'Query Text': text, Plan: plan }: Explained): Judgement {
  const nodes = allOf(plan).filter((node) => node['Actual Loops'] !== 0);
  const statement = text.replaceAll(/\s+/g, ' ').trim();
  const mayScan = MAY_SCAN.some((beginning) => statement.startsWith(beginning));
  const whole = nodes.filter((node) => node['Node Type'].endsWith('Seq Scan')).map(tableOf);
  return {
    statement,
    buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
    found: nodes.reduce((sum, node) => sum + foundBy(node), 0),
    indexes: unique(nodes.flatMap((node) => (node['Index Name'] === undefined ? [] : [indexOf(node['Index Name'])]))),
    readWhole: mayScan ? [] : unique(whole.filter((table) => !FEW_ROWS.has(table) && !CATALOG.test(table))),
  };
}

function foundBy(node: PlanNode): number {
  // The child nodes count the rows to write; a ModifyTable node only counts those of RETURNING.
  if (node['Node Type'] === 'ModifyTable') return (node.Plans ?? []).reduce((sum, each) => sum + rowsOf(each), 0);
  return node['Relation Name'] === undefined ? 0 : rowsOf(node);
}

function rowsOf(node: PlanNode): number {
  return (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1);
}

function allOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(allOf)];
}

function tableOf(node: PlanNode): string {
  return (node['Relation Name'] ?? '').replace(PARTITION, '');
}

/** The index names of partitions consist of table and columns. */
function indexOf(name: string): string {
  return name.replace(/_(?:\d{8}|\d|default)_/, '_');
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
