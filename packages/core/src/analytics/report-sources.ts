import type { Schemas } from '@svc/contract';
import { DomainError } from '../platform/errors/domain-error.js';
import type { ReportSource } from '../platform/reports/report-source.js';
import { hasScope, type Caller } from '../security/caller.js';

export class ReportSources {
  constructor(private readonly sources: Iterable<ReportSource>) {}

  of(type: Schemas['ReportType']): ReportSource {
    const source = [...this.sources].find((candidate) => candidate.type === type);
    if (source === undefined) throw new Error(`there are no reports of ${type}`);
    return source;
  }

  /** Throws unless the caller may read the rows of such reports: a report must not bypass scopes. */
  requireScope(caller: Caller, type: Schemas['ReportType']): void {
    const scope = this.of(type).scopes.find((each) => !hasScope(caller, each));
    if (scope === undefined) return;
    throw new DomainError('insufficient_scope', `The key lacks the scope ${scope}, which reports of ${type} need.`);
  }
}
