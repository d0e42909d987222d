import type { Response } from 'express';

/** Answers with an HTML page. */
export function sendHtml(response: Response, status: number, html: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(html));
  response.end(html);
}
