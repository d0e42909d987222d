import type { ApiPromise } from '../api-promise.js';
import { listOf, type ListPromise } from '../pagination.js';
import type { FileDownload } from '../file-download.js';
import type { CreateReport } from '../generated/models/CreateReport.js';
import type { Report } from '../generated/models/Report.js';
import type { ReportPage } from '../generated/models/ReportPage.js';
import type { ReportsService } from '../generated/services/ReportsService.js';
import type { IdempotentOptions, RequestOptions } from '../options.js';
import type { ServiceForCall } from './service.js';

export type ReportListParams = Parameters<ReportsService['listReports']>[0];

/** Files of all objects created in a range. */
export class Reports {
  readonly #service: ServiceForCall<ReportsService>;
  readonly #files: ServiceForCall<ReportsService>;

  constructor(service: ServiceForCall<ReportsService>, files: ServiceForCall<ReportsService>) {
    this.#service = service;
    this.#files = files;
  }

  /** Starts a report. It can be downloaded once `retrieve` returns the status `ready`. */
  create(params: CreateReport, options?: IdempotentOptions): ApiPromise<Report> {
    return this.#service(options).createReport({ ...options, requestBody: params });
  }

  /** Returns a page of reports, newest first. Request the next one with `cursor: page.nextCursor`. */
  list(params: ReportListParams = {}, options?: RequestOptions): ListPromise<ReportPage> {
    return listOf(params, (page) => this.#service(options, page).listReports(page));
  }

  /** Returns the progress of a report. */
  retrieve(id: string, options?: RequestOptions): ApiPromise<Report> {
    return this.#service(options).getReport({ reportId: id });
  }

  /** Downloads the file of a report that is ready. After the headers, `timeout` is the longest time without data. */
  async download(id: string, options?: RequestOptions): Promise<FileDownload> {
    const file: unknown = await this.#files(options).downloadReport({ reportId: id });
    return file as FileDownload;
  }
}
