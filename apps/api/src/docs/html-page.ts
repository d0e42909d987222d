import type { Response } from 'express';

/** An HTML page around the content. */
export function htmlPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <link rel="icon" href="data:," />
    <title>${htmlText(title)} - Svc Payments API</title>
    <style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
      pre { overflow: auto; padding: 1rem; background: #f4f4f5 } td { padding: 0.2rem 1rem 0.2rem 0 }</style>
  </head>
  <body>${content}</body>
</html>
`;
}

/** Escapes text for HTML, for quoted attributes too. */
export function escapeHtml(plain: string): string {
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Escapes text for HTML; text in backticks becomes `<code>`. */
export function htmlText(plain: string): string {
  return escapeHtml(plain).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

/** Answers with an HTML page. */
export function sendHtml(response: Response, status: number, html: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(html));
  response.end(html);
}
