import type { Explained, PlanNode } from './plan-log.js';

/** They hold one row each. */
const ONE_ROW = new Set(['system_state', 'rollup_progress']);
/** Those that Postgres describes itself with. */
const CATALOG = /^pg_/;
const PARTITION = /_(?:\d{8}|\d|default)$/;

/** How a statement was carried out, in short. */
export interface Judgement {
  readonly statement: string;
  /** Pages of 8 kB that it looked at, those of the triggers that it fired aside. */
  readonly buffers: number;
  /** Rows that it found in tables or wrote, without those that it looked at and had no use for. */
  readonly found: number;
  readonly indexes: readonly string[];
  /** Tables that it read from one end to the other. */
  readonly readWhole: readonly string[];
}

export function judge({ 'Query Text': text, Plan: plan }: Explained): Judgement {
  const nodes = allOf(plan).filter((node) => node['Actual Loops'] !== 0);
  const whole = nodes.filter((node) => node['Node Type'].endsWith('Seq Scan')).map(tableOf);
  return {
    statement: text.replaceAll(/\s+/g, ' ').trim(),
    buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
    found: nodes.reduce((sum, node) => sum + foundBy(node), 0),
    indexes: unique(nodes.flatMap((node) => (node['Index Name'] === undefined ? [] : [indexOf(node['Index Name'])]))),
    readWhole: unique(whole.filter((table) => !ONE_ROW.has(table) && !CATALOG.test(table))),
  };
}

function foundBy(node: PlanNode): number {
  // What is written comes from below, and is answered only where it is asked for.
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

/** Indexes of partitions bear the columns in their names. */
function indexOf(name: string): string {
  return name.replace(/_(?:\d{8}|\d|default)_/, '_');
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
